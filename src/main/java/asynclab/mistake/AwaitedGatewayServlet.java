package asynclab.mistake;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.resource.Backend;
import asynclab.servlet.HoldServlet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.ContentResponse;

/**
 * Awaited gateway: it has a non-blocking client, but the request thread waits for the result.
 *
 * <p><b>The mistake.</b> {@code get()}, {@code join()} or {@code block()} follows directly after the call. The
 * client holds thousands of calls without a thread for each, and this code adds a thread for each again.
 *
 * <p><b>Its cost.</b> The limit of the blocking gateway, T request threads ÷ response time of the backend, plus the threads
 * of the non-blocking client. Experiment E3 measured 604 req/s for this, 608 with a blocking client and 874 with callbacks. A
 * non-blocking client helps only if no thread waits for its result.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/wrongreactiveendpoint?ms=1000'}, then the same 500 times at once, with
 * {@code -Dasynclab.backend=} set to another server.
 *
 * <p><b>What you will see.</b> A hundred answers per second, as from {@code /standardendpoint}. From {@code
 * /reactiveendpoint} all answers come after one second. See {@link asynclab.pattern.GatewayServlet}.
 */
public final class AwaitedGatewayServlet extends HoldServlet {

    private Backend backend;

    @Override
    public void init() {
        super.init();
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        var deadline = Deadline.in(hold.timeoutMillis());
        var call = backend.callAsync(hold.plannedMillis());
        try {
            ContentResponse answered = call.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS); // the mistake
            end(exchange, request, response, Ending.ANSWERED, answer(hold, Backend.reply(answered)));
        } catch (TimeoutException late) {
            throw deadline.passed();
        } catch (CancellationException | ExecutionException failed) {
            throw backend.whyNot(failed);
        } finally {
            call.cancel(true); // no effect if the call is done
        }
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
