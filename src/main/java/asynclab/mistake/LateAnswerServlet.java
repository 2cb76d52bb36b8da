package asynclab.mistake;

import asynclab.exchange.Delivery;
import asynclab.exchange.Reply;
import asynclab.input.Parameters;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mistake: an answer after the timeout.
 *
 * <p><b>The idea.</b> A timer answers when the work is done; the container's timeout answers when that takes too long. Neither
 * asks whether the other was there.
 *
 * <p><b>What breaks.</b> After the timeout request and response belong to the container, which clears them and gives the same
 * objects to the next request. The late task then gets an IllegalStateException if it is lucky. If it is not, the objects have
 * been given out already, and it writes into, or completes, <i>somebody else's</i> response (Tomcat bz 61768, CVE-2018-8037).
 *
 * <p><b>Shown safely.</b> The thread of the timeout stays in {@code onTimeout} until the late task has tried, so the objects
 * are not given out before; and the task only completes a second time and does not write. In the wild there is no such
 * thread.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/mistake/late-answer?ms=3000&timeoutMs=500'}
 *
 * <p><b>What you will see.</b> 503 after half a second (on Tomcat up to one more, it looks once a second); after three seconds
 * a line in the server's log: Tomcat threw an IllegalStateException, Jetty 12 said nothing at all, so trusting to the
 * exception is no cure.
 *
 * <p><b>Right.</b> One compare-and-set decides who ends the exchange, and the loser touches nothing:
 * {@code /async?ms=3000&timeoutMs=500}, see {@link asynclab.exchange.AsyncExchange}.
 *
 * <p>Calls {@code AsyncContext} directly, so it is not in the ledger. {@code ms} and {@code timeoutMs} are 10,000 at most.
 */
public final class LateAnswerServlet extends MistakeServlet {

    private static final Logger LOG = LoggerFactory.getLogger(LateAnswerServlet.class);
    private static final int RETRY_SECONDS = 1;

    private ScheduledThreadPoolExecutor timer;

    @Override
    public void init() {
        super.init();
        timer = new ScheduledThreadPoolExecutor(1, threads("late-answer"));
    }

    @Override
    protected void err(Parameters query, HttpServletRequest request, HttpServletResponse response) {
        long millis = query.whole("ms", 0, MAX_MILLIS, 3_000);
        long timeoutMillis = query.whole("timeoutMs", 50, MAX_MILLIS, 500);
        var answer = new Answer(
                request.startAsync(request, response),
                Delivery.of(getServletContext()),
                new AtomicBoolean(),
                new CountDownLatch(1));
        answer.context.setTimeout(timeoutMillis);
        answer.context.addListener(answer);
        try {
            timer.schedule(answer::whenDone, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) { // being destroyed
            answer.whenDone();
        }
    }

    /** @param written keeps the two answers out of each other's bytes: as much of the cure as showing it safely needs */
    private record Answer(AsyncContext context, Delivery delivery, AtomicBoolean written, CountDownLatch tried)
            implements AsyncListener {

        void whenDone() {
            try {
                boolean inTime = written.compareAndSet(false, true);
                if (inTime) delivery.write(ok(), (HttpServletResponse) context.getResponse());
                context.complete(); // the mistake: also when the timeout was first
                if (!inTime) LOG.warn("An answer came after the timeout, and the container raised no error");
            } catch (IOException | RuntimeException e) {
                LOG.warn("An answer came after the timeout", e);
            } finally {
                tried.countDown();
            }
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            if (written.compareAndSet(false, true)) {
                var response = (HttpServletResponse) context.getResponse();
                delivery.write(Reply.unavailable(RETRY_SECONDS, "No answer in time."), response);
                response.flushBuffer(); // the client need not wait for the demonstration
                context.complete();
            }
            stay();
        }

        /** Keeps the container's thread, and so request and response, until the late task has had its try. */
        private void stay() {
            try {
                if (!tried.await(2 * MAX_MILLIS, TimeUnit.MILLISECONDS))
                    LOG.warn("The late answer did not come in time");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {
            written.set(true);
            stay();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Override
    public void destroy() {
        timer.shutdown(); // what is scheduled still runs, ten seconds at most: somebody waits for it
    }
}
