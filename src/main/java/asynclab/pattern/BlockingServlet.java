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
 * <p><b>The idea.</b> One thread per request, from the first byte read to the last byte written. The code is a straight line.
 *
 * <p><b>Its cost.</b> A pool of T threads answers at most T ÷ hold time requests per second, whatever the processors are
 * doing: 98 usable threads and 1.6 s make 61 a second. What comes faster waits in the pool's queue, and the client waits for
 * queue and hold together. Nor can a container take a thread away from what it waits for: {@code timeoutMs=} ends the wait here
 * because the code gives its own wait a time-out, as it would a driver's or a client's.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/blocking?ms=1000'}, then the same 500 times at once.
 *
 * <p><b>What you will see.</b> The first hundred after one second, the next after two, and so on; meanwhile no page of the
 * server answers. {@code /stats} is silent too; JMX is not.
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
