package asynclab.pattern;

import asynclab.exchange.Exchange;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Asynchronous: nobody waits. A timer of one scheduler answers when the time has come.
 *
 * <p><b>The idea.</b> {@code startAsync()} detaches the request from its thread; {@code service()} returns; the thread serves
 * others. One scheduler thread ends thousands of requests, because ending one takes microseconds.
 *
 * <p><b>Its cost.</b> A waiting request is an object of a few kilobytes and no thread. The bound is no longer threads ÷ hold
 * time but the processors, the sockets, or whatever the wait is for. The code is no longer a straight line: see
 * {@link asynclab.exchange.AsyncExchange} for what that asks of it.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/async?ms=1000'}, then the same 500 times at once.
 *
 * <p><b>What you will see.</b> All of them after one second, and {@code /stats} answers throughout, with no more threads than
 * before. {@code curl -i 'localhost:8080/async?ms=5000&timeoutMs=1000'} gives 503 and Retry-After after one second.
 */
public final class AsyncServlet extends HoldServlet {

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        exchanges()
                .goAsync(exchange, request, response, hold.timeoutMillis())
                .answerAfter(hold.plannedMillis(), () -> answer(hold));
    }
}
