package asynclab.pattern;

import asynclab.exchange.Exchange;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Asynchronous: no thread waits. A timer of one scheduler sends the answer after the hold time.
 *
 * <p><b>The idea.</b> {@code startAsync()} detaches the request from its thread. {@code service()} returns, and the thread
 * serves other requests. One scheduler thread ends thousands of requests, because ending one takes microseconds.
 *
 * <p><b>Its cost.</b> A waiting request is an object of a few kilobytes and needs no thread. The limit is no longer threads ÷
 * hold time. It is the processors, the sockets, or the resource that the request waits for. The code is no longer a straight
 * line: {@link asynclab.exchange.AsyncExchange} shows what must be handled.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/async?ms=1000'}, then the same 500 times at once.
 *
 * <p><b>What you will see.</b> All requests are answered after one second. {@code /stats} answers meanwhile, and the number
 * of threads does not grow. {@code curl -i 'localhost:8080/async?ms=5000&timeoutMs=1000'} gives 503 and Retry-After after one
 * second.
 */
public final class AsyncServlet extends HoldServlet {

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        exchanges()
                .goAsync(exchange, request, response, hold.timeoutMillis())
                .answerAfter(hold.plannedMillis(), () -> answer(hold));
    }
}
