package asynclab.pattern.stream;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.Parameters;
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
 * <p><b>The idea.</b> A thread that reads from a slow sender waits in {@code read()}; a hundred senders of a byte a second take
 * a hundred threads (the attack called slowloris). Instead: read while {@code isReady()}; when it says no, return. The
 * container calls {@code onDataAvailable} when more has come, and {@code onAllDataRead} at the end. Nothing of the body is
 * kept but its count and its hash.
 *
 * <p><b>Its cost.</b> What is read piece by piece must be understood piece by piece: a hash can, a JSON parser that wants a
 * whole stream cannot. And a sender that never ends has to be ended: a deadline (503) and a limit on the size (413, at once
 * if the length is announced).
 *
 * <p><b>Try it.</b> {@code head -c 5000000 /dev/zero | curl --limit-rate 100k -T - -X POST localhost:8080/upload}
 *
 * <p><b>What you will see.</b> {@code {"bytes":5000000,"sha256":"…"}} after 50 seconds in which {@code /stats} shows no request
 * thread busy.
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
        // Whatever ends the exchange with a reply sets its own. A body that cannot be read (chunks that are none) ends
        // it
        // without one, and must not pass for a success.
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        var open = exchanges().goAsync(exchange, request, response, timeoutMillis);
        open.readBy(in, new Body(open, in, sha256));
    }

    /** The rest of the body is not wanted, so the connection is of no further use. */
    private Reply tooLarge() {
        return Reply.json(413, Map.of("error", "The body must be at most " + maxBytes + " bytes long."))
                .with("Connection", "close");
    }

    private final class Body implements ReadListener {

        private final AsyncExchange exchange;
        private final ServletInputStream in;
        private final MessageDigest sha256;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long bytes;

        Body(AsyncExchange exchange, ServletInputStream in, MessageDigest sha256) {
            this.exchange = exchange;
            this.in = in;
            this.sha256 = sha256;
        }

        @Override
        public void onDataAvailable() {
            exchange.step(this::read);
        }

        /**
         * Reads until nothing is ready or the end has been read. {@code isFinished()} is not asked: on Payara 5 it says yes when the
         * last of a body has arrived, before it has been read.
         *
         * @return false: the response is not written by steps
         */
        private boolean read() throws IOException {
            while (bytes <= maxBytes && in.isReady()) {
                int size = in.read(chunk);
                if (size < 0) break; // onAllDataRead follows
                sha256.update(chunk, 0, size);
                bytes += size;
            }
            if (bytes > maxBytes) exchange.answer(UploadServlet.this::tooLarge); // when this step is over
            return false;
        }

        @Override
        public void onAllDataRead() {
            exchange.step(
                    () -> { // for a step that has read may be still to come
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
