package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.resource.Backend;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Gateway: a non-blocking client calls the backend, and its callback answers. No thread waits on either side.
 *
 * <p><b>The idea.</b> An asynchronous servlet uses an asynchronous client. {@code service()} starts the call and returns.
 * When the backend has answered, a thread of the client writes the response.
 *
 * <p><b>Its cost.</b> Each request needs two sockets, which are the new limit. Only the deadline stops a hanging backend from
 * collecting requests. When it passes, or the application stops, the call is cancelled and its connection closed. The
 * callback runs on one of the client's few threads and must not block. It must turn every failure into an answer, because
 * there is no caller to throw it to.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/reactiveendpoint?ms=1000'}, then the same 500 times at once. Then with
 * {@code ms=60000&timeoutMs=500}, and with {@code -Dasynclab.backend=http://localhost:1}. In experiment E2 this is a router,
 * {@code /router-non-blocking}, with JSON from {@code /process-non-blocking}.
 *
 * <p><b>What you will see.</b> {@code OK} from the backend, for all requests after one second. {@code /stats} answers
 * meanwhile. Then 503 after half a second; then 502.
 */
public final class GatewayServlet extends HoldServlet {

    private Backend backend;

    @Override
    public void init() {
        super.init();
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        AsyncExchange waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        try {
            var call = backend.callAsync(hold.plannedMillis());
            waiting.whenEnded(() -> call.cancel(true));
            call.whenComplete((answered, thrown) -> {
                if (thrown != null) waiting.fail(backend.whyNot(thrown));
                else waiting.answer(() -> answer(hold, Backend.reply(answered)));
            });
        } catch (Throwable thrown) { // service() must not end the exchange any more
            waiting.fail(thrown);
        }
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
