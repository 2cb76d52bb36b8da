package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.resource.Workers;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Worker pool: asynchronous to the container, blocking all the same. What a Callable does in a framework.
 *
 * <p><b>The idea.</b> The request thread hands the work to a pool of its own kind and is free. Work that must block, a
 * database driver say, then takes its few threads and no others: the rest of the server stays responsive (a bulkhead).
 *
 * <p><b>Its cost.</b> The ceiling has moved, not gone: W workers do at most W ÷ hold time requests per second, 8 workers at
 * 300 ms 27. A pool of eight that nobody chose made "Callable suffers horribly" of experiment E3. So: choose the size; bound
 * the queue, or the wait grows without end; refuse with 503 what does not fit; and drop what was queued for longer than its
 * client would wait, or the pool works for nobody.
 *
 * <p><b>Try it.</b> {@code for i in $(seq 16); do curl -s localhost:8080/worker?ms=2000 & done; wait}
 *
 * <p><b>What you will see.</b> Eight answers after two seconds, eight after four, and {@code /stats} answers throughout.
 * {@code /worker?ms=2000&timeoutMs=1000}, 16 times at once: 503 for all after one second, and the second eight are never
 * worked on.
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
            // answer() looks first whether it is still wanted
            workers.execute(() -> waiting.answer(() -> work(hold, waiting)));
        } catch (RejectedExecutionException full) {
            waiting.fail(full);
        }
    }

    @Override
    public void destroy() {
        super.destroy(); // first, for it wakes those whom an interrupt does not
        Workers.stop(workers);
    }
}
