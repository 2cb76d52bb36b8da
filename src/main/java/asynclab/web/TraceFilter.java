package asynclab.web;

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

/**
 * Tells a {@link Burst} what becomes of its requests: which request thread takes one, when that thread goes back, which thread
 * answers and when. Any other request costs a look at one header. Thread-safe.
 */
public final class TraceFilter implements Filter {

    static final String HEADER = "X-Burst";

    private Burst.Register bursts;

    @Override
    public void init(FilterConfig config) {
        bursts = Burst.Register.of(config.getServletContext());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Burst.Shot shot = bursts.find(((HttpServletRequest) request).getHeader(HEADER));
        if (shot == null) {
            chain.doFilter(request, response);
            return;
        }
        shot.taken();
        try {
            chain.doFilter(request, response);
        } finally {
            tellTheEnd(shot, request);
            shot.left();
        }
    }

    private void tellTheEnd(Burst.Shot shot, ServletRequest request) {
        AsyncExchange waiting = Exchanges.waiting((HttpServletRequest) request);
        if (waiting != null) waiting.whenEnded(shot::answered);
        else if (!request.isAsyncStarted()) shot.answered(); // else a mistake, whose end its client sees
    }

    @Override
    public void destroy() {}
}
