package asynclab.web.filter;

import java.time.Instant;
import java.util.regex.Pattern;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The line that the log gets at the end of a request, if the logger {@code asynclab} is at DEBUG ({@code -Dasynclab.log=DEBUG}). The
 * line has the arrival time, the status, and the queueing, planned, hold and total times. Times are milliseconds; the total
 * starts at the arrival. A dash stands for an unknown value: no pattern planned a hold time, or the request has no start
 * time.
 *
 * <pre>GET /async?ms=50 200 arrived 2026-11-21T10:15:30.123Z queued 4 planned 50 held 51 total 52</pre>
 *
 * <p>No servlet can see how long a request waited for a thread (jetty #2492). But the client or a proxy can send the start
 * time in the header {@code X-Request-Start}: {@code t=1700000000.123} or without {@code t=}, in seconds with a point as in
 * nginx, or in whole milliseconds or microseconds. The queueing time is then the time from there to the filter. It uses two
 * clocks if these are two machines. The log does not show whether the client got the answer; the ledger does.
 *
 * <p>It has the data of the request at its arrival, and holds no object of the container.
 */
record RequestLog(String request, Instant arrived, String queued, long arrivedNanos) implements AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);
    private static final int SHOWN_CHARS = 200;
    private static final Pattern START = Pattern.compile("(?:t=)?([0-9]{10}(?:\\.[0-9]{1,6}|[0-9]{3}|[0-9]{6})?)");
    private static final long MOST_MILLIS = 3_600_000; // a longer queueing time means a wrong clock

    /** Null if the log is off. */
    static RequestLog of(HttpServletRequest request) {
        if (!LOG.isDebugEnabled()) return null;
        String query = request.getQueryString();
        String text = request.getMethod() + " " + request.getRequestURI() + (query == null ? "" : "?" + query);
        String shown = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
        Instant now = Instant.now();
        return new RequestLog(shown, now, queued(request.getHeader("X-Request-Start"), now), System.nanoTime());
    }

    private static String queued(String sent, Instant now) {
        var time = START.matcher(sent == null ? "" : sent);
        if (!time.matches()) return "-";
        double number = Double.parseDouble(time.group(1));
        double sentMillis = number < 1e11 ? number * 1e3 : number < 1e14 ? number : number / 1e3;
        long queued = Math.round(now.toEpochMilli() - sentMillis);
        return queued < 0 || queued > MOST_MILLIS ? "-" : Long.toString(queued);
    }

    /** Prints the line now, or at the end of an asynchronous request. The request thread calls it when it returns. */
    void threadReturns(HttpServletRequest request, HttpServletResponse response) {
        // This stays true until the request thread has returned, even if the exchange has ended meanwhile
        // (contracts.md, row 37).
        if (request.isAsyncStarted()) request.getAsyncContext().addListener(this, request, response);
        else print(response);
    }

    private void print(HttpServletResponse response) {
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
