package asynclab.servlet;

import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.RequestHead;
import asynclab.input.Settings;
import asynclab.parameter.Parameters;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Base class of every pattern. It enters the request in the ledger, refuses a request that is not valid, and ends the exchange after
 * every exception.
 */
public abstract class LedgerServlet extends ExchangesServlet {

    /** The longest deadline: the longest hold time and a minute. */
    public static final long MAX_TIMEOUT_MILLIS = 660_000;

    private final List<String> methods;

    /** @param methods that are answered; others get 405 */
    protected LedgerServlet(String... methods) {
        this.methods = List.of(methods);
    }

    /** Answers, now or later. An exception ends the exchange, before or after it goes asynchronous. */
    protected abstract void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    /** HEAD is answered as GET: the 3.1 API's doHead would send a length of 0 for an asynchronous answer (jakartaee #225). */
    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) {
        Exchange exchange = exchanges().start();
        try {
            if (!methods.contains(request.getMethod()))
                end(
                        exchange,
                        request,
                        response,
                        Ending.ANSWERED,
                        Reply.onlyMethods(String.join(", ", methods), request.getMethod()));
            else if (exchanges().isClosing()) end(exchange, request, response, Ending.REJECTED, Reply.stopping());
            else {
                RequestHead.checkLength(request);
                handle(RequestHead.query(request), exchange, request, response);
            }
        } catch (Throwable thrown) { // nothing is rethrown: after startAsync Tomcat would close without a response
            exchanges().fail(exchange, request, response, thrown);
        }
    }

    /** {@code timeoutMs=}, or the default of the deployment. */
    protected final long timeoutMillis(Parameters query) {
        return query.whole("timeoutMs", 1, MAX_TIMEOUT_MILLIS, exchanges().timeoutMillis());
    }

    /** The init-params of this servlet. */
    protected final Settings settings() {
        return Settings.of(getServletConfig());
    }

    /** Ends an exchange that has not gone asynchronous, on its request thread ({@link asynclab.exchange.Exchanges#end}). */
    protected final void end(
            Exchange exchange, HttpServletRequest request, HttpServletResponse response, Ending ending, Reply reply) {
        exchanges().end(exchange, request, response, ending, reply);
    }
}
