package asynclab.pattern;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.resource.Backend;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking gateway: the request thread calls the backend and waits for its answer.
 *
 * <p><b>The idea.</b> The code is a straight line: call, wait, answer.
 *
 * <p><b>Its cost.</b> A slow backend makes the gateway slow. T request threads pass on at most T ÷ response time of the
 * backend requests per second: 200 threads at 300 ms give 667, even if the backend can serve more. A backend that hangs takes
 * every thread, also those that other URLs need. So the call has a timeout.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/standardendpoint?ms=1000'}, then the same 500 times at once. In experiment
 * E2 this is a router, {@code /router-blocking}, with JSON from {@code /process-non-blocking}.
 *
 * <p><b>What you will see.</b> {@code OK} from the backend, a hundred times per second. No other page answers meanwhile. The
 * backend is this server itself ({@code backend-url} in web.xml). When all its threads wait for the backend, none is left to
 * answer them. They wait for each other until the timeout. Real gateways deadlock in the same way when two services call each
 * other. {@code -Dasynclab.backend=http://host:port} sets another backend.
 */
public final class BlockingGatewayServlet extends HoldServlet {

    private Backend backend;

    @Override
    public void init() {
        super.init();
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        Reply reply = backend.call(hold.plannedMillis(), Deadline.in(hold.timeoutMillis()));
        end(exchange, request, response, Ending.ANSWERED, answer(hold, reply));
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
