package asynclab.pattern.composition;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.input.Parameters;
import asynclab.resource.Backend;
import asynclab.servlet.LedgerServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Routing slip: remote calls one after another, each started by the answer to the one before. No thread waits.
 *
 * <p><b>The idea.</b> The loop of {@link BlockingRoutingSlipServlet} turned inside out: what would come after the wait is a method
 * that the answer calls. Where the loop's variable was, is an argument.
 *
 * <p><b>Its cost.</b> The loop can no longer be seen, nor found in a stack trace, and every step must say what becomes of a
 * failure. The time is the same sum; what is saved is the thread. And wherever the end comes from (deadline, client gone,
 * application stopped) it must find the one call that is under way just then.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/routing-slip-non-blocking'}, then the same 300 times at once; and
 * {@code 'localhost:8080/routing-slip-non-blocking?stepMs=1000&timeoutMs=2000'}.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":100},…],"missing":[]}} after 1.5 seconds, all 300
 * of them. Then 503 after two: a slip that is not through is no answer, so there is no partial one.
 */
public final class RoutingSlipServlet extends LedgerServlet {

    private Backend backend;

    public RoutingSlipServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    protected void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        var slip = RoutingSlip.of(query, timeoutMillis(query));
        call(
                1,
                slip,
                exchanges().goAsync(exchange, request, response, slip.deadline().millis()));
    }

    private void call(int call, RoutingSlip slip, AsyncExchange waiting) {
        try {
            var answer = backend.callAsync(slip.millis(call));
            waiting.whenEnded(() -> answer.cancel(true)); // has no effect on the calls before, which are over
            answer.whenComplete((answered, thrown) -> {
                try {
                    if (thrown != null) throw Backend.whyNot(thrown);
                    slip.results().arrived(call, Backend.reply(answered));
                } catch (Throwable failed) {
                    waiting.fail(failed);
                    return;
                }
                if (call < slip.calls()) call(call + 1, slip, waiting);
                else waiting.answer(() -> slip.results().reply(slip.deadline()));
            });
        } catch (Throwable stopping) {
            waiting.fail(stopping);
        }
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
