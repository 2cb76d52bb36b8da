package asynclab.pattern.stream;

import asynclab.delay.HoldTime;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import asynclab.servlet.LedgerServlet;
import java.io.IOException;
import java.util.List;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A large body for a slow reader: the Servlet 3.1 {@code WriteListener}.
 *
 * <p><b>The idea.</b> A thread that writes to a slow reader waits in {@code write()} until the reader has read. Here the code
 * writes while {@code isReady()} is true, and returns when it is false. The container calls {@code onWritePossible} when
 * there is room again. That call continues in the middle of the body, so the listener keeps the position.
 *
 * <p><b>Its cost.</b> The loop becomes callbacks, and three rules are easily broken. Never write unless {@code isReady()} was
 * true. Never change a buffer before it is true again, because the container may still read it. Never complete while a write
 * is pending (jetty #1755). With a fast reader this is not faster than blocking.
 *
 * <p><b>Try it.</b> {@code curl --limit-rate 100k -o /dev/null 'localhost:8080/download?bytes=5000000'}, 200 times at once.
 *
 * <p><b>What you will see.</b> All downloads progress, and {@code /stats} shows idle request threads. The byte at position p
 * is p ^ p>>8 ^ p>>16, so a reader can check it. A deadline in the middle cuts the body short, so the connection closes after
 * each download. A hold time in the query ({@link HoldTime#of}) delays the first byte. HEAD gets the headers of GET at once,
 * without a body and without a hold time.
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
                // Tomcat keeps the connection open after a body that the deadline cut short. The client would read
                // the next response as the rest of this body. So this response is the last on its connection.
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
        Runnable begin = () -> open.streamBy(out, head, new BodyWriter(open, out, bytes));
        if (plannedMillis == 0) begin.run();
        else open.runAfter(plannedMillis, begin);
    }

    private static final class BodyWriter implements WriteListener {

        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private final long length;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long position; // of the next byte

        BodyWriter(AsyncExchange exchange, ServletOutputStream out, long length) {
            this.exchange = exchange;
            this.out = out;
            this.length = length;
        }

        @Override
        public void onWritePossible() {
            exchange.step(this::write);
        }

        /** @return true at the end: everything is written, and isReady() after it says that no write is pending */
        private boolean write() throws IOException {
            while (out.isReady()) {
                if (position == length) return true;
                int size = (int) Math.min(chunk.length, length - position);
                for (int i = 0; i < size; i++) chunk[i] = contentAt(position + i);
                if (position + size == length) exchange.beforeLastBytes();
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
