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
 * Tells a {@link Burst} what becomes of its requests: which request thread takes one, when that thread goes back, which thread
 * answers and when. A request of a burst that is over is refused: its client has gone. Any other request costs a look at one
 * header. Thread-safe.
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
        Burst.Shot shot = bursts.find(header);
        if (shot == null) {
            exchanges.refuse(
                    (HttpServletRequest) request,
                    (HttpServletResponse) response,
                    "The burst of this request has ended.");
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
        if (waiting != null) shot.waits(waiting);
        else if (!request.isAsyncStarted()) shot.answered(); // else a mistake, whose end its client sees
    }

    @Override
    public void destroy() {}
}
