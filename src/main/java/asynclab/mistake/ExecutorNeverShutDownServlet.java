package asynclab.mistake;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Mistake: an executor that is never shut down.
 *
 * <p><b>The idea.</b> Work on another thread needs an executor, so the servlet creates one for each request, like {@code
 * Executors.newSingleThreadExecutor()} or {@code new Timer()}.
 *
 * <p><b>What breaks.</b> The threads of an executor outlive the work. One executor for each request leaks a thread for each
 * request. One for the servlet outlives the undeploy. Each thread refers to the application's class loader, so every redeploy
 * keeps a whole copy of the application in memory. Threads that are not daemons also keep a stopped server's JVM alive.
 *
 * <p><b>Shown safely.</b> At most eight threads at a time are leaked. They are daemons, and each ends after two idle minutes.
 * Until then they leak, also after an undeploy; {@code Executors} would leave them for ever. Without a request for this URL,
 * nothing leaks.
 *
 * <p><b>Try it.</b> {@code curl -i localhost:8080/mistake/executor-never-shut-down} three times, then {@code jstack <pid> |
 * grep leaked}; undeploy the application, and again.
 *
 * <p><b>What you will see.</b> Threads {@code asynclab-mistake-leaked-1} to {@code -3}, before and after the undeploy. Tomcat
 * logs a warning about them. From the ninth request on: 503.
 *
 * <p><b>Right.</b> One executor with an owner that shuts it down, in {@code destroy()} or as {@link
 * asynclab.exchange.Exchanges} does.
 *
 * <p>It answers through the exchange, so it is in the ledger.
 */
public final class ExecutorNeverShutDownServlet extends MistakeServlet {

    private static final int MOST_LEAKED = 8;
    private static final long LEAKED_SECONDS = 120;

    private final Semaphore leaks = new Semaphore(MOST_LEAKED);
    private final ThreadFactory names = threads("leaked");

    @Override
    protected void makeMistake(Parameters query, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        Exchange exchange = exchanges().start();
        if (!leaks.tryAcquire()) {
            var reply = Reply.unavailable(
                    (int) LEAKED_SECONDS, "At most " + MOST_LEAKED + " threads may be leaked at the same time.");
            exchanges().end(exchange, request, response, Ending.REJECTED, reply);
            return;
        }
        try {
            AsyncExchange waiting =
                    exchanges().goAsync(exchange, request, response, exchanges().timeoutMillis());
            ExecutorService executor = newExecutor(); // the mistake: no reference is kept, so no code can shut it down
            executor.execute(() -> waiting.answer(MistakeServlet::ok));
        } catch (Throwable thrown) { // no thread has started
            leaks.release();
            exchanges().fail(exchange, request, response, thrown);
        }
    }

    /** The same as {@code Executors.newSingleThreadExecutor()}, except that an idle thread ends. */
    private ExecutorService newExecutor() {
        var executor = new ThreadPoolExecutor(
                1, 1, LEAKED_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::leakedThread);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private Thread leakedThread(Runnable worker) {
        Runnable untilIdle = () -> {
            try {
                worker.run();
            } finally {
                leaks.release();
            }
        };
        Thread thread = names.newThread(untilIdle);
        thread.setDaemon(true);
        return thread;
    }
}
