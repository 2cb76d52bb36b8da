package asynclab.pattern.composition;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.input.Parameters;
import asynclab.resource.Backend;
import asynclab.resource.Lookups;
import asynclab.servlet.LedgerServlet;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.concurrent.Future;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Aggregator: a lookup in a database, on threads of its own because it can only block; then several remote calls at once; and an
 * answer when all have come, or at the deadline with those that have. No request thread waits.
 *
 * <p><b>The idea.</b> Block where there is no other way, on a pool as small as the database wants it, and nowhere else. The
 * lookup's end starts the calls; the last call's end answers; the deadline answers with what there is. Both race to the
 * exchange's one end, and when it has come, whatever is still under way is cancelled.
 *
 * <p><b>Its cost.</b> The fan-out: each request is n at the backend, at the same moment, and is as late as the slowest of them.
 * The pool is a ceiling again, 50 threads ÷ 200 ms = 250 requests a second; hence its queue is bounded at what it can do before
 * the deadline, and 503 beyond. And a partial answer is one more kind of answer that every client has to understand.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/aggregate-non-blocking?ms=500'}, then with {@code mix=50:500,50:5000}; with
 * {@code ms=5000}; with {@code -Dasynclab.backend=http://localhost:1}.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":500},…],"missing":[]}} after 0.7
 * seconds, where {@link BlockingAggregateServlet} takes 1.7. Then mostly {@code "status":"Partial"} after three, with the
 * numbers of the calls that are missing; a call that failed is missing too. With nothing at all there is no answer: 503 at the
 * deadline, or 502 as soon as every call has failed.
 */
public final class AggregateServlet extends LedgerServlet {

    private static final long GRACE_MILLIS = 5_000; // beyond the deadline, for a timer that is late

    private Lookups lookups;
    private Backend backend;

    public AggregateServlet() {
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

    /** On the lookup's thread. */
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
        waiting.whenEnded(() -> calls.forEach(call -> call.cancel(true))); // at once, if it has ended
    }

    /** On a thread of the client. */
    private static void take(
            int call, HttpResponse<byte[]> answered, Throwable thrown, Aggregate aggregate, AsyncExchange waiting) {
        var results = aggregate.results();
        try {
            if (thrown != null) throw Backend.whyNot(thrown);
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
        backend.close();
    }
}
