package asynclab.soak;

import asynclab.soak.SoakRequest.Behavior;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** One user of {@link SoakClient}, with one connection at a time. Used by the client's thread only. */
final class SoakUser {

    private static final long TIMEOUT_MILLIS = 60_000;
    private static final long SLOW_TIMEOUT_MILLIS = 180_000; // megabytes, in pieces of as little as two kilobytes
    private static final int RETRY_MILLIS = 1_000;
    private static final int THINK_MILLIS = 200;
    private static final int SLOW_PIECE = 16 * 1024;
    private static final int SLOW_MILLIS = 50;
    private static final int READ_AND_WRITE = SelectionKey.OP_READ | SelectionKey.OP_WRITE;

    private final SoakClient owner;
    private final boolean mayRest;
    private final SplittableRandom random;
    private SocketChannel channel;
    private SelectionKey key;
    private SoakRequest request; // null between two requests
    private SoakResponse response;
    private ByteBuffer head;
    private long bodyLeft;
    private long wakeNanos = Long.MAX_VALUE;
    private long startedNanos;
    private boolean reused; // the connection has carried a response before

    SoakUser(SoakClient owner, boolean mayRest, SplittableRandom random) {
        this.owner = owner;
        this.mayRest = mayRest;
        this.random = random;
    }

    void schedule(long nowNanos, int withinMillis) {
        wakeNanos = nowNanos + nanos(random.nextInt(withinMillis));
    }

    boolean isBusy() {
        return request != null;
    }

    /** Does what is due now. */
    void tick(long now, boolean over) {
        try {
            if (request == null && over) hangUp();
            else if (request != null && now - startedNanos > nanos(timeoutMillis()))
                unexpected("no complete response in " + timeoutMillis() / 1_000 + " s: " + response);
            else if (now >= wakeNanos) wake(now);
        } catch (IOException e) {
            broken(e);
        }
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private long timeoutMillis() {
        return request.isSlow() ? SLOW_TIMEOUT_MILLIS : TIMEOUT_MILLIS;
    }

    private void wake(long now) throws IOException {
        wakeNanos = Long.MAX_VALUE;
        if (request == null) {
            int restMillis = mayRest ? owner.restMillis(now) : 0;
            if (restMillis > 0) wakeNanos = now + nanos(restMillis);
            else begin(now);
        } else if (request.isSlow()) {
            key.interestOps(isUnsent() ? READ_AND_WRITE : SelectionKey.OP_READ);
        } else {
            leave(request.behavior() == Behavior.RESETS_WHILE_WAITING);
        }
    }

    private void begin(long now) throws IOException {
        request = owner.next(random);
        startedNanos = now;
        response = new SoakResponse();
        String length = request.method().equals("POST") ? "Content-Length: " + request.bodyBytes() + "\r\n" : "";
        head = StandardCharsets.ISO_8859_1.encode(
                request.method() + " " + request.target() + " HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n");
        bodyLeft = request.bodyBytes();
        if (request.behavior() == Behavior.RESETS_IN_BODY) bodyLeft /= 2;
        if (request.behavior() == Behavior.RESETS_IN_HEAD) {
            head.limit(head.limit() / 2);
            bodyLeft = 0;
        }
        if (channel != null && request.isSlow()) hangUp(); // a new connection has small buffers from the start
        reused = channel != null;
        if (reused) key.interestOps(READ_AND_WRITE);
        else connect();
    }

    private void connect() throws IOException {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        if (request.isSlow()) channel.setOption(StandardSocketOptions.SO_RCVBUF, SLOW_PIECE);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        boolean connected = channel.connect(owner.server());
        key = channel.register(owner.selector(), connected ? READ_AND_WRITE : SelectionKey.OP_CONNECT, this);
    }

    /** The selector reports that the connection is ready. */
    void ready(SelectionKey ready) {
        try {
            if (ready != key || !ready.isValid()) return;
            if (ready.isConnectable() && channel.finishConnect()) ready.interestOps(READ_AND_WRITE);
            if (ready.isReadable()) read();
            if (ready == key && ready.isValid() && request != null && ready.isWritable()) send();
        } catch (IOException | IllegalArgumentException e) {
            broken(e);
        }
    }

    private boolean isUnsent() {
        return head.hasRemaining() || bodyLeft > 0;
    }

    private void send() throws IOException {
        if (head.hasRemaining()) channel.write(head);
        boolean slow = request.isSlow();
        ByteBuffer zeros = owner.zeros();
        while (!head.hasRemaining() && bodyLeft > 0) {
            zeros.clear().limit((int) Math.min(bodyLeft, slow ? SLOW_PIECE : zeros.capacity()));
            int written = channel.write(zeros);
            bodyLeft -= written;
            if (slow && bodyLeft > 0) pause(SelectionKey.OP_READ);
            if (slow || written == 0) break;
        }
        if (isUnsent()) return;
        switch (request.behavior()) {
            case RESETS_IN_HEAD, RESETS_IN_BODY -> leave(true);
            case RESETS_WHILE_WAITING, CLOSES_WHILE_WAITING -> wakeNanos =
                    System.nanoTime() + nanos(request.leaveMillis());
            default -> {}
        }
        if (request != null) key.interestOps(SelectionKey.OP_READ);
    }

    private void pause(int interest) {
        key.interestOps(interest);
        wakeNanos = System.nanoTime() + nanos(SLOW_MILLIS);
    }

    private void read() throws IOException {
        boolean slow = request != null && request.isSlow() && request.bodyBytes() == 0;
        ByteBuffer buffer = owner.readBuffer();
        int size;
        do {
            buffer.clear();
            if (slow) buffer.limit(SLOW_PIECE);
            size = channel.read(buffer);
            if (request == null) { // the server may close the connection now, but must not send anything
                if (size > 0) unexpected("a response without a request");
                else if (size < 0) hangUp();
                return;
            }
            if (size > 0) response.take(buffer.flip());
        } while (size == buffer.capacity());
        if (size < 0) closedByServer();
        else if (response.isTooLong()) unexpected("a longer body than announced: " + response);
        else if (request.behavior() == Behavior.RESETS_AT_FIRST_BYTES && response.hasBegun()) leave(true);
        else if (response.isComplete()) complete();
        else if (slow) pause(0);
    }

    private void complete() {
        int status = response.status();
        boolean failed = status == 503 || status == 502 && request.mayFailByBackend();
        if (!failed && !request.statuses().contains(status)) {
            unexpected(response.toString());
        } else if (!failed && !response.contains(request.expectedText())) {
            unexpected("the response to another request: " + response);
        } else {
            boolean last = response.closes() || isUnsent();
            if (status == 200 && request.behavior() == Behavior.NORMAL && request.plannedMillis() >= 0)
                owner.lateness().record(System.nanoTime() - startedNanos - nanos(request.plannedMillis()));
            end(Integer.toString(status), last, status == 503 ? RETRY_MILLIS : random.nextInt(THINK_MILLIS));
        }
    }

    /** A server may close a connection at any time between two requests (RFC 9112 9.3.1). */
    private void closedByServer() {
        if (response.isComplete()) complete();
        else if (request.mayBeCut()) end("cut, as asked", true, THINK_MILLIS);
        else if (reused && !response.hasBegun()) end("closed between two requests", true, THINK_MILLIS);
        else unexpected("ended too early: " + response);
    }

    private void broken(Exception e) {
        if (request == null) hangUp();
        else if (request.mayBeCut()) end("cut, as asked", true, THINK_MILLIS);
        else if (request.bodyBytes() > 0) end("refused while it sent its body", true, RETRY_MILLIS);
        else unexpected(e.getMessage() + ", " + response);
    }

    /** Leaves by a reset, or closes the connection in order (FIN). */
    private void leave(boolean reset) throws IOException {
        if (reset) channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        end(SoakClient.ABANDONED, true, random.nextInt(THINK_MILLIS));
    }

    private void unexpected(String outcome) {
        owner.countUnexpected(request == null ? outcome : request.target().replaceFirst("\\?.*", "") + ": " + outcome);
        end("unexpected", true, RETRY_MILLIS);
    }

    private void end(String outcome, boolean last, int pauseMillis) {
        if (request != null) owner.countOutcome(request, outcome);
        request = null;
        if (last) hangUp();
        else key.interestOps(SelectionKey.OP_READ);
        wakeNanos = System.nanoTime() + nanos(pauseMillis);
    }

    void hangUp() {
        try {
            if (channel != null) channel.close();
        } catch (IOException e) {
            // the connection has ended already
        }
        channel = null;
        key = null;
    }
}
