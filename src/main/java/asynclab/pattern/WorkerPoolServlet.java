package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.pool.Workers;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Worker pool: asynchronous for the container, but the work still blocks. A framework's Callable does the same.
 *
 * <p><b>The idea.</b> The request thread passes the work to a separate pool and is free. Blocking work, such as a database
 * driver's, takes only the few threads of this pool. The rest of the server stays responsive (a bulkhead).
 *
 * <p><b>Its cost.</b> The limit has moved, but it is still there: W workers do at most W ÷ hold time requests per second. 8
 * workers at 300 ms give 27. In experiment E3 a pool of eight, whose size was a default, made "Callable suffers horribly". So
 * choose the size. Bound the queue, or the waiting time grows without limit. Refuse with 503 what does not fit. Drop requests
 * whose client has timed out, or the pool does only wasted work.
 *
 * <p><b>Try it.</b> {@code for i in $(seq 16); do curl -s localhost:8080/worker?ms=2000 & done; wait}
 *
 * <p><b>What you will see.</b> Eight answers after two seconds, eight after four, and {@code /stats} answers meanwhile. With
 * {@code /worker?ms=2000&timeoutMs=1000}, 16 times at once: 503 for all after one second, and the work of the second eight
 * never starts.
 */
public final class WorkerPoolServlet extends WorkServlet {

    private ThreadPoolExecutor workers;

    @Override
    public void init() {
        super.init();
        workers = Workers.start(
                getServletName(),
                settings().whole("threads", 1, 10_000, 8),
                settings().whole("queue", 1, 1_000_000, 1_000));
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        AsyncExchange waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        try {
            // answer() does no work for an exchange that has ended.
            workers.execute(() -> waiting.answer(() -> work(hold, waiting)));
        } catch (RejectedExecutionException full) {
            waiting.fail(full);
        }
    }

    @Override
    public void destroy() {
        super.destroy(); // first: it cancels the calls of the backend
        Workers.stop(workers);
    }
}
