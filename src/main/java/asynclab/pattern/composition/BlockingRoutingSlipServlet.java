package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.parameter.Parameters;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking routing slip: remote calls one after another. The request thread waits for each.
 *
 * <p><b>The idea.</b> If each call needs the answer of the previous one, the calls cannot run at the same time. A loop
 * expresses this.
 *
 * <p><b>Its cost.</b> A request thread is held for the sum of all times. Five calls of 100 to 500 ms take 1.5 s, so a hundred
 * threads do 67 requests per second. One timeout covers all calls together; otherwise five slow calls could take five
 * timeouts.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/routing-slip-blocking'}, then the same 300 times at once.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":100},…],"missing":[]}} after 1.5
 * seconds. Then a hundred answers every 1.5 seconds, if the backend is another server ({@code -Dasynclab.backend=}).
 */
public final class BlockingRoutingSlipServlet extends CompositionServlet {

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws BackendFailed, Deadline.Passed, InterruptedException {
        var slip = RoutingSlip.of(query, timeoutMillis(query));
        for (int call = 1; call <= slip.calls(); call++)
            slip.results().arrived(call, backend.call(slip.millis(call), slip.deadline()));
        end(exchange, request, response, Ending.ANSWERED, slip.results().reply(slip.deadline()));
    }
}
