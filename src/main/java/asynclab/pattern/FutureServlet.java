package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.resource.Workers;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Future: {@code CompletableFuture.supplyAsync} on a pool of its own.
 *
 * <p><b>The idea.</b> The work becomes a value that will be there later; what follows it (another call, a join of two, the
 * answer) is attached to it instead of waiting for it.
 *
 * <p><b>Its cost.</b> Something still runs the supplier, and if that blocks, its thread is held. This is the worker pool with
 * a nicer interface: experiment E4's "more than doubled" is 500 workers ÷ 200 request threads. The executor must be named; see
 * {@link asynclab.mistake.CommonPoolServlet} for what happens otherwise. What the supplier throws goes nowhere unless
 * {@code whenComplete} looks.
 *
 * <p><b>Try it.</b> {@code ab -n 1000 -c 1000 localhost:8080/asyncTest}, then {@code /syncTest}, then {@code /async?ms=1000}.
 *
 * <p><b>What you will see.</b> About two seconds (1000 ÷ 500 workers × 1 s), ten (100 request threads), and one.
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
            CompletableFuture.supplyAsync(() -> supply(waiting, hold), workers).whenComplete((reply, thrown) -> {
                if (thrown != null) waiting.fail(thrown);
                else waiting.answer(() -> reply);
            });
        } catch (RejectedExecutionException full) {
            waiting.fail(full);
        }
    }

    private Reply supply(AsyncExchange waiting, Hold hold) {
        if (!waiting.isOpen()) return null; // its client has had its 503: nobody reads this
        try {
            return work(hold, waiting);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void destroy() {
        super.destroy(); // first, for it wakes those whom an interrupt does not
        Workers.stop(workers);
    }
}
