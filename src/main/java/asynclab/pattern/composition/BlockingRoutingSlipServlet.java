package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.input.Parameters;
import asynclab.resource.Backend;
import asynclab.servlet.LedgerServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking routing slip: remote calls one after another, each awaited on the request thread.
 *
 * <p><b>The idea.</b> When each call needs what the one before has answered, they cannot go at once. A loop says just that.
 *
 * <p><b>Its cost.</b> A request thread for the sum of all the times: five calls of 100 to 500 ms make 1.5 s, 67 requests a
 * second with a hundred threads. One timeout for all the calls together, or five slow ones may take five timeouts.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/routing-slip-blocking'}, then the same 300 times at once.
 *
 * <p><b>What you will see.</b> {@code {"status":"Ok","results":[{"call":1,"processingTimeMs":100},…],"missing":[]}} after 1.5 seconds. Then,
 * if the backend is another server ({@code -Dasynclab.backend=}), a hundred answers every 1.5 seconds.
 */
public final class BlockingRoutingSlipServlet extends LedgerServlet {

    private Backend backend;

    public BlockingRoutingSlipServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws BackendFailed, Deadline.Passed, InterruptedException {
        var slip = RoutingSlip.of(query, timeoutMillis(query));
        for (int call = 1; call <= slip.calls(); call++)
            slip.results().arrived(call, backend.call(slip.millis(call), slip.deadline()));
        end(exchange, request, response, Ending.ANSWERED, slip.results().reply(slip.deadline()));
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
