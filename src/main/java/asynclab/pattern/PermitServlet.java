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
 * Waiting for a resource: a few permits, such as connections of a database, granted in order of arrival.
 *
 * <p><b>The idea.</b> Who finds no permit free leaves a ticket in a queue and its thread goes. Whoever ends gives its permit
 * back, and with it the next ticket's work begins. One hook gives back for every way an exchange can end: answered, too late,
 * failed, client gone, drained. It counts once, so a permit can be neither lost nor doubled.
 *
 * <p><b>Its cost.</b> The resource is the bound: P permits ÷ hold time requests per second, asynchronous or not. What is won
 * is that those who wait hold no thread, and the rest of the server does not notice. A queue needs an end: the deadline (503
 * while it waits) and the most who may wait (503 at once).
 *
 * <p><b>Try it.</b> {@code seq 20 | xargs -P 20 -I{} curl -s -D- -o /dev/null 'localhost:8080/permit?ms=1000'}, and meanwhile
 * {@code curl localhost:8080/permits}.
 *
 * <p><b>What you will see.</b> With four permits, four answers each second; {@code X-Grant} follows {@code X-Arrival}. With
 * {@code &timeoutMs=2500} half of them get 503, and {@code /permits} shows four free afterwards.
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
        waiting.whenEnded(ticket::giveBack); // before it asks: if the exchange has ended already, the ticket is void
        if (!permits.request(ticket))
            waiting.fail(new RejectedExecutionException("too many requests wait for a permit"));
    }

    /** Not in the punctuality record: that is of times planned, and nobody planned how long the queue would be. */
    private static Reply answer(Hold hold, Permits.Ticket ticket) {
        return Reply.text("text/plain;charset=utf-8", "ok")
                .with(hold.headers(hold.heldNanos()))
                .with("X-Arrival", Long.toString(ticket.arrival()))
                .with("X-Grant", Long.toString(ticket.grant()));
    }
}
