package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.parameter.Parameters;
import asynclab.resource.Lookups;
import java.util.concurrent.ExecutionException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking aggregator: one database lookup, then several remote calls one after another. The request thread waits for each.
 *
 * <p><b>The idea.</b> The code is a loop. At the deadline it answers with the results so far and names the missing ones.
 *
 * <p><b>Its cost.</b> The times add up: a lookup of 200 ms and three calls of 500 ms take 1.7 s on a request thread. A
 * hundred threads do 59 such requests per second. The closer the sum is to the deadline, the more answers are partial. The
 * lookup runs on the lookup pool here too, while the request thread waits for it. Few drivers end a query in time, but a wait
 * for another thread can be ended.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/aggregate-blocking?ms=500'}, then with {@code ms=2000}.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":500},…],"missing":[]}} after 1.7
 * seconds. Then, after three seconds, {@code "Partial"} with one result of three. {@link AggregateServlet} has all of them
 * after 2.2.
 */
public final class BlockingAggregateServlet extends CompositionServlet {

    private Lookups lookups;

    @Override
    public void init() {
        super.init();
        lookups = new Lookups(getServletConfig(), exchanges());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws BackendFailed, Deadline.Passed, ExecutionException, InterruptedException {
        var aggregate = Aggregate.of(query, exchanges().planner());
        lookups.await(aggregate.lookupMillis(), aggregate.deadline());
        try {
            for (int call = 1; call <= aggregate.results().calls(); call++) call(call, aggregate);
        } catch (Deadline.Passed late) {
            // the reply names the missing calls
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
        super.destroy();
    }
}
