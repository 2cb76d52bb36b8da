package asynclab.pattern;

import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.resource.Permits;
import asynclab.servlet.HoldServlet;
import java.util.concurrent.RejectedExecutionException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Waiting for a resource: a few permits, such as database connections, granted in order of arrival.
 *
 * <p><b>The idea.</b> If no permit is free, the request queues a ticket and its thread returns. When a request ends, it
 * returns its permit, and the work of the next ticket begins. One callback returns the permit for every ending of an
 * exchange: answered, timed out, failed, client gone, drained. It runs once, so no permit is lost or returned twice.
 *
 * <p><b>Its cost.</b> The resource is the limit: P permits ÷ hold time requests per second, asynchronous or not. The gain is
 * that waiting requests hold no thread, so the rest of the server is not affected. A queue needs two limits: the deadline
 * (503 after waiting) and the maximum queue length (503 at once).
 *
 * <p><b>Try it.</b> {@code seq 20 | xargs -P 20 -I{} curl -s -D- -o /dev/null 'localhost:8080/permit?ms=1000'}, and meanwhile
 * {@code curl localhost:8080/permits}.
 *
 * <p><b>What you will see.</b> With four permits, four answers per second. {@code X-Grant} follows {@code X-Arrival}. With
 * {@code &timeoutMs=2500} half of the requests get 503, and {@code /permits} shows four free permits afterwards.
 */
public final class PermitServlet extends HoldServlet {

    private Permits permits;

    @Override
    public void init() {
        super.init();
        var settings = settings();
        permits = new Permits(
                settings.whole("permits", 1, 10_000, 4), settings.whole("max-waiting", 0, 1_000_000, 10_000));
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        if (request.getServletPath().equals("/permits")) {
            end(exchange, request, response, Ending.ANSWERED, Reply.json(200, permits.snapshot()));
            return;
        }
        var waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        var ticket = permits.ticket(granted -> waiting.answerAfter(hold.plannedMillis(), () -> answer(hold, granted)));
        // Before the request for a permit: if the exchange has already ended, the ticket is void.
        waiting.whenEnded(ticket::giveBack);
        if (!permits.request(ticket))
            waiting.fail(new RejectedExecutionException("too many requests wait for a permit"));
    }

    /** Not recorded as timer lateness, because the time in the queue was not planned. */
    private static Reply answer(Hold hold, Permits.Ticket ticket) {
        return Reply.text("text/plain;charset=utf-8", "ok")
                .with(hold.headers(hold.heldNanos()))
                .with("X-Arrival", Long.toString(ticket.arrival()))
                .with("X-Grant", Long.toString(ticket.grant()));
    }
}
