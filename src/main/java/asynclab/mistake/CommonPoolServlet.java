package asynclab.mistake;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Common pool: blocking work given to {@code supplyAsync} without saying whose threads do it.
 *
 * <p><b>The mistake.</b> One argument is missing, and the work runs on the JVM's common pool, made for computing: a worker for
 * each processor but one, shared by every application and library in the process. Three workers on four processors do 3 ÷ 300
 * ms = 10 requests a second; that is the whole of "DeferredResult is even worse" in experiment E3. On one or two processors
 * it is the reverse: a new thread for each task, without bound.
 *
 * <p><b>Its cost.</b> Nobody chose the number, nothing is refused, the queue has no end, everybody else who uses the pool waits
 * along ({@code parallelStream()} too), and the threads are not ours to stop.
 *
 * <p><b>Try it.</b> Start the server with {@code -Djava.util.concurrent.ForkJoinPool.common.parallelism=3}, then
 * {@code for i in $(seq 12); do curl -s localhost:8080/deferredendpoint?ms=1000 & done; wait}
 *
 * <p><b>What you will see.</b> Three answers a second, although nothing computes. {@link asynclab.pattern.FutureServlet} is
 * the same with the argument; {@link asynclab.pattern.GatewayServlet} needs no such thread.
 */
public final class CommonPoolServlet extends WorkServlet {

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        AsyncExchange waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        try {
            CompletableFuture.supplyAsync(() -> supply(waiting, hold)) // the mistake: on whose threads?
                    .whenComplete((reply, thrown) -> {
                        if (thrown != null) waiting.fail(thrown);
                        else waiting.answer(() -> reply);
                    });
        } catch (Throwable thrown) { // where each task gets a thread of its own, there may be none left
            waiting.fail(thrown);
        }
    }

    private Reply supply(AsyncExchange waiting, Hold hold) {
        if (!waiting.isOpen()) return null;
        try {
            return work(hold, waiting);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
