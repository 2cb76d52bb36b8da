package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.pool.Workers;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Future: {@code CompletableFuture.supplyAsync} on a dedicated pool.
 *
 * <p><b>The idea.</b> The result of the work is a value that arrives later. The next steps (another call, a join of two, the
 * answer) are attached to this value, and no code waits for it.
 *
 * <p><b>Its cost.</b> A thread still runs the supplier, and if the supplier blocks, that thread is held. This is the worker
 * pool with a nicer interface: experiment E4's "more than doubled" is 500 workers instead of 200 request threads. The code
 * must name the executor; {@link asynclab.mistake.CommonPoolServlet} shows what happens otherwise. An exception of the
 * supplier is lost unless {@code whenComplete} handles it.
 *
 * <p><b>Try it.</b> {@code ab -n 1000 -c 1000 localhost:8080/asyncTest}, then {@code /syncTest}, then {@code /async?ms=1000}.
 *
 * <p><b>What you will see.</b> They take about two seconds (1000 ÷ 500 workers × 1 s), ten seconds (100 request threads), and
 * one second.
 */
public final class FutureServlet extends WorkServlet {

    private ThreadPoolExecutor workers;

    @Override
    public void init() {
        super.init();
        workers = Workers.start(
                getServletName(),
                settings().whole("threads", 1, 10_000, 500),
                settings().whole("queue", 1, 1_000_000, 10_000));
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        AsyncExchange waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        try {
            CompletableFuture.supplyAsync(() -> supply(hold, waiting), workers).whenComplete((reply, thrown) -> {
                if (thrown != null) waiting.fail(thrown);
                else waiting.answer(() -> reply);
            });
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
