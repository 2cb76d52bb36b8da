package asynclab.pattern;

import asynclab.delay.BadParameter;
import asynclab.delay.HoldTime;
import asynclab.delay.Parameters;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.BackendFailed;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every pattern does before and after it holds a request: enter it in the ledger, read how long, refuse what cannot be
 * understood, and see to it that whatever is thrown ends the exchange.
 *
 * <p>Query: {@code ms=}, {@code minMs=&maxMs=} or {@code mix=80:1000,20:4000}, {@code seed=}, {@code timeoutMs=}. The answer
 * is {@code ok} as text; where {@code web.xml} says {@code answer = json}, JSON; where it says anything else, that very text, of
 * the type {@code content-type}. Its headers {@code X-Planned-Ms} and {@code X-Held-Ms} say what was planned and what it came
 * to. {@code default-ms} in {@code web.xml} is for requests that do not say how long.
 */
public abstract class HoldServlet extends HttpServlet {

    /** The longest a request may wait: the longest hold and a minute. */
    static final long MAX_TIMEOUT_MILLIS = 660_000;

    private static final int RETRY_SECONDS = 5;
    private static final int LATE_RETRY_SECONDS = 1;
    private static final Logger LOG = LoggerFactory.getLogger(HoldServlet.class);

    private Exchanges exchanges;
    private HoldTime ownDefault; // null: the deployment's
    private String answer;
    private String contentType;

    /** A request that has been understood. */
    public record Hold(long plannedMillis, long startedNanos, long timeoutMillis) {}

    /** Holds the request and answers it, here or later. What it throws, before it goes asynchronous or after, is answered with 500. */
    protected abstract void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    public void init() {
        exchanges = Exchanges.of(getServletContext());
        answer = setting("answer", "ok");
        contentType = setting("content-type", "text/plain;charset=utf-8");
        long defaultMillis = setting("default-ms", 0, HoldTime.MAX_MILLIS, -1);
        ownDefault = defaultMillis < 0 ? null : new HoldTime.Fixed(defaultMillis);
    }

    /** An init-param of web.xml, or {@code absent}. */
    protected final String setting(String name, String absent) {
        String value = getInitParameter(name);
        return value == null ? absent : value;
    }

    /** An init-param of web.xml that is a whole number, or {@code absent}. */
    protected final long setting(String name, long min, long max, long absent) {
        String value = getInitParameter(name);
        return value == null
                ? absent
                : new Parameters(Map.of(name, new String[] {value})).whole(name, min, max, absent);
    }

    protected final Exchanges exchanges() {
        return exchanges;
    }

    /** GET and HEAD alike: the 3.1 API's doHead would send a length of 0 for an asynchronous answer (jakartaee/servlet #225). */
    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) {
        long startedNanos = System.nanoTime();
        Exchange exchange = exchanges.start();
        try {
            String method = request.getMethod();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                Reply refusal = Reply.json(405, Map.of("error", "Only GET and HEAD are answered here."));
                end(exchange, response, Ending.ANSWERED, refusal.with("Allow", "GET, HEAD"));
            } else if (exchanges.isClosing()) {
                end(exchange, response, Ending.REJECTED, stopping());
            } else {
                hold(read(request, startedNanos), exchange, request, response);
            }
        } catch (BadParameter bad) {
            end(exchange, response, Ending.ANSWERED, Reply.badParameter(bad));
        } catch (BackendFailed failed) {
            LOG.warn(failed.getMessage());
            end(exchange, response, Ending.FAILED, Reply.badGateway());
        } catch (InterruptedException
                | RejectedExecutionException stopped) { // by the owner of the thread, who is stopping
            end(exchange, response, Ending.DRAINED, stopping());
        } catch (Throwable thrown) { // nothing is rethrown: after startAsync Tomcat would close without a response
            AsyncExchange waiting = Exchanges.waiting(request);
            if (waiting != null) {
                waiting.fail(thrown);
                return;
            }
            LOG.error("A request failed", thrown);
            end(exchange, response, Ending.FAILED, Reply.failed());
        }
    }

    private Hold read(HttpServletRequest request, long startedNanos) {
        var query = parameters(request);
        long timeoutMillis = query.whole("timeoutMs", 1, MAX_TIMEOUT_MILLIS, exchanges.timeoutMillis());
        return new Hold(exchanges.planner().planMillis(query, ownDefault), startedNanos, timeoutMillis);
    }

    static Parameters parameters(HttpServletRequest request) {
        try {
            return new Parameters(request.getParameterMap());
        } catch (RuntimeException undecodable) { // Jetty throws, Tomcat leaves the parameter out
            String query = request.getQueryString();
            throw new BadParameter("query", query == null ? "" : query, "percent-encoded UTF-8");
        }
    }

    /** The answer to a request whose time has come; records how punctual it is. */
    protected final Reply answer(Hold hold) {
        return answer(hold, answerBody(hold.plannedMillis));
    }

    /** The same with a body that came from elsewhere. */
    protected final Reply answer(Hold hold, Reply reply) {
        exchanges.punctuality().record(hold.plannedMillis, hold.startedNanos);
        return reply.with("X-Planned-Ms", Long.toString(hold.plannedMillis))
                .with("X-Held-Ms", Long.toString((System.nanoTime() - hold.startedNanos) / 1_000_000));
    }

    private Reply answerBody(long plannedMillis) {
        if (!answer.equals("json")) return Reply.text(contentType, answer);
        var body = new LinkedHashMap<String, Object>();
        body.put("status", "Ok");
        body.put("processingTimeMs", plannedMillis);
        return Reply.json(200, body);
    }

    protected static Reply stopping() {
        return Reply.unavailable(RETRY_SECONDS, "The server is stopping.");
    }

    protected static Reply late(Hold hold) {
        return Reply.unavailable(LATE_RETRY_SECONDS, "No answer within " + hold.timeoutMillis + " ms.");
    }

    /** Ends an exchange that has not gone asynchronous, on its request thread. */
    protected static void end(Exchange exchange, HttpServletResponse response, Ending ending, Reply reply) {
        if (!exchange.claim()) return;
        Ending actual = ending;
        try {
            reply.writeTo(response);
        } catch (IOException e) {
            actual = Ending.CLIENT_GONE;
        }
        exchange.end(actual);
    }
}
