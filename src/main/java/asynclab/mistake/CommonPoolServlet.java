package asynclab.mistake;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.CompletableFuture;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Common pool: blocking work passed to {@code supplyAsync} without an executor.
 *
 * <p><b>The mistake.</b> One argument is missing, so the work runs on the JVM's common pool. That pool is made for computing.
 * It has one worker for each processor but one, and every application and library in the process shares it. Three workers on
 * four processors do 3 ÷ 300 ms = 10 requests per second. This alone explains "DeferredResult is even worse" in experiment
 * E3. On one or two processors the opposite happens: each task gets a new thread, without a limit.
 *
 * <p><b>Its cost.</b> The pool has a default size, it refuses nothing, and its queue is unbounded. All other users of the pool wait
 * too ({@code parallelStream()} is one). The application cannot stop the threads.
 *
 * <p><b>Try it.</b> Start the server with {@code -Djava.util.concurrent.ForkJoinPool.common.parallelism=3}, then {@code for i
 * in $(seq 12); do curl -s localhost:8080/deferredendpoint?ms=1000 & done; wait}
 *
 * <p><b>What you will see.</b> Three answers per second, although nothing computes. {@link asynclab.pattern.FutureServlet} is
 * the same with the argument; {@link asynclab.pattern.GatewayServlet} needs no such thread.
 */
public final class CommonPoolServlet extends WorkServlet {

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        AsyncExchange waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        try {
            CompletableFuture.supplyAsync(() -> supply(hold, waiting)) // the mistake: no executor
                    .whenComplete((reply, thrown) -> {
                        if (thrown != null) waiting.fail(thrown);
                        else waiting.answer(() -> reply);
                    });
        } catch (Throwable thrown) { // if each task gets a new thread, none may be left
            waiting.fail(thrown);
        }
    }
}
