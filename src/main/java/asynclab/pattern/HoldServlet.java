package asynclab.pattern;

import asynclab.delay.HoldTime;
import asynclab.delay.Parameters;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import java.util.LinkedHashMap;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * What the patterns that hold a request for a planned time have in common: how long, and what they answer.
 *
 * <p>Query: {@code ms=}, {@code minMs=&maxMs=} or {@code mix=80:1000,20:4000}, {@code seed=}, {@code timeoutMs=}. The answer
 * is {@code ok} as text; where {@code web.xml} says {@code answer = json}, JSON; where it says anything else, that very text, of
 * the type {@code content-type}. Its headers {@code X-Planned-Ms} and {@code X-Held-Ms} say what was planned and what it came
 * to. {@code default-ms} in {@code web.xml} is for requests that do not say how long.
 */
public abstract class HoldServlet extends LedgerServlet {

    private HoldTime ownDefault; // null: the deployment's
    private String answer;
    private String contentType;

    protected HoldServlet() {
        super("GET", "HEAD");
    }

    /** A request that has been understood. */
    public record Hold(long plannedMillis, long startedNanos, long timeoutMillis) {}

    /** Holds the request and answers it, here or later. What it throws, before it goes asynchronous or after, ends the exchange. */
    protected abstract void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    public void init() {
        super.init();
        answer = setting("answer", "ok");
        contentType = setting("content-type", "text/plain;charset=utf-8");
        long defaultMillis = setting("default-ms", 0, HoldTime.MAX_MILLIS, -1);
        ownDefault = defaultMillis < 0 ? null : new HoldTime.Fixed(defaultMillis);
    }

    @Override
    protected final void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        long startedNanos = System.nanoTime();
        long plannedMillis = exchanges().planner().planMillis(query, ownDefault);
        hold(new Hold(plannedMillis, startedNanos, timeoutMillis(query)), exchange, request, response);
    }

    /** The answer to a request whose time has come; how punctual it is is recorded when it is sent. */
    protected final Reply answer(Hold hold) {
        return answer(hold, answerBody(hold.plannedMillis));
    }

    /** The same with a body that came from elsewhere. */
    protected final Reply answer(Hold hold, Reply reply) {
        return reply.beforeItIsSent(() -> exchanges().punctuality().record(hold.plannedMillis, hold.startedNanos))
                .with("X-Planned-Ms", Long.toString(hold.plannedMillis))
                .with("X-Held-Ms", Long.toString((System.nanoTime() - hold.startedNanos) / 1_000_000));
    }

    private Reply answerBody(long plannedMillis) {
        if (!answer.equals("json")) return Reply.text(contentType, answer);
        var body = new LinkedHashMap<String, Object>();
        body.put("status", "Ok");
        body.put("processingTimeMs", plannedMillis);
        return Reply.json(200, body);
    }
}
