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
 * Logs one line for each request at its end, if the logger {@code asynclab} is at DEBUG ({@code -Dasynclab.log=DEBUG}). The
 * line has the arrival time, the status, and the queueing, planned, hold and total times. Times are milliseconds; the total
 * starts at the arrival. A dash stands for an unknown value: no pattern planned a hold time, or the request has no start
 * time.
 *
 * <pre>GET /async?ms=50 200 arrived 2026-11-21T10:15:30.123Z queued 4 planned 50 held 51 total 52</pre>
 *
 * <p>No servlet can see how long a request waited for a thread (jetty #2492). But the client or a proxy can send the start
 * time in the header {@code X-Request-Start}: {@code t=1700000000.123} or without {@code t=}, in seconds with a point as in
 * nginx, or in whole milliseconds or microseconds. The queueing time is then the time from there to this filter. It uses two
 * clocks if these are two machines. The log does not show whether the client got the answer; the ledger does. When off, the
 * filter costs one check of the log level. Thread-safe.
 */
public final class RequestLogFilter implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLogFilter.class);
    private static final int SHOWN_CHARS = 200;
    private static final Pattern START = Pattern.compile("(?:t=)?([0-9]{10}(?:\\.[0-9]{1,6}|[0-9]{3}|[0-9]{6})?)");
    private static final long MOST_MILLIS = 3_600_000; // a longer queueing time means a wrong clock

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!LOG.isDebugEnabled()) {
            chain.doFilter(request, response);
            return;
        }
        var line = LogLine.of((HttpServletRequest) request);
        try {
            chain.doFilter(request, response);
        } finally {
            // This stays true until the request thread has returned, even if the exchange has ended meanwhile
            // (contracts.md, row 37).
            if (request.isAsyncStarted()) request.getAsyncContext().addListener(line, request, response);
            else line.print((HttpServletResponse) response);
        }
    }

    /** The data of a request at its arrival. It holds no object of the container. */
    private record LogLine(String request, Instant arrived, String queued, long arrivedNanos) implements AsyncListener {

        static LogLine of(HttpServletRequest request) {
            String query = request.getQueryString();
            String text = request.getMethod() + " " + request.getRequestURI() + (query == null ? "" : "?" + query);
            String shown = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
            Instant now = Instant.now();
            return new LogLine(shown, now, queued(request.getHeader("X-Request-Start"), now), System.nanoTime());
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
