package asynclab.pattern.composition;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.parameter.Parameters;
import asynclab.resource.Backend;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Routing slip: remote calls one after another. The answer to each call starts the next. No thread waits.
 *
 * <p><b>The idea.</b> The loop of {@link BlockingRoutingSlipServlet} becomes callbacks. The code after each wait is a method
 * that the answer calls. The loop variable is an argument.
 *
 * <p><b>Its cost.</b> Neither the code nor a stack trace shows the loop, and every step must handle its failures. The
 * response time is the same sum; the gain is the thread. The exchange may end at any time (deadline, client gone, application
 * stopped), and it must then cancel the one call that is in progress.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/routing-slip-non-blocking'}, then the same 300 times at once; and {@code
 * 'localhost:8080/routing-slip-non-blocking?stepMs=1000&timeoutMs=2000'}.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":100},…],"missing":[]}} after 1.5
 * seconds, for all 300. Then 503 after two seconds: an incomplete routing slip has no answer, so there is no partial one.
 */
public final class RoutingSlipServlet extends CompositionServlet {

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
                    if (thrown != null) throw backend.whyNot(thrown);
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
}
