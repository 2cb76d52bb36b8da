package asynclab.mistake;

import asynclab.exchange.Delivery;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import asynclab.input.BadParameter;
import asynclab.input.Parameters;
import asynclab.input.Query;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the mistakes have in common and do right: strict parameters, bounded waits, an answer when they cannot begin. Requests
 * are not entered in the ledger here; a mistake that uses the exchange enters its own.
 */
abstract class MistakeServlet extends HttpServlet {

    /** The longest hold or timeout anybody may ask of a mistake: ten seconds. */
    protected static final long MAX_MILLIS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(MistakeServlet.class);

    private Exchanges exchanges;

    /** Makes the mistake with this request. */
    protected abstract void err(Parameters query, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    public void init() {
        exchanges = Exchanges.of(getServletContext());
    }

    protected final Exchanges exchanges() {
        return exchanges;
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) {
        try {
            String method = request.getMethod();
            if (!method.equals("GET") && !method.equals("HEAD"))
                send(Reply.onlyMethods("GET, HEAD", method), request, response);
            else if (exchanges.isClosing()) send(Reply.stopping(), request, response);
            else err(Query.of(request), request, response);
        } catch (BadParameter bad) {
            send(Reply.badParameter(bad), request, response);
        } catch (Exception e) {
            LOG.error("A request for a mistake failed in an unexpected way", e);
            // after startAsync the container's timeout answers; this thread no longer may
            if (!request.isAsyncStarted()) send(Reply.failed(), request, response);
        }
    }

    protected final void send(Reply reply, HttpServletRequest request, HttpServletResponse response) {
        exchanges.send(request, response, reply);
    }

    /** Writes what a mistake answers by its own {@code AsyncContext}. On most containers this may block the thread. */
    protected final void write(Reply reply, AsyncContext context) throws IOException {
        Delivery.of(getServletContext()).write(reply, (HttpServletResponse) context.getResponse());
    }

    protected static Reply ok() {
        return Reply.text("text/plain;charset=utf-8", "ok");
    }

    protected static ThreadFactory threads(String name) {
        var number = new AtomicInteger();
        return task -> new Thread(task, "asynclab-mistake-" + name + "-" + number.incrementAndGet());
    }
}
