package asynclab.web.filter;

import asynclab.exchange.Exchanges;
import asynclab.web.burst.Burst;
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
 * Watches requests for three observers, each of which is usually off: the {@link RequestLog}, the timeline of threads ({@link
 * RequestsByThread}), and the {@link Burst} that has sent the request. A request of a burst that is over is refused, because its client
 * is gone. Any other request costs one look at the log level, at a field and at a header. Thread-safe.
 */
public final class ObserverFilter implements Filter {

    private RequestsByThread threads;
    private Burst.Register bursts;
    private Exchanges exchanges;

    @Override
    public void init(FilterConfig config) {
        threads = RequestsByThread.of(config.getServletContext());
        bursts = Burst.Register.of(config.getServletContext());
        exchanges = Exchanges.of(config.getServletContext());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var http = (HttpServletRequest) request;
        RequestLog line = RequestLog.of(http);
        boolean watched = threads.isWatched();
        if (watched) threads.take(http.getRequestURI());
        try {
            follow(http, (HttpServletResponse) response, chain);
        } finally {
            if (watched) threads.leave();
            if (line != null) line.threadReturns(http, (HttpServletResponse) response);
        }
    }

    private void follow(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String header = request.getHeader(Burst.HEADER);
        Burst.BurstRequest sent = header == null ? null : bursts.find(header);
        if (header != null && sent == null) {
            exchanges.refuse(request, response, "The burst of this request has ended.");
            return;
        }
        if (sent != null) sent.taken();
        try {
            chain.doFilter(request, response);
        } finally {
            if (sent != null) sent.threadReturns(request);
        }
    }

    @Override
    public void destroy() {}
}
