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
 * <p><b>The idea.</b> Asynchronous servlet and asynchronous client meet: {@code service()} starts the call and returns; when
 * the backend's answer is there, a thread of the client writes ours.
 *
 * <p><b>Its cost.</b> Two sockets for each request, which are the bound now, and nothing that stops a hanging backend from
 * collecting requests but the deadline. When that passes, or the application stops, the call is cancelled and its connection
 * closed. The callback runs on one of the client's few threads and must not block; every failure must be turned into an
 * answer, because nobody's stack is left to throw it at.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/reactiveendpoint?ms=1000'}, then the same 500 times at once. Then with
 * {@code ms=60000&timeoutMs=500}, and {@code -Dasynclab.backend=http://localhost:1}. Experiment E2 calls it a router,
 * {@code /router-non-blocking}, with JSON from {@code /process-non-blocking}.
 *
 * <p><b>What you will see.</b> {@code OK} from the backend, all of them after one second; {@code /stats} answers throughout.
 * Then 503 after half a second; then 502.
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
                if (thrown != null) waiting.fail(Backend.whyNot(thrown));
                else waiting.answer(() -> answer(hold, Backend.reply(answered)));
            });
        } catch (Throwable thrown) { // the exchange is no longer service()'s to end
            waiting.fail(thrown);
        }
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
