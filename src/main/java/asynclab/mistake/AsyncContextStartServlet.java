package asynclab.mistake;

import asynclab.exchange.Reply;
import asynclab.input.Parameters;
import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mistake: blocking work handed to {@code AsyncContext.start()}.
 *
 * <p><b>The idea.</b> {@code startAsync()} lets the request thread go, and {@code start()} runs the work "on another thread".
 *
 * <p><b>What breaks.</b> Nothing, and nothing is gained. The other thread comes from the container's own pool of request
 * threads: one is freed and one is taken, with a hand-over in between. A pool of T threads still answers at most T ÷ hold time
 * requests per second, and the same pool must still accept everybody else (graphql-java-servlet #347).
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/mistake/async-context-start?ms=1000'}, then the same 300 times at once.
 *
 * <p><b>What you will see.</b> {@code X-Worker-Thread} names a request thread; 300 at once take as long as on
 * {@code /blocking}, and {@code /stats} is silent meanwhile.
 *
 * <p><b>Right.</b> Wait without a thread ({@link asynclab.pattern.AsyncServlet}); work that must block belongs on a bounded
 * pool of its own, as the lookup of {@code /aggregate-non-blocking} does.
 *
 * <p>Calls {@code AsyncContext} directly, so it is not in the ledger. {@code ms} is 10,000 at most, and a stop ends the wait.
 */
public final class AsyncContextStartServlet extends MistakeServlet {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncContextStartServlet.class);

    @Override
    protected void err(Parameters query, HttpServletRequest request, HttpServletResponse response) {
        long millis = query.whole("ms", 0, MAX_MILLIS, 1_000);
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(
                0); // the work always ends it, and a timeout of queued work would be LateAnswerServlet's mistake
        try {
            context.start(() -> work(context, millis)); // the mistake
        } catch (RuntimeException e) { // no thread to be had
            LOG.warn("AsyncContext.start refused", e);
            context.complete();
        }
    }

    private void work(AsyncContext context, long millis) {
        try {
            boolean stopping = exchanges().blockFor(millis);
            var reply = stopping ? Reply.stopping() : ok();
            write(reply.with("X-Worker-Thread", Thread.currentThread().getName()), context);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.warn("An answer from AsyncContext.start failed", e);
        } finally {
            context.complete();
        }
    }
}
