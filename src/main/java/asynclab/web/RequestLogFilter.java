package asynclab.web;

import java.io.IOException;
import java.time.Instant;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each request when it is over, if the logger {@code asynclab} is at DEBUG: {@code -Dasynclab.log=DEBUG}. When it
 * arrived, what it was answered, how long it was to be held, how long it was, and how long it took in all; times in milliseconds,
 * a dash where no pattern has planned anything.
 *
 * <pre>GET /async?ms=50 200 arrived 2026-11-21T10:15:30.123Z planned 50 held 51 total 52</pre>
 *
 * <p>What it cannot say, as no log of a container can: how long the request waited for a thread (jetty #2492), and whether
 * anybody read the answer, which the ledger knows. Off, it costs one look at a level. Thread-safe.
 */
public final class RequestLogFilter implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLogFilter.class);
    private static final int SHOWN_CHARS = 200;

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!LOG.isDebugEnabled()) {
            chain.doFilter(request, response);
            return;
        }
        var line = Line.of((HttpServletRequest) request);
        try {
            chain.doFilter(request, response);
        } finally {
            // Until the chain has returned this is so, even if the exchange has ended meanwhile (row 37).
            if (request.isAsyncStarted()) request.getAsyncContext().addListener(line, request, response);
            else line.print((HttpServletResponse) response);
        }
    }

    /** What is known when the request arrives; nothing that belongs to the container. */
    private record Line(String request, Instant arrived, long arrivedNanos) implements AsyncListener {

        static Line of(HttpServletRequest request) {
            String query = request.getQueryString();
            String text = request.getMethod() + " " + request.getRequestURI() + (query == null ? "" : "?" + query);
            String shown = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
            return new Line(shown, Instant.now(), System.nanoTime());
        }

        void print(HttpServletResponse response) {
            LOG.debug(
                    "{} {} arrived {} planned {} held {} total {}",
                    request,
                    response.getStatus(),
                    arrived,
                    orDash(response.getHeader("X-Planned-Ms")),
                    orDash(response.getHeader("X-Held-Ms")),
                    (System.nanoTime() - arrivedNanos) / 1_000_000);
        }

        private static String orDash(String header) {
            return header == null ? "-" : header;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            print((HttpServletResponse) event.getSuppliedResponse());
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this, event.getSuppliedRequest(), event.getSuppliedResponse());
        }
    }

    @Override
    public void init(FilterConfig config) {}

    @Override
    public void destroy() {}
}
