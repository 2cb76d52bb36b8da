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
 * <p><b>The idea.</b> One straight line: ask, wait, answer.
 *
 * <p><b>Its cost.</b> The backend's slowness becomes ours: T request threads pass on at most T ÷ the backend's time requests
 * per second, 200 threads at 300 ms 667, however fast the backend could be; and a backend that hangs takes every thread with
 * it, also those that other URLs need. So the call has a timeout.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/standardendpoint?ms=1000'}, then the same 500 times at once. Experiment E2
 * calls it a router, {@code /router-blocking}, with JSON from {@code /process-non-blocking}.
 *
 * <p><b>What you will see.</b> {@code OK} from the backend, a hundred each second; meanwhile no other page answers. The
 * backend here is this server itself ({@code backend-url} in web.xml), so with all its threads waiting for it, it has none
 * left to answer them: they wait for each other until the timeouts part them. Real gateways deadlock in the same way when two
 * services call each other. {@code -Dasynclab.backend=http://host:port} names another.
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
