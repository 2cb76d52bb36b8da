package asynclab.web.filter;

import java.io.IOException;
import java.time.Instant;
import java.util.regex.Pattern;
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
 * arrived, what it was answered, how long it was queued, was to be held, was held, and took in all from its arrival; times in
 * milliseconds, a dash where no pattern has planned anything or nobody said when the request was sent.
 *
 * <pre>GET /async?ms=50 200 arrived 2026-11-21T10:15:30.123Z queued 4 planned 50 held 51 total 52</pre>
 *
 * <p>How long a request waited for a thread no servlet can see (jetty #2492), unless who sent it or a proxy says when, in the header
 * {@code X-Request-Start}: {@code t=1700000000.123} or without {@code t=}, seconds with a point as nginx has them, or whole
 * milliseconds or microseconds. Queued is then the time from there to this filter, by two clocks if they are two machines. Whether
 * anybody read the answer the ledger knows. Off, all this costs one look at a level. Thread-safe.
 */
public final class RequestLogFilter implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLogFilter.class);
    private static final int SHOWN_CHARS = 200;
    private static final Pattern START = Pattern.compile("(?:t=)?([0-9]{10}(?:\\.[0-9]{1,6}|[0-9]{3}|[0-9]{6})?)");
    private static final long MOST_MILLIS = 3_600_000; // a longer one is a wrong clock

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
    private record Line(String request, Instant arrived, String queued, long arrivedNanos) implements AsyncListener {

        static Line of(HttpServletRequest request) {
            String query = request.getQueryString();
            String text = request.getMethod() + " " + request.getRequestURI() + (query == null ? "" : "?" + query);
            String shown = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
            Instant now = Instant.now();
            return new Line(shown, now, queued(request.getHeader("X-Request-Start"), now), System.nanoTime());
        }

        private static String queued(String sent, Instant now) {
            var time = START.matcher(sent == null ? "" : sent);
            if (!time.matches()) return "-";
            double number = Double.parseDouble(time.group(1));
            double sentMillis = number < 1e11 ? number * 1e3 : number < 1e14 ? number : number / 1e3;
            long queued = Math.round(now.toEpochMilli() - sentMillis);
            return queued < 0 || queued > MOST_MILLIS ? "-" : Long.toString(queued);
        }

        void print(HttpServletResponse response) {
            LOG.debug(
                    "{} {} arrived {} queued {} planned {} held {} total {}",
                    request,
                    response.getStatus(),
                    arrived,
                    queued,
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
