package asynclab.mistake;

import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mistake: blocking work passed to {@code AsyncContext.start()}.
 *
 * <p><b>The idea.</b> {@code startAsync()} releases the request thread, and {@code start()} runs the work "on another
 * thread".
 *
 * <p><b>What breaks.</b> Nothing breaks, and nothing is gained. The other thread comes from the container's own pool of
 * request threads: one is released and another one is taken. A pool of T threads still answers at most T ÷ hold time requests
 * per second. The same pool must still accept all other requests (graphql-java-servlet #347).
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/mistake/async-context-start?ms=1000'}, then the same 300 times at once.
 *
 * <p><b>What you will see.</b> {@code X-Worker-Thread} names a request thread. 300 requests take as long as on {@code
 * /blocking}, and {@code /stats} does not answer meanwhile.
 *
 * <p><b>Right.</b> Wait without a thread ({@link asynclab.pattern.AsyncServlet}). Blocking work belongs on a bounded pool of
 * its own, as for the lookup of {@code /aggregate-non-blocking}.
 *
 * <p>It calls {@code AsyncContext} directly, so it is not in the ledger. {@code ms} is at most 10,000, and a shutdown ends
 * the wait.
 */
public final class AsyncContextStartServlet extends MistakeServlet {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncContextStartServlet.class);

    @Override
    protected void makeMistake(Parameters query, HttpServletRequest request, HttpServletResponse response) {
        long millis = query.whole("ms", 0, MAX_MILLIS, 1_000);
        AsyncContext context = request.startAsync(request, response);
        // No timeout: the work always completes, and a timeout of queued work would be the mistake of
        // LateAnswerServlet.
        context.setTimeout(0);
        try {
            context.start(() -> work(context, millis)); // the mistake
        } catch (RuntimeException e) { // no thread is available
            LOG.warn("AsyncContext.start refused", e);
            end(context, Reply.unavailable(1, "No request thread is free."));
        }
    }

    private void work(AsyncContext context, long millis) {
        boolean interrupted = false;
        Reply reply;
        try {
            reply = exchanges().blockFor(millis) ? Reply.stopping() : ok();
        } catch (InterruptedException e) {
            interrupted = true;
            reply = Reply.stopping();
        }
        end(context, reply.with("X-Worker-Thread", Thread.currentThread().getName()));
        if (interrupted) Thread.currentThread().interrupt(); // not before: Tomcat would refuse the write
    }

    private void end(AsyncContext context, Reply reply) {
        try {
            write(reply, context);
        } catch (IOException | RuntimeException e) {
            LOG.warn("An answer from AsyncContext.start failed", e);
        } finally {
            context.complete();
        }
    }
}
