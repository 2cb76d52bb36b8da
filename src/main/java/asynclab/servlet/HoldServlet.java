package asynclab.servlet;

import asynclab.delay.HoldTime;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Base class of the patterns that hold a request for a planned time. It reads the hold time and makes the answer.
 *
 * <p>Query: {@code ms=}, {@code minMs=&maxMs=}, {@code mix=80:1000,20:4000} or another distribution ({@link HoldTime#of}),
 * {@code seed=}, {@code timeoutMs=}. {@code status=} sets the status of the answer. {@code bytes=} sets its size: a body of dots.
 *
 * <p>{@code processingMs=} is the processing time before the hold time: the request thread sleeps for so long, whatever the pattern. Neither
 * the hold time nor {@code timeoutMs} includes it.
 *
 * <p>The init-param {@code answer} sets the body. The default is {@code ok} as text, {@code json} gives JSON, and any other value is the
 * body itself, of the type {@code content-type}. The init-param {@code default-ms} is the hold time of requests that do not name one.
 * With 0, {@code /set-default-processing-time} sets it, as in experiment E2.
 *
 * <p>The headers {@code X-Planned-Ms} and {@code X-Held-Ms} are the planned and the actual hold time. A gateway answers with the status
 * and the body of its backend, whatever its own query says.
 */
public abstract class HoldServlet extends LedgerServlet {

    /** The largest body that fits the buffer of every container. {@code DownloadServlet} sends larger ones. */
    public static final int MOST_BYTES = 8_000;

    private static final String PLAIN = "text/plain;charset=utf-8";

    private HoldTime ownDefault; // null: the default of the deployment
    private Reply text; // null: JSON

    protected HoldServlet() {
        super("GET", "HEAD");
    }

    /**
     * What a valid request asks for.
     *
     * @param startedNanos when the hold time began, after the processing time
     * @param status of the answer
     * @param bytes of the answer's body; negative for the body of the servlet
     */
    public record Hold(long plannedMillis, long startedNanos, long timeoutMillis, int status, int bytes) {

        /** The hold time until now. */
        public long heldNanos() {
            return System.nanoTime() - startedNanos;
        }

        /** The same, beginning now: for work that begins after a wait in a queue. */
        public Hold beginningNow() {
            return new Hold(plannedMillis, System.nanoTime(), timeoutMillis, status, bytes);
        }
    }

    /** Holds the request and answers it, now or later. An exception ends the exchange, before or after it goes asynchronous. */
    protected abstract void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    public void init() {
        super.init();
        String answer = settings().text("answer", "ok");
        text = answer.equals("json") ? null : Reply.text(settings().text("content-type", PLAIN), answer);
        long defaultMillis = settings().whole("default-ms", 0, HoldTime.MAX_MILLIS, -1);
        ownDefault = defaultMillis < 0 ? null : new HoldTime.Uniform(defaultMillis, defaultMillis);
    }

    @Override
    protected final void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        long plannedMillis = exchanges().planner().planMillis(query, ownDefault);
        int status = (int) query.whole("status", 200, 599, 200);
        int bytes = (int) query.whole("bytes", 0, MOST_BYTES, -1);
        long timeoutMillis = timeoutMillis(query);
        long processingMillis = query.whole("processingMs", 0, HoldTime.MAX_MILLIS, 0);
        if (processingMillis > 0 && exchanges().blockFor(processingMillis)) {
            end(exchange, request, response, Ending.DRAINED, Reply.stopping());
            return;
        }
        long startedNanos = processingMillis > 0 ? System.nanoTime() : exchange.startedNanos();
        hold(new Hold(plannedMillis, startedNanos, timeoutMillis, status, bytes), exchange, request, response);
    }

    /** The answer at the end of the hold time. The timer lateness is recorded when the answer is sent. */
    protected final Reply answer(Hold hold) {
        return answer(hold, ownAnswer(hold));
    }

    /** The same with the body of another reply. */
    protected final Reply answer(Hold hold, Reply reply) {
        long heldNanos = hold.heldNanos();
        var headers = List.of(
                new Reply.Header("X-Planned-Ms", Long.toString(hold.plannedMillis)),
                new Reply.Header("X-Held-Ms", Long.toString(heldNanos / 1_000_000)));
        return reply.with(headers, () -> exchanges().timerLateness().record(hold.plannedMillis, heldNanos));
    }

    private Reply ownAnswer(Hold hold) {
        if (hold.status == 204 || hold.status == 205) return new Reply(hold.status, null, new byte[0], List.of());
        if (hold.status == 304) return new Reply(304, null, whole(hold).body(), List.of());
        return whole(hold);
    }

    private Reply whole(Hold hold) {
        if (hold.bytes >= 0) return Reply.text(PLAIN, ".".repeat(hold.bytes)).as(hold.status);
        if (text != null) return text.as(hold.status);
        var body = new LinkedHashMap<String, Object>();
        body.put("status", "Ok");
        body.put("processingTimeMs", hold.plannedMillis);
        return Reply.json(hold.status, body);
    }
}
