package asynclab.pattern;

import asynclab.exchange.Deadline;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.servlet.HoldServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Blocking: the request thread itself waits.
 *
 * <p><b>The idea.</b> One thread serves one request, from the first byte read to the last byte written. The code is a
 * straight line.
 *
 * <p><b>Its cost.</b> A pool of T threads answers at most T ÷ hold time requests per second, even if the processors are idle:
 * 98 usable threads and 1.6 s give 61 req/s. Further requests wait in the pool's queue, and the client waits for queue and
 * hold time together. A container cannot stop a thread that waits. {@code timeoutMs=} ends the wait here only because the
 * code gives its own wait a timeout, as code that calls a driver or an HTTP client must.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/blocking?ms=1000'}, then the same 500 times at once.
 *
 * <p><b>What you will see.</b> The first hundred answers come after one second, the next hundred after two, and so on. No
 * page of the server answers meanwhile, not even {@code /stats}. JMX still works.
 */
public final class BlockingServlet extends HoldServlet {

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws InterruptedException, Deadline.Passed {
        boolean tooLong = hold.plannedMillis() > hold.timeoutMillis();
        boolean stopping = exchanges().blockFor(tooLong ? hold.timeoutMillis() : hold.plannedMillis());
        if (stopping) end(exchange, request, response, Ending.DRAINED, Reply.stopping());
        else if (tooLong) throw Deadline.in(hold.timeoutMillis()).passed();
        else end(exchange, request, response, Ending.ANSWERED, answer(hold));
    }
}
