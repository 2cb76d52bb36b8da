package asynclab.web.burst;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchanges;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Reports to a {@link Burst} when a request thread takes a request, when that thread returns, and which thread answers. It
 * refuses a request of a burst that is over, because its client is gone. Any other request costs one look at a header.
 * Thread-safe.
 */
public final class TraceFilter implements Filter {

    static final String HEADER = "X-Burst";

    private Burst.Register bursts;
    private Exchanges exchanges;

    @Override
    public void init(FilterConfig config) {
        exchanges = Exchanges.of(config.getServletContext());
        bursts = Burst.Register.of(config.getServletContext());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String header = ((HttpServletRequest) request).getHeader(HEADER);
        if (header == null) {
            chain.doFilter(request, response);
            return;
        }
        Burst.BurstRequest traced = bursts.find(header);
        if (traced == null) {
            exchanges.refuse(
                    (HttpServletRequest) request,
                    (HttpServletResponse) response,
                    "The burst of this request has ended.");
            return;
        }
        traced.taken();
        try {
            chain.doFilter(request, response);
        } finally {
            followToTheEnd(traced, request);
            traced.threadReturned();
        }
    }

    private void followToTheEnd(Burst.BurstRequest traced, ServletRequest request) {
        AsyncExchange waiting = Exchanges.waiting((HttpServletRequest) request);
        if (waiting != null) traced.waitsWithoutThread(waiting);
        else if (!request.isAsyncStarted())
            traced.answered(); // otherwise a mistake without an exchange; only the client sees its end
    }

    @Override
    public void destroy() {}
}
