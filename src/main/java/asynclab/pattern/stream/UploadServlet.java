package asynclab.pattern.stream;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import asynclab.servlet.LedgerServlet;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A large body from a slow sender: the Servlet 3.1 {@code ReadListener}.
 *
 * <p><b>The idea.</b> A thread that reads from a slow sender waits in {@code read()}. A hundred senders of one byte per
 * second take a hundred threads (the slowloris attack). Here the code reads while {@code isReady()} is true, and returns when
 * it is false. The container calls {@code onDataAvailable} when more has arrived, and {@code onAllDataRead} at the end. The
 * servlet keeps only the length and the hash of the body.
 *
 * <p><b>Its cost.</b> Data that arrives in pieces must be processed in pieces. A hash can do this; a JSON parser that needs a
 * whole stream cannot. A sender may never end, so there are two limits: a deadline (503) and a maximum size (413, at once if
 * the request has a Content-Length).
 *
 * <p><b>Try it.</b> {@code head -c 5000000 /dev/zero | curl --limit-rate 100k -T - -X POST localhost:8080/upload}
 *
 * <p><b>What you will see.</b> {@code {"bytes":5000000,"sha256":"…"}} after 50 seconds. {@code /stats} shows no busy request
 * thread meanwhile.
 */
public final class UploadServlet extends LedgerServlet {

    private static final int CHUNK_BYTES = 8 * 1024;

    private long maxBytes;

    public UploadServlet() {
        super("POST");
    }

    @Override
    public void init() {
        super.init();
        maxBytes = settings().whole("max-bytes", 1, 10_000_000_000L, 1);
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException, NoSuchAlgorithmException {
        long timeoutMillis = timeoutMillis(query);
        if (request.getContentLengthLong() > maxBytes) {
            end(exchange, request, response, Ending.ANSWERED, tooLarge());
            return;
        }
        ServletInputStream in = request.getInputStream();
        var sha256 = MessageDigest.getInstance("SHA-256");
        // Every reply sets its own status. A malformed chunked body ends the exchange without a reply, and the client
        // must not see 200 then.
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        var open = exchanges().goAsync(exchange, request, response, timeoutMillis);
        open.readBy(in, new BodyReader(open, in, sha256));
    }

    /** The rest of the body stays unread, so the connection cannot be used again. */
    private Reply tooLarge() {
        return Reply.json(413, Map.of("error", "The body must be at most " + maxBytes + " bytes long."))
                .with("Connection", "close");
    }

    private final class BodyReader implements ReadListener {

        private final AsyncExchange exchange;
        private final ServletInputStream in;
        private final MessageDigest sha256;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long bytes;

        BodyReader(AsyncExchange exchange, ServletInputStream in, MessageDigest sha256) {
            this.exchange = exchange;
            this.in = in;
            this.sha256 = sha256;
        }

        @Override
        public void onDataAvailable() {
            exchange.step(this::read);
        }

        /**
         * Reads until no data is ready or the end is reached. It does not use {@code isFinished()}: on Payara 5 that is true when the
         * last byte has arrived, before it has been read.
         *
         * @return false, because the response is not written in steps
         */
        private boolean read() throws IOException {
            while (bytes <= maxBytes && exchange.isReady(in)) {
                int size = in.read(chunk);
                if (size < 0) {
                    exchange.endReached();
                    break; // onAllDataRead follows
                }
                sha256.update(chunk, 0, size);
                bytes += size;
            }
            if (bytes > maxBytes) exchange.answer(UploadServlet.this::tooLarge); // when this step is over
            return false;
        }

        @Override
        public void onAllDataRead() {
            // In a step, because the last reading step may still run.
            exchange.step(() -> {
                exchange.answer(this::digest);
                return false;
            });
        }

        private Reply digest() {
            var body = new LinkedHashMap<String, Object>();
            body.put("bytes", bytes);
            body.put("sha256", HexFormat.of().formatHex(sha256.digest()));
            return Reply.json(200, body);
        }

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }
}
