package asynclab.pattern.composition;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.parameter.Parameters;
import asynclab.resource.Backend;
import asynclab.resource.Lookups;
import java.util.ArrayList;
import java.util.concurrent.Future;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.ContentResponse;

/**
 * Aggregator: one database lookup, then several remote calls at the same time. It answers when all results are there, or at
 * the deadline with those that have arrived. No request thread waits.
 *
 * <p><b>The idea.</b> The lookup can only block, so it has as many threads of its own as there are connections; nothing else blocks. The end of the
 * lookup starts the calls. The end of the last call answers. The deadline answers with the results so far. The exchange ends
 * once, with whichever comes first. Then everything still in progress is cancelled.
 *
 * <p><b>Its cost.</b> The fan-out: each request causes n simultaneous backend requests and is as slow as the slowest. The
 * connection pool is a limit again: 10 connections ÷ 200 ms = 50 requests per second. So its queue holds no more than it can do
 * before the deadline, and further requests get 503. Every client must also understand partial answers.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/aggregate-non-blocking?ms=500'}, then with {@code mix=50:500,50:5000};
 * with {@code ms=5000}; with {@code -Dasynclab.backend=http://localhost:1}.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":500},…],"missing":[]}} after 0.7
 * seconds, where {@link BlockingAggregateServlet} takes 1.7. Then mostly {@code "status":"Partial"} after three seconds, with
 * the numbers of the missing calls. A failed call is missing too. Without any result there is 503 at the deadline, or 502 as
 * soon as every call has failed.
 */
public final class AggregateServlet extends CompositionServlet {

    private static final long GRACE_MILLIS = 5_000; // after the deadline, for a late timer

    private Lookups lookups;

    @Override
    public void init() {
        super.init();
        lookups = new Lookups(getServletConfig(), exchanges());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        var aggregate = Aggregate.of(query, exchanges().planner());
        var deadline = aggregate.deadline();
        var waiting = exchanges().goAsync(exchange, request, response, deadline.millis() + GRACE_MILLIS);
        waiting.answerAfter(
                deadline.remainingMillis(), () -> aggregate.results().reply(deadline));
        var lookup = lookups.start(aggregate.lookupMillis(), deadline);
        waiting.whenEnded(() -> lookup.cancel(true));
        lookup.whenComplete((nothing, thrown) -> {
            if (thrown != null) waiting.fail(thrown);
            else call(aggregate, waiting);
        });
    }

    /** Runs on a thread of the lookup pool. */
    private void call(Aggregate aggregate, AsyncExchange waiting) {
        var calls = new ArrayList<Future<?>>();
        try {
            for (int number = 1; number <= aggregate.results().calls() && waiting.isOpen(); number++) {
                int call = number;
                var answer = backend.callAsync(aggregate.callMillis(call));
                calls.add(answer);
                answer.whenComplete((answered, thrown) -> take(call, answered, thrown, aggregate, waiting));
            }
        } catch (Throwable thrown) {
            waiting.fail(thrown);
        }
        waiting.whenEnded(() -> calls.forEach(call -> call.cancel(true))); // at once if the exchange has ended
    }

    /** Runs on a thread of the HTTP client. */
    private void take(
            int call, ContentResponse answered, Throwable thrown, Aggregate aggregate, AsyncExchange waiting) {
        var results = aggregate.results();
        try {
            if (thrown != null) throw backend.whyNot(thrown);
            results.arrived(call, Backend.reply(answered));
        } catch (BackendFailed failed) {
            results.failed(call, failed);
        } catch (Throwable stopping) {
            waiting.fail(stopping);
        }
        if (results.complete()) waiting.answer(() -> results.reply(aggregate.deadline()));
    }

    @Override
    public void destroy() {
        lookups.close();
        super.destroy();
    }
}
