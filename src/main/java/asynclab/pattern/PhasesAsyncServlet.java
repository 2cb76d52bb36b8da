package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Deadline;
import asynclab.exchange.Exchange;
import asynclab.resource.Burn;
import asynclab.resource.Lookups;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Asynchronous phases: the same as {@link PhasesServlet}, but only the processor time uses the request thread.
 *
 * <p><b>The idea.</b> The lookup blocks one of as many threads as there are connections. A timer ends the last wait. A request that waits
 * for a connection is an entry of a queue and has no thread.
 *
 * <p><b>Its cost.</b> Threads are no limit any more, but the connections and the processors are the same ones. The queue for them needs a bound of
 * its own: beyond {@code lookup-queue} requests, or {@code jdbc-connection-timeout-millis}, there is 503.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/phases-async?cpuMs=4&connectionMs=200&ms=100'}, then the same 40 times at once.
 *
 * <p><b>What you will see.</b> The same times as from {@code /phases}. {@code /stats} answers meanwhile, even if no request thread would be free.
 */
public final class PhasesAsyncServlet extends HoldServlet {

    private Burn burn;
    private Lookups lookups;

    @Override
    public void init() {
        super.init();
        burn = new Burn();
        lookups = new Lookups(getServletConfig(), exchanges());
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        var deadline = Deadline.in(hold.timeoutMillis());
        var phases = AskedPhases.of(request);
        var waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        burn.forNanos(phases.cpuNanos());
        if (!waiting.isOpen()) return;
        if (phases.connectionMillis() == 0) {
            holdOn(hold, waiting);
            return;
        }
        var lookup = lookups.start(phases.connectionMillis(), deadline);
        waiting.whenEnded(() -> lookup.cancel(true));
        lookup.whenComplete((nothing, thrown) -> {
            if (thrown != null) waiting.fail(thrown);
            else holdOn(hold, waiting);
        });
    }

    private void holdOn(Hold hold, AsyncExchange waiting) {
        Hold last = hold.beginningNow();
        waiting.answerAfter(last.plannedMillis(), () -> answer(last));
    }

    @Override
    public void destroy() {
        lookups.close();
    }
}
