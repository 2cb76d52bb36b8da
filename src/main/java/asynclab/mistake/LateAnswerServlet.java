package asynclab.mistake;

import asynclab.container.Delivery;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
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
 * <p><b>The idea.</b> A timer answers when the work is done. The container's timeout answers if that takes too long. Neither
 * checks whether the other one has already answered.
 *
 * <p><b>What breaks.</b> After the timeout, request and response belong to the container again. It clears them and uses the
 * same objects for the next request. In the good case the late task gets an IllegalStateException. In the bad case the
 * objects already belong to another request, and the task writes into, or completes, <i>another client's</i> response (Tomcat
 * bz 61768, CVE-2018-8037).
 *
 * <p><b>Shown safely.</b> The timeout thread stays in {@code onTimeout} until the late task has tried, so the container
 * cannot reuse the objects before. The task only completes a second time and does not write. A real application has no such
 * protection.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/mistake/late-answer?ms=3000&timeoutMs=500'}
 *
 * <p><b>What you will see.</b> 503 after half a second (on Tomcat up to one second later, because it checks once per second).
 * After three seconds the server's log has a line: Tomcat threw an IllegalStateException, Jetty 12 raised no error. So
 * relying on the exception does not help.
 *
 * <p><b>Right.</b> One compare-and-set decides which caller ends the exchange, and the other caller touches nothing: {@code
 * /async?ms=3000&timeoutMs=500}, see {@link asynclab.exchange.AsyncExchange}.
 *
 * <p>It calls {@code AsyncContext} directly, so it is not in the ledger. {@code ms} and {@code timeoutMs} are at most 10,000.
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
    protected void makeMistake(Parameters query, HttpServletRequest request, HttpServletResponse response) {
        long millis = query.whole("ms", 0, MAX_MILLIS, 3_000);
        long timeoutMillis = query.whole("timeoutMs", 50, MAX_MILLIS, 500);
        var answer = new LateAnswer(
                request.startAsync(request, response),
                Delivery.of(getServletContext()),
                new AtomicBoolean(),
                new CountDownLatch(1));
        answer.context.setTimeout(timeoutMillis);
        answer.context.addListener(answer);
        try {
            timer.schedule(answer::whenDone, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) { // the servlet is being destroyed
            answer.whenDone();
        }
    }

    /** @param written prevents two bodies in one response. A safe demonstration needs this part of the cure. */
    private record LateAnswer(AsyncContext context, Delivery delivery, AtomicBoolean written, CountDownLatch tried)
            implements AsyncListener {

        void whenDone() {
            try {
                boolean inTime = written.compareAndSet(false, true);
                if (inTime) ok().write((HttpServletResponse) context.getResponse(), delivery);
                context.complete(); // the mistake: also after the timeout
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
                Reply.unavailable(RETRY_SECONDS, "No answer in time.").write(response, delivery);
                response.flushBuffer(); // so that the client does not wait for the late task
                context.complete();
            }
            awaitLateTask();
        }

        /** Keeps the container's thread, and so request and response, until the late task has tried to answer. */
        private void awaitLateTask() {
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
            awaitLateTask();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Override
    public void destroy() {
        timer.shutdown(); // scheduled tasks still run, for ten seconds at most, because clients wait for them
    }
}
