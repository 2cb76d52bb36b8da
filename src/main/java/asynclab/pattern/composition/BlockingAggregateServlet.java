package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.input.Parameters;
import asynclab.resource.Backend;
import asynclab.resource.Lookups;
import asynclab.servlet.LedgerServlet;
import java.util.concurrent.ExecutionException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking aggregator: a lookup in a database, then several remote calls one after another, all awaited on the request thread.
 *
 * <p><b>The idea.</b> A loop. What it has when the deadline passes it answers with, and says what is missing.
 *
 * <p><b>Its cost.</b> The times add up: a lookup of 200 ms and three calls of 500 ms make 1.7 s, all of it on a request thread,
 * 59 requests a second with a hundred. And the sooner the sum reaches the deadline, the more answers are partial. The lookup
 * runs on the lookup pool here too, while this thread waits for it: few drivers can be relied on to end a query in time, a wait
 * for another thread can.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/aggregate-blocking?ms=500'}, then with {@code ms=2000}.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":500},…],"missing":[]}} after 1.7
 * seconds; then, after three, {@code "Partial"} with one result of three. {@link AggregateServlet} has them all after 2.2.
 */
public final class BlockingAggregateServlet extends LedgerServlet {

    private Lookups lookups;
    private Backend backend;

    public BlockingAggregateServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        lookups = new Lookups(getServletConfig(), exchanges());
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws BackendFailed, Deadline.Passed, ExecutionException, InterruptedException {
        var aggregate = Aggregate.of(query, exchanges().planner());
        lookups.await(aggregate.lookupMillis(), aggregate.deadline());
        try {
            for (int call = 1; call <= aggregate.results().calls(); call++) call(call, aggregate);
        } catch (Deadline.Passed late) {
            // the results say what is missing
        }
        end(exchange, request, response, Ending.ANSWERED, aggregate.results().reply(aggregate.deadline()));
    }

    private void call(int call, Aggregate aggregate) throws Deadline.Passed, InterruptedException {
        try {
            aggregate.results().arrived(call, backend.call(aggregate.callMillis(call), aggregate.deadline()));
        } catch (BackendFailed failed) {
            aggregate.results().failed(call, failed);
        }
    }

    @Override
    public void destroy() {
        lookups.close();
        backend.close();
    }
}
