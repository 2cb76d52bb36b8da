package asynclab.mistake;

import asynclab.container.Delivery;
import asynclab.exchange.Reply;
import asynclab.input.RequestHead;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.pool.NamedThreads;
import asynclab.servlet.ExchangesServlet;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part that all mistakes share and do right: strict parameters, bounded waits, and an answer if they cannot begin. It
 * does not count requests in the ledger; a mistake that uses the exchange counts its own.
 */
abstract class MistakeServlet extends ExchangesServlet {

    /** The maximum hold time or timeout of a mistake: ten seconds. */
    protected static final long MAX_MILLIS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(MistakeServlet.class);

    /** Makes the mistake with this request. It answers, now or later. */
    protected abstract void makeMistake(Parameters query, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) {
        try {
            String method = request.getMethod();
            if (!method.equals("GET") && !method.equals("HEAD"))
                exchanges().send(request, response, Reply.onlyMethods("GET, HEAD", method));
            else if (exchanges().isClosing()) exchanges().send(request, response, Reply.stopping());
            else {
                RequestHead.checkLength(request);
                makeMistake(RequestHead.query(request), request, response);
            }
        } catch (BadParameter bad) {
            exchanges().send(request, response, Reply.badParameter(bad));
        } catch (Exception e) {
            LOG.error("A request for a mistake failed in an unexpected way", e);
            // After startAsync this thread may not answer; the container's timeout does.
            if (!request.isAsyncStarted()) exchanges().send(request, response, Reply.failed());
        }
    }

    /** Writes an answer to the response of an {@code AsyncContext}. On most containers this may block the thread. */
    protected final void write(Reply reply, AsyncContext context) throws IOException {
        reply.write((HttpServletResponse) context.getResponse(), Delivery.of(getServletContext()));
    }

    protected static Reply ok() {
        return Reply.text("text/plain;charset=utf-8", "ok");
    }

    /** A factory of threads named {@code asynclab-mistake-NAME-NUMBER}. */
    protected static ThreadFactory threads(String name) {
        return new NamedThreads("asynclab-mistake-" + name + "-");
    }
}
