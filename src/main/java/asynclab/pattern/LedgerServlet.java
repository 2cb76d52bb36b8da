package asynclab.pattern;

import asynclab.delay.BadParameter;
import asynclab.delay.Parameters;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@link HoldServlet} is for patterns with a planned hold time, for those without one: enters the request in the ledger,
 * refuses what cannot be understood, and sees to it that whatever is thrown ends the exchange.
 */
abstract class LedgerServlet extends HttpServlet {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerServlet.class);

    private final List<String> methods;
    private Exchanges exchanges;

    LedgerServlet(String... methods) {
        this.methods = List.of(methods);
    }

    /** Answers, here or later. What it throws before it goes asynchronous is answered: 400 for a bad parameter, else 500. */
    abstract void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws Exception;

    @Override
    public void init() {
        exchanges = Exchanges.of(getServletContext());
    }

    final Exchanges exchanges() {
        return exchanges;
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) {
        Exchange exchange = exchanges.start();
        try {
            if (!methods.contains(request.getMethod()))
                HoldServlet.end(exchange, response, Ending.ANSWERED, Reply.onlyMethods(String.join(", ", methods)));
            else if (exchanges.isClosing())
                HoldServlet.end(exchange, response, Ending.REJECTED, HoldServlet.stopping());
            else handle(query(request), exchange, request, response);
        } catch (BadParameter bad) {
            HoldServlet.end(exchange, response, Ending.ANSWERED, Reply.badParameter(bad));
        } catch (Throwable thrown) { // nothing is rethrown: after startAsync Tomcat would close without a response
            LOG.error("A request failed", thrown);
            HoldServlet.end(exchange, response, Ending.FAILED, Reply.failed());
        }
    }

    /** The parameters of the query alone: getParameterMap would read a form's body, which blocks, and is {@code /upload}'s. */
    private static Parameters query(HttpServletRequest request) {
        var values = new LinkedHashMap<String, String[]>();
        String query = request.getQueryString();
        if (query == null) return new Parameters(values);
        try {
            for (String pair : query.split("&")) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                String[] more = {equals < 0 ? "" : decode(pair.substring(equals + 1))};
                values.merge(name, more, (one, two) -> new String[] {one[0], two[0]}); // given twice is wrong already
            }
        } catch (IllegalArgumentException undecodable) {
            throw new BadParameter("query", query, "percent-encoded UTF-8");
        }
        return new Parameters(values);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** {@code timeoutMs=}, or what the deployment says. */
    final long timeoutMillis(Parameters query) {
        return query.whole("timeoutMs", 1, HoldServlet.MAX_TIMEOUT_MILLIS, exchanges.timeoutMillis());
    }

    /** An init-param as a whole number. */
    final long setting(String name, long min, long max) {
        return new Parameters(Map.of(name, new String[] {getInitParameter(name)})).whole(name, min, max, min);
    }
}
