package asynclab.pattern.stream;

import asynclab.delay.HoldTime;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.Parameters;
import asynclab.servlet.LedgerServlet;
import java.io.IOException;
import java.util.List;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A large body to a slow reader: the Servlet 3.1 {@code WriteListener}.
 *
 * <p><b>The idea.</b> A thread that writes to a slow reader waits in {@code write()} until the reader has read. Instead:
 * write while {@code isReady()}; when it says no, return. The container calls {@code onWritePossible} when there is room
 * again. The position is the listener's, because the call starts in the middle and not at the beginning.
 *
 * <p><b>Its cost.</b> The loop is turned inside out, and three rules are easily broken: never write unless {@code isReady()}
 * said yes; never change a buffer before it says yes again, for the container may still be reading it; never complete while
 * something is pending (jetty #1755). With a fast reader it is not faster than blocking.
 *
 * <p><b>Try it.</b> {@code curl --limit-rate 100k -o /dev/null 'localhost:8080/download?bytes=5000000'}, 200 times at once.
 *
 * <p><b>What you will see.</b> All of them progress, and {@code /stats} shows the request threads idle. The byte at position p
 * is p ^ p>>8 ^ p>>16, so whoever reads can check. A deadline that passes in the middle cuts the body short; because of that the
 * connection ends with each download. A hold time in the query ({@link HoldTime#of}) comes before the first byte. HEAD is answered
 * at once with the headers of GET: no byte of the body is made and nothing is waited for.
 */
public final class DownloadServlet extends LedgerServlet {

    private static final long MAX_BYTES = 100_000_000;
    private static final long DEFAULT_BYTES = 1_000_000;
    private static final String TYPE = "application/octet-stream";
    private static final int CHUNK_BYTES = 8 * 1024;
    private static final HoldTime AT_ONCE = new HoldTime.Fixed(0);

    public DownloadServlet() {
        super("GET", "HEAD");
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long bytes = query.whole("bytes", 0, MAX_BYTES, DEFAULT_BYTES);
        long timeoutMillis = timeoutMillis(query);
        long plannedMillis = exchanges().planner().planMillis(query, AT_ONCE);
        var headers = List.of(
                new Reply.Header("X-Planned-Ms", Long.toString(plannedMillis)),
                new Reply.Header("Content-Length", Long.toString(bytes)),
                // Seen on Tomcat: a body cut short by its deadline leaves the connection open, and the next response
                // would
                // be read as the rest of this one. So this is the connection's last.
                new Reply.Header("Connection", "close"));
        if (request.getMethod().equals("HEAD")) {
            end(exchange, request, response, Ending.ANSWERED, new Reply(200, TYPE, new byte[0], headers));
            return;
        }
        ServletOutputStream out = response.getOutputStream();
        var open = exchanges().goAsync(exchange, request, response, timeoutMillis);
        Runnable head = () -> {
            response.setContentType(TYPE);
            for (Reply.Header header : headers) response.setHeader(header.name(), header.value());
        };
        Runnable begin = () -> open.streamBy(out, head, new Body(open, out, bytes));
        if (plannedMillis == 0) begin.run();
        else open.runAfter(plannedMillis, begin);
    }

    private static final class Body implements WriteListener {

        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private final long length;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long position; // kept from one call to the next

        Body(AsyncExchange exchange, ServletOutputStream out, long length) {
            this.exchange = exchange;
            this.out = out;
            this.length = length;
        }

        @Override
        public void onWritePossible() {
            exchange.step(this::write);
        }

        /** @return true at the end: everything is written, and isReady() after it says that nothing is pending */
        private boolean write() throws IOException {
            while (out.isReady()) {
                if (position == length) return true;
                int size = (int) Math.min(chunk.length, length - position);
                for (int i = 0; i < size; i++) chunk[i] = contentAt(position + i);
                out.write(chunk, 0, size);
                position += size;
            }
            return false; // the container will call again
        }

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }

    private static byte contentAt(long position) {
        return (byte) (position ^ position >> 8 ^ position >> 16);
    }
}
