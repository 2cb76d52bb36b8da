package asynclab.mistake;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.resource.Backend;
import asynclab.servlet.HoldServlet;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Awaited gateway: a non-blocking client, and then the request thread waits for it.
 *
 * <p><b>The mistake.</b> {@code sendAsync(…)} and right after it {@code get()}, {@code join()} or {@code block()}: the client
 * holds thousands of calls without a thread each, and this code gives each a thread again.
 *
 * <p><b>Its cost.</b> That of the blocking gateway, T request threads ÷ the backend's time, and the non-blocking client's
 * threads and hand-overs on top. Experiment E3 measured 604 requests a second so, 608 with a blocking client and 874 with
 * callbacks: not the client makes a gateway asynchronous, but that nobody waits for it.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/wrongreactiveendpoint?ms=1000'}, then the same 500 times at once, with
 * {@code -Dasynclab.backend=} naming another server.
 *
 * <p><b>What you will see.</b> A hundred each second, as from {@code /standardendpoint}; from {@code /reactiveendpoint} all
 * after one second. See {@link asynclab.pattern.GatewayServlet}.
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
            HttpResponse<byte[]> answered = call.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS); // the mistake
            end(exchange, request, response, Ending.ANSWERED, answer(hold, Backend.reply(answered)));
        } catch (TimeoutException late) {
            throw deadline.passed();
        } catch (CancellationException | ExecutionException failed) {
            throw Backend.whyNot(failed);
        } finally {
            call.cancel(true); // without effect if it was answered
        }
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
