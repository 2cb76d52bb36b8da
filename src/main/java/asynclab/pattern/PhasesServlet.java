package asynclab.pattern;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import asynclab.resource.Burn;
import asynclab.resource.Database;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking phases: processor time, then a database lookup, then a wait that holds nothing but the request thread.
 *
 * <p><b>The idea.</b> A real request needs more than a thread. {@code cpuMs=} is processor time, which is really used. {@code
 * connectionMs=} is a lookup that holds a connection of the pool. {@code ms=} is a wait for something else.
 *
 * <p><b>Its cost.</b> Throughput has three limits, and the smallest one counts: threads ÷ (all phases), connections ÷ {@code
 * connectionMs}, processors ÷ {@code cpuMs}. A request keeps its thread while it waits for a connection. So virtual threads, or more threads,
 * move the queue to the connections and shorten no answer. After {@code jdbc-connection-timeout-millis} the wait gets 503.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/phases?cpuMs=4&connectionMs=200&ms=100'}, then the same 40 times at once.
 *
 * <p><b>What you will see.</b> One answer after 0.3 seconds. Then ten answers every 0.2 seconds, because the pool has ten connections, and
 * {@code asynclab_connections_waiting} in {@code /metrics} meanwhile.
 */
public final class PhasesServlet extends HoldServlet {

    private Burn burn;
    private Database database;

    @Override
    public void init() {
        super.init();
        burn = new Burn();
        database = Database.of(getServletContext());
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws InterruptedException, Deadline.Passed, BackendFailed {
        var deadline = Deadline.in(hold.timeoutMillis());
        var phases = AskedPhases.of(request);
        burn.forNanos(phases.cpuNanos());
        if (phases.connectionMillis() > 0) database.lookUp(phases.connectionMillis(), deadline);
        Hold last = hold.beginningNow();
        long leftMillis = deadline.remainingMillis();
        boolean stopping = exchanges().blockFor(Math.min(last.plannedMillis(), leftMillis));
        if (stopping) end(exchange, request, response, Ending.DRAINED, Reply.stopping());
        else if (last.plannedMillis() > leftMillis) throw deadline.passed();
        else end(exchange, request, response, Ending.ANSWERED, answer(last));
    }
}
