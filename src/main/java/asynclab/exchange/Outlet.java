package asynclab.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the reply of one asynchronous request where {@code complete()} would block a request thread
 * ({@link Delivery#BY_LISTENER}). Seen on Tomcat 9: {@code complete()} from another thread is dispatched to a request thread,
 * which sends what is left in the buffer and waits for the reader, then reads what is left of the request's body and waits for
 * the sender. So, before {@code complete()}:
 *
 * <ol>
 *   <li>The reply is written and flushed while {@code isReady()}, on the thread that ends the exchange. That thread never waits.
 *       If the reader is slow, the container calls {@link #onWritePossible} when there is room.
 *   <li>If the request's body has not been read, the reply says {@code Connection: close}, and the rest of the body is read
 *       and dropped, as far as {@link #MOST_DROPPED_BYTES} or {@link #MOST_DROPPING_NANOS}. A connection closed with unread
 *       bytes would be reset, and the client might lose the reply.
 *   <li>A stream that is cut short is completed only if nothing of it is pending.
 * </ol>
 *
 * <p>Limits are enforced by an {@code IOException} thrown to the container from a listener: the container then closes the
 * connection without a blocking read or write. If the client is silent, the container's own read or write time-out does it.
 *
 * <p>The lock is held while the response is written, which never blocks, so the threads of the exchange and of the container
 * exclude each other. No callback of the exchange runs under it.
 */
final class Outlet implements WriteListener, ReadListener {

    private static final Logger LOG = LoggerFactory.getLogger(Outlet.class);
    private static final long MOST_DROPPED_BYTES = 2_000_000; // as many as Tomcat itself reads of an unread body
    private static final long MOST_DROPPING_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int PIECE_BYTES = 8 * 1024;

    private enum State {
        OPEN, // there is no reply yet
        SENDING, // the reply is being written; its reader may be slow
        SENT, // written, failed or given up: the exchange has been told
        DROPPING, // and the rest of the request's body is read and dropped
        CUT // a stream has ended in the middle: whatever the container asks, it gets an IOException
    }

    private final AsyncExchange exchange;
    private HttpServletResponse response; // null when the exchange has been told
    private ServletOutputStream out;
    private ServletInputStream in; // null if the request has no body
    private final boolean chunked; // the request's body
    private boolean listensToBody;
    private boolean called; // the container has called onWritePossible
    private WriteListener stream; // of a pattern that writes its own body
    private ReadListener reader; // of a pattern that reads the request's body
    private State state = State.OPEN; // guarded by this, as all that may change
    private Reply reply;
    private Ending ending;
    private boolean headWritten;
    private boolean bodyWritten;
    private boolean flushed;
    private long dropped;
    private long droppingSinceNanos;

    private Outlet(
            AsyncExchange exchange,
            HttpServletResponse response,
            ServletOutputStream out,
            ServletInputStream in,
            boolean chunked) {
        this.exchange = exchange;
        this.chunked = chunked;
        this.response = response;
        this.out = out;
        this.in = in;
    }

    /** For the request's thread, before the request goes asynchronous. */
    static Outlet of(AsyncExchange exchange, HttpServletRequest request, HttpServletResponse response) {
        try {
            boolean chunked = request.getHeader("Transfer-Encoding") != null;
            boolean body = chunked || request.getContentLengthLong() > 0;
            return new Outlet(
                    exchange, response, response.getOutputStream(), body ? request.getInputStream() : null, chunked);
        } catch (IOException e) {
            throw new UncheckedIOException("The container has no streams for a request", e);
        }
    }

    /** When the request has gone asynchronous. Some containers call the listener while this method runs. */
    void listen() {
        out.setWriteListener(this);
    }

    /** Lets a pattern write a body of its own. */
    void streamBy(WriteListener listener) throws IOException {
        synchronized (this) {
            stream = listener;
            if (!called) return;
        }
        listener.onWritePossible(); // the container's first call has come before
    }

    /** Lets a pattern read the request's body. */
    void readBy(ServletInputStream body, ReadListener listener) {
        synchronized (this) {
            reader = listener;
            in = body;
            listensToBody = true;
        }
        body.setReadListener(this);
    }

    /** For the winner of the exchange's claim, once. The exchange is told when the reply is written, or cannot be. */
    void send(Reply replyToSend, Ending as) {
        synchronized (this) {
            reply = replyToSend;
            ending = as;
            state = State.SENDING;
        }
        exchange.waitWithoutTimeout(); // from now on the reader's pace counts, and the container's write time-out
        write();
    }

    /** On a thread of the container. */
    @Override
    public void onWritePossible() throws IOException {
        WriteListener next;
        synchronized (this) {
            called = true;
            if (state == State.CUT) throw new IOException("the body has been cut short");
            next = state == State.OPEN ? stream : null;
        }
        if (next != null) next.onWritePossible();
        else write();
    }

    private void write() {
        boolean interrupted = Thread.interrupted(); // a worker that is being stopped; Tomcat refuses to write for it
        try {
            writeHere();
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private void writeHere() {
        Ending outcome;
        synchronized (this) {
            if (state != State.SENDING || !called) return;
            outcome = writeWhileReady();
            if (outcome == null) return;
            state = State.SENT;
        }
        exchange.conclude(outcome);
    }

    /** @return how the exchange ends, or null if the container will call again */
    private Ending writeWhileReady() {
        try {
            if (!headWritten) {
                headWritten = true;
                writeHead();
            }
            if (!out.isReady()) return null;
            if (!bodyWritten) {
                bodyWritten = true;
                if (reply.hasBody() && reply.body().length > 0) out.write(reply.body());
                if (!out.isReady()) return null;
            }
            if (!flushed) {
                flushed = true;
                out.flush();
                if (!out.isReady()) return null;
            }
            return ending;
        } catch (IOException e) {
            exchange.ioError();
            return Ending.CLIENT_GONE;
        } catch (Throwable thrown) { // the container has ended the response by itself
            LOG.warn("A response could not be written", thrown);
            return Ending.FAILED;
        }
    }

    private void writeHead() throws IOException {
        reply.beforeItIsSent().run();
        reply.writeHead(response);
        Delivery.setLength(reply, response);
        if (in == null) return;
        if (reader == null && !chunked) takeWhatIsThere();
        if (!in.isFinished()) response.setHeader("Connection", "close");
    }

    /** A short body that has come with its head: then the connection can be kept. Reads what the container has, without waiting. */
    private void takeWhatIsThere() throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int there = in.available(); there > 0 && dropped < PIECE_BYTES; there = in.available())
            dropped += in.read(piece, 0, Math.min(there, PIECE_BYTES));
    }

    /** The connection is broken, or the container has ended the request: without effect unless a reply is being written. */
    void gone() {
        synchronized (this) {
            if (state != State.SENDING) return;
            state = State.SENT;
        }
        exchange.conclude(Ending.CLIENT_GONE);
    }

    /**
     * Whether {@code complete()} would block a thread now. If so it must not be called yet: this object ends the request when
     * the container calls next.
     *
     * @param cut whether a stream has ended in the middle of its body
     */
    synchronized boolean mustWait(boolean cut) {
        response = null;
        if (cut && called && !out.isReady()) {
            state = State.CUT;
            return true;
        }
        out = null;
        if (in == null || in.isFinished()) return false;
        state = State.DROPPING;
        droppingSinceNanos = System.nanoTime();
        try {
            if (!listensToBody) {
                in.setReadListener(this);
                return true;
            }
            drop(); // the container may have called while there was no reply yet, and does not call twice
            return !in.isFinished();
        } catch (IOException | IllegalStateException notToBeRead) {
            return false;
        }
    }

    /** On a thread of the container. */
    @Override
    public void onDataAvailable() throws IOException {
        if (reader != null) reader.onDataAvailable();
        drop();
    }

    private synchronized void drop() throws IOException {
        if (state != State.SENDING && state != State.DROPPING) return;
        byte[] piece = new byte[PIECE_BYTES];
        while (in.isReady()) {
            int size = in.read(piece);
            if (size < 0) return; // onAllDataRead follows
            dropped += size;
            boolean late = state == State.DROPPING && System.nanoTime() - droppingSinceNanos > MOST_DROPPING_NANOS;
            if (late || dropped > MOST_DROPPED_BYTES) throw new IOException("the rest of the body is not wanted");
        }
    }

    /** On a thread of the container. */
    @Override
    public void onAllDataRead() throws IOException {
        if (reader != null) reader.onAllDataRead();
        synchronized (this) {
            if (state != State.DROPPING) return;
            state = State.SENT;
        }
        exchange.complete();
    }

    /** On a thread of the container. */
    @Override
    public void onError(Throwable thrown) {
        exchange.broken(thrown);
    }
}
