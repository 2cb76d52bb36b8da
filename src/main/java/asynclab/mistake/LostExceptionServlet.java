package asynclab.mistake;

import asynclab.parameter.Parameters;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Mistake: a task whose exception is lost.
 *
 * <p><b>The idea.</b> {@code executor.submit(task)}; the task answers and completes.
 *
 * <p><b>What breaks.</b> If the task throws, {@code submit} and {@code schedule} keep the exception in the {@code Future}
 * they return, and no code reads it. There is no line in the log and no answer. The client waits for the container's timeout
 * (30 s by default), which then gives 500 for a failure in the first millisecond (grpc-java #1237).
 *
 * <p><b>Try it.</b> {@code time curl -i 'localhost:8080/mistake/lost-exception?timeoutMs=3000'}
 *
 * <p><b>What you will see.</b> 500 after three seconds (on Tomcat up to one second later, because it checks once per second).
 * The log does not show the cause.
 *
 * <p><b>Right.</b> Catch Throwable in every task, log it, and fail the exchange. {@link
 * asynclab.exchange.AsyncExchange#answer} and its timers do this.
 *
 * <p>It calls {@code AsyncContext} directly, so it is not in the ledger. {@code timeoutMs} is from 100 to 10,000.
 */
public final class LostExceptionServlet extends MistakeServlet {

    /** With a timeout of 1 ms, one request on a busy machine was never answered. The cause is unknown. */
    private static final long MIN_TIMEOUT_MILLIS = 100;

    private ExecutorService pool;

    @Override
    public void init() {
        super.init();
        pool = Executors.newSingleThreadExecutor(threads("lost-exception"));
    }

    @Override
    protected void makeMistake(Parameters query, HttpServletRequest request, HttpServletResponse response) {
        long timeoutMillis = query.whole("timeoutMs", MIN_TIMEOUT_MILLIS, MAX_MILLIS, 3_000);
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(timeoutMillis);
        pool.submit(() -> work(context)); // the mistake: no code reads the Future
    }

    private static void work(AsyncContext context) {
        int length = Integer.parseInt("You will not find this sentence in the log"); // throws
        context.getResponse().setContentLength(length);
        context.complete(); // not reached, so the client waits
    }

    @Override
    public void destroy() {
        pool.shutdownNow();
    }
}
