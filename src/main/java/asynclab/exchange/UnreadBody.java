package asynclab.exchange;

import asynclab.container.Delivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The body of a request, which the pattern may not have read when the reply is sent. Then the reply says {@code Connection: close},
 * and the rest of the body is read and dropped, up to {@link #MOST_DROPPED_BYTES} or {@link #MOST_DROPPING_NANOS}. A connection that
 * is closed with unread bytes would be reset, and the client might lose the reply.
 *
 * <p>The base class of {@link ReplyWriter} and not an object of its own, because thousands of requests wait at once.
 *
 * <p>One thread at a time drops, and it holds no lock meanwhile. Tomcat's read of a chunked body waits for the lock of the connection
 * ({@code AbstractProcessor.executeDispatches}), and the thread that calls {@link #onDataAvailable} holds that lock.
 */
abstract class UnreadBody implements ReadListener {

    private static final long MOST_DROPPED_BYTES = 2_000_000; // as many as Tomcat itself reads of an unread body
    private static final long MOST_DROPPING_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int PIECE_BYTES = 8 * 1024;

    private final boolean lengthUnknown; // chunked, or the client's Content-Length is no number
    private ServletInputStream in; // null if the request has no body
    private boolean listening; // this object is the listener of the body
    private ReadListener reader; // of a pattern that reads the body
    private volatile boolean callDue; // the listener is new, or isReady() was false; the container calls
    private volatile Thread readingThread; // null unless readElsewhere() has moved the reading to another thread
    private long droppedBytes;
    private long droppingSinceNanos; // 0 while the reply is being sent
    private boolean dropping; // a thread drops; guarded by this
    private boolean dropAgain; // another thread has asked for it meanwhile; guarded by this

    UnreadBody(HttpServletRequest request) {
        long length = Delivery.bodyLength(request);
        lengthUnknown = length < 0;
        try {
            if (length != 0) in = request.getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException("The container has no stream for a request", e);
        }
    }

    /** Whether a reply is being sent or has been sent, so that the rest of the body can be dropped. */
    abstract boolean mayDrop();

    /** Called when the whole body has been read. */
    abstract void allDropped();

    /** A pattern reads the body. */
    final void readBy(ServletInputStream body, ReadListener listener) {
        synchronized (this) {
            reader = listener;
            in = body;
            listening = true;
            callDue = true;
        }
        try {
            body.setReadListener(this);
        } catch (RuntimeException | Error refused) {
            expectNoCall();
            throw refused;
        }
    }

    /** The pattern's reader asks here and not the stream, so that {@link #drop} knows whether the container will call. */
    final boolean isReady() {
        callDue = true; // before the question, because the container may call before its answer is seen here
        boolean ready = true; // also if the container throws
        try {
            ready = in.isReady();
        } finally {
            if (ready) callDue = false;
        }
        return ready;
    }

    /**
     * The reader has read the end. Tomcat 9.0.68, which is in TomEE 8, tells the listener so only if a thread of ours asks again; newer ones
     * do so in any case.
     */
    final void endReached() {
        if (mayBeReadElsewhere()) isReady();
    }

    /** The container has called, or will not call any more. */
    final synchronized void expectNoCall() {
        callDue = false;
    }

    final boolean isRead() {
        return in == null || in.isFinished();
    }

    /** Sets {@code Connection: close} if the body is not read. A short body that came with its head is read here, without waiting. */
    final void closeUnlessRead(HttpServletResponse response) throws IOException {
        if (in == null) return;
        if (reader == null && !lengthUnknown) readAvailable();
        if (!in.isFinished()) response.setHeader("Connection", "close");
    }

    private void readAvailable() throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int there = in.available(); there > 0 && droppedBytes < PIECE_BYTES; there = in.available())
            droppedBytes += in.read(piece, 0, Math.min(there, PIECE_BYTES));
    }

    /** Drops the rest of the body. @return whether some of it is still to come */
    final boolean startDropping() {
        droppingSinceNanos = System.nanoTime();
        try {
            if (!listening) {
                in.setReadListener(this);
                return true;
            }
            drop(); // the container has called before there was a reply, and does not call twice
            return !in.isFinished();
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    /** Called by the container. */
    @Override
    public final void onDataAvailable() throws IOException {
        expectNoCall();
        if (reader != null && lengthUnknown && !mayDrop() && readElsewhere(this::readHere)) return;
        if (reader != null) reader.onDataAvailable();
        drop();
    }

    /**
     * Runs the task on another thread, after this one has returned to the container, if the container needs that to read a chunked body.
     *
     * @return false if it does not
     */
    boolean readElsewhere(Runnable task) {
        return false;
    }

    /** Whether {@link #readElsewhere} moves the reading to another thread. */
    boolean mayBeReadElsewhere() {
        return false;
    }

    /** Whether another thread than the one that the container calls with reads the body. It may wait for a lock of that one. */
    final boolean isReadElsewhere() {
        return readingThread != null;
    }

    /**
     * Runs the pattern's reader. After that it must not touch the request: the exchange may have ended, and the container may have reused
     * the request's object. It throws nothing, because Tomcat would fail the request that uses the object then. If the exchange had ended
     * before, {@link #startDropping} reads the body.
     */
    private void readHere() {
        beginReading();
        try {
            reader.onDataAvailable();
        } catch (Throwable thrown) {
            onError(thrown);
        } finally {
            endReading();
        }
    }

    private synchronized void beginReading() {
        readingThread = Thread.currentThread();
    }

    /** Has no effect if another thread has begun to read meanwhile. */
    private synchronized void endReading() {
        if (readingThread == Thread.currentThread()) readingThread = null;
    }

    /**
     * Has no effect while the container waits for bytes: then it calls. Jetty (seen with 12.1.12) refuses {@code isReady()} and {@code
     * complete()} meanwhile ("demand pending"), or takes the client's next request after {@code Connection: close}.
     */
    private void drop() throws IOException {
        synchronized (this) {
            dropAgain = dropping;
            if (dropping || callDue || !mayDrop()) return;
            dropping = true;
        }
        boolean goesOn = true;
        try {
            while (goesOn) {
                dropAvailable();
                goesOn = isAskedAgain();
            }
        } finally {
            if (goesOn) stopDropping(); // it has thrown
        }
    }

    private synchronized boolean isAskedAgain() {
        dropping = dropAgain && !callDue && mayDrop();
        dropAgain = false;
        return dropping;
    }

    private synchronized void stopDropping() {
        dropping = false;
    }

    private void dropAvailable() throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        while (isReady()) {
            int size = in.read(piece);
            if (size < 0) {
                endReached();
                return; // onAllDataRead follows
            }
            droppedBytes += size;
            if (isTooLate() || droppedBytes > MOST_DROPPED_BYTES)
                throw new IOException("the rest of the body is not wanted");
        }
    }

    private boolean isTooLate() {
        return droppingSinceNanos != 0 && System.nanoTime() - droppingSinceNanos > MOST_DROPPING_NANOS;
    }

    /** Called by the container. */
    @Override
    public final void onAllDataRead() throws IOException {
        expectNoCall();
        // The thread that reads may hold the lock of a step and wait for this one.
        boolean elsewhere = isReadElsewhere() && readingThread != Thread.currentThread();
        if (!elsewhere || !readElsewhere(this::allRead)) allRead();
    }

    private void allRead() {
        try {
            if (reader != null) reader.onAllDataRead();
            allDropped();
        } catch (Throwable thrown) {
            onError(thrown);
        }
    }
}
