package asynclab.servlet;

import asynclab.delay.HoldTime;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * What the patterns that hold a request for a planned time have in common: how long, and what they answer.
 *
 * <p>Query: {@code ms=}, {@code minMs=&maxMs=}, {@code mix=80:1000,20:4000} or another distribution ({@link HoldTime#of}),
 * {@code seed=}, {@code timeoutMs=}. The answer is {@code ok} as text; where {@code web.xml} says {@code answer = json}, JSON;
 * where it says anything else, that very text, of the type {@code content-type}; with {@code bytes=}, so many dots. {@code status=}
 * is its status. The headers {@code X-Planned-Ms} and {@code X-Held-Ms} say what was planned and what it came to.
 * {@code default-ms} in {@code web.xml} is for requests that do not say how long; 0 is for those which
 * {@code /set-default-processing-time} holds, as in experiment E2.
 *
 * <p>A gateway answers with its backend's status and body, whatever its own query says of those.
 */
public abstract class HoldServlet extends LedgerServlet {

    /** What fits the buffer of any container. {@code DownloadServlet} has more. */
    public static final int MOST_BYTES = 8_000;

    private static final String PLAIN = "text/plain;charset=utf-8";

    private HoldTime ownDefault; // null: the deployment's
    private Reply text; // null: JSON

    protected HoldServlet() {
        super("GET", "HEAD");
    }

    /**
     * A request that has been understood.
     *
     * @param status of the answer
     * @param bytes of the answer's body; negative for the servlet's own
     */
    public record Hold(long plannedMillis, long startedNanos, long timeoutMillis, int status, int bytes) {

        /** How long it has been held until now. */
        public long heldNanos() {
            return System.nanoTime() - startedNanos;
        }

        /** What was planned and what it came to. */
        public List<Reply.Header> headers(long heldNanos) {
            long heldMillis = heldNanos / 1_000_000;
            return List.of(
                    new Reply.Header("X-Planned-Ms", Long.toString(plannedMillis)),
                    new Reply.Header("X-Held-Ms", Long.toString(heldMillis)));
        }
    }

    /** Holds the request and answers it, here or later. What it throws, before it goes asynchronous or after, ends the exchange. */
    protected abstract void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    public void init() {
        super.init();
        String answer = setting("answer", "ok");
        text = answer.equals("json") ? null : Reply.text(setting("content-type", PLAIN), answer);
        long defaultMillis = setting("default-ms", 0, HoldTime.MAX_MILLIS, -1);
        ownDefault = defaultMillis < 0 ? null : new HoldTime.Uniform(defaultMillis, defaultMillis);
    }

    @Override
    protected final void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        long plannedMillis = exchanges().planner().planMillis(query, ownDefault);
        int status = (int) query.whole("status", 200, 599, 200);
        int bytes = (int) query.whole("bytes", 0, MOST_BYTES, -1);
        hold(
                new Hold(plannedMillis, exchange.startedNanos(), timeoutMillis(query), status, bytes),
                exchange,
                request,
                response);
    }

    /** The answer to a request whose time has come; how punctual it is is recorded when it is sent. */
    protected final Reply answer(Hold hold) {
        return answer(hold, ownAnswer(hold));
    }

    /** The same with a body that came from elsewhere. */
    protected final Reply answer(Hold hold, Reply reply) {
        long heldNanos = hold.heldNanos();
        return reply.with(
                hold.headers(heldNanos), () -> exchanges().timerLateness().record(hold.plannedMillis, heldNanos));
    }

    private static boolean isBodiless(int status) {
        return status == 204 || status == 205;
    }

    private Reply ownAnswer(Hold hold) {
        if (isBodiless(hold.status)) return new Reply(hold.status, null, new byte[0], List.of());
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
