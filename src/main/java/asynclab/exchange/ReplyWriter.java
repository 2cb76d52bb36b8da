package asynclab.exchange;

import asynclab.container.ContainerKind;
import asynclab.container.Delivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the reply of one asynchronous request if {@code complete()} would block a request thread, or would close the connection of a
 * client that is still sending ({@link Delivery#usesListener}). Seen on Tomcat 9: {@code complete()} from another thread goes to a
 * request thread. That thread sends the rest of the buffer and waits for the reader. Then it reads the rest of the request's body and
 * waits for the sender. So, before {@code complete()}:
 *
 * <ol>
 *   <li>The thread that ends the exchange writes and flushes the reply while {@code isReady()}. It never waits. If the reader is slow,
 *       the container calls {@link #onWritePossible} when there is room.
 *   <li>The rest of the request's body is read and dropped ({@link UnreadBody}).
 *   <li>A stream that is cut short is completed only if none of its bytes are pending.
 * </ol>
 *
 * <p>A listener enforces a limit by an {@code IOException}. The container then closes the connection without a blocking read or write.
 * If the client is silent, the container's own read or write timeout closes the connection.
 *
 * <p>Guarded by this. The lock is also held while the response is written, which never blocks. No callback of the exchange runs under
 * the lock, except {@link Reply#beforeItIsSent}.
 */
final class ReplyWriter extends UnreadBody implements WriteListener {

    private static final Logger LOG = LoggerFactory.getLogger(ReplyWriter.class);

    private enum OutletState {
        OPEN, // there is no reply yet
        SENDING, // the reply is being written
        SENT, // the reply is written, has failed or was given up; the exchange has concluded
        DROPPING, // the exchange has concluded; the rest of the request's body is read and dropped
        CUT // a stream has ended in the middle; each call of the container gets an IOException
    }

    private final Completion exchange;
    private HttpServletResponse response; // null when the exchange has concluded
    private ServletOutputStream out;
    private final boolean onTomcat; // and the body of the request is chunked
    private boolean called; // the container has called onWritePossible
    private WriteListener stream; // of a pattern that writes the body itself
    private OutletState state = OutletState.OPEN;
    private Reply reply;
    private Ending ending;
    private boolean headWritten;
    private boolean bodyWritten;
    private boolean flushed;
    private boolean lost; // the connection has ended

    /** Called by the request thread, before the request goes asynchronous. */
    ReplyWriter(Completion exchange, HttpServletRequest request, HttpServletResponse response) {
        super(request);
        this.exchange = exchange;
        this.response = response;
        onTomcat = request.getHeader("Transfer-Encoding") != null
                && ContainerKind.of(request.getServletContext()) == ContainerKind.TOMCAT;
        try {
            out = response.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException("The container has no stream for a response", e);
        }
    }

    /** Called when the request has gone asynchronous. Some containers call the listener while this method runs. */
    void listen() {
        out.setWriteListener(this);
    }

    /** A pattern writes the body. */
    void streamBy(WriteListener listener) throws IOException {
        synchronized (this) {
            stream = listener;
            if (!called) return;
        }
        listener.onWritePossible(); // the container's first call has come before
    }

    /** Called once, by the winner. The exchange concludes when the reply is written or has failed. */
    void send(Reply replyToSend, Ending as) {
        boolean gone;
        synchronized (this) {
            gone = lost;
            reply = replyToSend;
            ending = as;
            state = gone ? OutletState.SENT : OutletState.SENDING;
        }
        if (gone) {
            exchange.conclude(Ending.CLIENT_GONE);
            return;
        }
        exchange.prolongTimeout(); // the container's write timeout ends a reader that stops
        write();
    }

    /** Whether the container has called. Before its first call nothing can be written. */
    synchronized boolean isCalled() {
        return called;
    }

    /** Called by the container. */
    @Override
    public void onWritePossible() throws IOException {
        WriteListener next;
        synchronized (this) {
            called = true;
            if (state == OutletState.CUT) throw new IOException("the body has been cut short");
            next = state == OutletState.OPEN ? stream : null;
        }
        if (next != null) next.onWritePossible();
        else write();
    }

    private void write() {
        boolean interrupted = Thread.interrupted(); // a stopped worker: Tomcat would refuse its write
        try {
            writeHere();
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private void writeHere() {
        Ending outcome;
        synchronized (this) {
            if (state != OutletState.SENDING || !called) return;
            outcome = writeWhileReady();
            if (outcome == null) return;
            state = OutletState.SENT;
        }
        exchange.conclude(outcome);
    }

    /** @return how the exchange ends, or null if the reply is not written yet and the container will call again */
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
            exchange.ioFailed();
            return Ending.CLIENT_GONE;
        } catch (Throwable thrown) { // the container has ended the response itself
            LOG.warn("A response could not be written", thrown);
            return Ending.FAILED;
        }
    }

    /**
     * Whether a stream has sent nothing yet, so that the reply can take its place. Before the container's first call isReady() says no on
     * Tomcat and on Undertow. On Tomcat the reply waits for that call. On Undertow nothing waits for it: the client gets the head of the
     * reply without its body.
     *
     * @param outlet null unless a listener sends the reply ({@link Delivery#usesListener})
     */
    static boolean mayStillReply(Reply reply, HttpServletResponse response, ReplyWriter outlet) {
        try {
            if (response.isCommitted()) return false;
            response.resetBuffer();
            response.setContentLength(-1); // removes the length of the stream
            if (outlet != null && !outlet.isCalled()) return true;
            if (response.getOutputStream().isReady()) return true;
            reply.writeHead(response);
            return false;
        } catch (IOException | RuntimeException tooLate) {
            return false;
        }
    }

    private void writeHead() throws IOException {
        reply.beforeItIsSent().run();
        reply.writeHead(response);
        if (reply.hasBody()) Delivery.setLength(reply.body().length, response);
        closeUnlessRead(response);
    }

    /** Gives up the reply that is being written: the connection is broken, or the container has ended the request. */
    void gone() {
        if (isSending() && giveUp()) exchange.conclude(Ending.CLIENT_GONE);
    }

    /** The same for a connection that has ended. A winner that has not begun to send does not begin. */
    void connectionLost() {
        synchronized (this) {
            lost = true;
        }
        gone();
    }

    private synchronized boolean isSending() {
        return state == OutletState.SENDING;
    }

    /** Writes nothing from now on. @return whether the caller must conclude the exchange; if not, another thread does */
    synchronized boolean giveUp() {
        if (state != OutletState.OPEN && state != OutletState.SENDING) return false;
        state = OutletState.SENT;
        return true;
    }

    /**
     * Whether {@code complete()} would block a thread now. If so, the caller must not complete. This object ends the request at the next
     * call of the container.
     *
     * @param cut whether a stream has ended in the middle of its body
     */
    boolean mustWait(boolean cut) {
        synchronized (this) {
            response = null;
            if (cut && called && !out.isReady()) {
                state = OutletState.CUT;
                return true;
            }
            out = null;
            if (isRead()) return false;
            state = OutletState.DROPPING;
        }
        return startDropping();
    }

    /**
     * Tomcat (seen with 9.0.117): the read that reaches the end of a chunked body runs the connection's next event within itself
     * ({@code ChunkedInputFilter.parseTrailerFields}). On the thread that the container calls with, the connection's processor is in use.
     * So Tomcat makes a second one, and that takes the bytes of pipelined requests for a new request. On another thread the connection has
     * its processor.
     */
    @Override
    boolean mayBeReadElsewhere() {
        return onTomcat;
    }

    @Override
    boolean readElsewhere(Runnable task) {
        return mayBeReadElsewhere() && exchange.startElsewhere(task);
    }

    /** Not before the container's first call: on Jetty it may come after much of the body, and dropping too much ends the request. */
    @Override
    boolean mayDrop() {
        return state == OutletState.SENDING && called || state == OutletState.DROPPING;
    }

    @Override
    void allDropped() {
        if (isLeft(OutletState.DROPPING)) exchange.complete();
    }

    private synchronized boolean isLeft(OutletState one) {
        if (state != one) return false;
        state = OutletState.SENT;
        return true;
    }

    /** Called by the container. Jetty does not end the request after it, as the others do. */
    @Override
    public void onError(Throwable thrown) {
        boolean sending = isSending();
        expectNoCall();
        exchange.broken(thrown);
        if (sending) gone(); // Jetty's idle timeout is no I/O error
        if (exchange.exchanges.delivery() != Delivery.BUFFERED) return;
        if (isLeft(OutletState.DROPPING) || isLeft(OutletState.CUT)) exchange.complete();
    }
}
