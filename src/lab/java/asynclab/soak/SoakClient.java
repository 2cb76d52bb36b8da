package asynclab.soak;

import asynclab.result.Lateness;
import asynclab.soak.SoakMix.Ask;
import asynclab.soak.SoakMix.Manner;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Thousands of users on one thread and one selector, because no HTTP library behaves this badly. Each takes a connection, asks
 * for one thing after another, keeps the connection if it may, and does with it what {@link Manner} says. Who gets 503 comes
 * again a second later, as Retry-After says. Every other ten seconds half the users rest: the load comes in waves.
 */
final class SoakClient {

    /** What came of a request whose client left, as it is called in results. */
    static final String ABANDONED = "given up by its client";

    private static final long MILLI = 1_000_000;
    private static final long LOOK_MILLIS = 20; // how often the users' clocks are looked at
    private static final long PATIENCE_MILLIS = 60_000;
    private static final long SLOW_PATIENCE_MILLIS = 180_000; // megabytes in pieces that may be of two kilobytes
    private static final long WAVE_MILLIS = 10_000;
    private static final int RETRY_MILLIS = 1_000;
    private static final int THINK_MILLIS = 200;
    private static final int SLOW_PIECE = 16 * 1024;
    private static final int SLOW_MILLIS = 50;

    private final InetSocketAddress server;
    private final SoakMix mix = new SoakMix();
    private final List<User> users = new ArrayList<>();
    private final Map<String, Map<String, Long>> seen = new ConcurrentHashMap<>();
    private final Lateness lateness = new Lateness();
    private final Lateness ownLateness = new Lateness();
    private final Map<String, Long> unexpected = new ConcurrentHashMap<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(64 * 1024);
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(64 * 1024);
    private Selector selector;
    private long startedNanos;
    private volatile long asked;

    SoakClient(int port, int number, long seed) {
        server = new InetSocketAddress("127.0.0.1", port);
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < number; i++) users.add(new User(i, seeds.split()));
    }

    /** Requests begun so far. Any thread. */
    long asked() {
        return asked;
    }

    /** For each kind of request what came of it, and how often. Any thread. */
    Map<String, Map<String, Long>> seen() {
        var copy = new TreeMap<String, Map<String, Long>>();
        seen.forEach((name, counts) -> copy.put(name, new TreeMap<>(counts)));
        return copy;
    }

    /** What should not have come, and how often; empty if all is well. Any thread. */
    Map<String, Long> unexpected() {
        return new TreeMap<>(unexpected);
    }

    /** By how much the answers of asynchronous patterns came later than they were to be held. Any thread. */
    Lateness lateness() {
        return lateness;
    }

    /** By how much this client looked later than it wanted to: part of every other lateness. Any thread. */
    Lateness ownLateness() {
        return ownLateness;
    }

    /** Loads the server for so long, then lets everybody finish, and returns when the last connection is closed. */
    void load(long millis) throws IOException {
        startedNanos = System.nanoTime();
        long endNanos = startedNanos + millis * MILLI;
        try (Selector opened = Selector.open()) {
            selector = opened;
            for (User user : users) user.wakeNanos = startedNanos + user.random.nextInt(3_000) * MILLI;
            long lookNanos = startedNanos;
            while (true) {
                selector.select(key -> ((User) key.attachment()).ready(key), LOOK_MILLIS);
                long now = System.nanoTime();
                if (now < lookNanos) continue;
                ownLateness.record(now - lookNanos);
                lookNanos = now + LOOK_MILLIS * MILLI;
                boolean over = now > endNanos;
                boolean busy = false;
                for (User user : users) {
                    user.look(now, over);
                    busy |= user.ask != null;
                }
                if (over && !busy) return;
            }
        } finally {
            users.forEach(User::hangUp);
        }
    }

    private final class User {
        private final int number;
        private final SplittableRandom random;
        private SocketChannel channel;
        private SelectionKey key;
        private Ask ask; // null between two
        private SoakResponse response;
        private ByteBuffer head;
        private long bodyLeft;
        private long wakeNanos = Long.MAX_VALUE;
        private long askedNanos;
        private boolean kept; // the connection has answered before

        User(int number, SplittableRandom random) {
            this.number = number;
            this.random = random;
        }

        /** Its clock: what is due now. */
        void look(long now, boolean over) {
            try {
                if (ask == null && over) hangUp();
                else if (ask != null && now - askedNanos > patienceMillis() * MILLI)
                    unexpected("no complete response in " + patienceMillis() / 1_000 + " s: " + response);
                else if (now >= wakeNanos) wake(now);
            } catch (IOException e) {
                broken(e);
            }
        }

        private long patienceMillis() {
            return ask.manner() == Manner.SLOW ? SLOW_PATIENCE_MILLIS : PATIENCE_MILLIS;
        }

        private void wake(long now) throws IOException {
            wakeNanos = Long.MAX_VALUE;
            if (ask == null) {
                boolean ebb = (now - startedNanos) / MILLI / WAVE_MILLIS % 2 == 1;
                if (ebb && number % 2 == 1) wakeNanos = now + WAVE_MILLIS / 2 * MILLI;
                else begin(now);
            } else if (ask.manner() == Manner.SLOW) {
                key.interestOps(SelectionKey.OP_READ | (unsent() ? SelectionKey.OP_WRITE : 0));
            } else {
                leave(ask.manner() == Manner.WAITING);
            }
        }

        private void begin(long now) throws IOException {
            ask = mix.next(random);
            asked++; // this thread alone writes it
            askedNanos = now;
            response = new SoakResponse();
            String length = ask.method().equals("POST") ? "Content-Length: " + ask.bodyBytes() + "\r\n" : "";
            head = StandardCharsets.ISO_8859_1.encode(
                    ask.method() + " " + ask.target() + " HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n");
            if (ask.manner() == Manner.HALF_HEAD) head.limit(head.limit() / 2);
            bodyLeft = ask.bodyBytes();
            if (ask.manner() == Manner.HALF_BODY) bodyLeft /= 2;
            if (ask.manner() == Manner.HALF_HEAD) bodyLeft = 0;
            if (channel != null && ask.manner() == Manner.SLOW) hangUp(); // its buffers are to be small from the start
            kept = channel != null;
            if (kept) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                return;
            }
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            if (ask.manner() == Manner.SLOW) channel.setOption(StandardSocketOptions.SO_RCVBUF, SLOW_PIECE);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(server);
            key = channel.register(
                    selector, connected ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, this);
        }

        /** The selector says that something can be done. */
        void ready(SelectionKey ready) {
            try {
                if (ready != key || !ready.isValid()) return;
                if (ready.isConnectable() && channel.finishConnect())
                    ready.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                if (ready.isReadable()) read();
                if (ready == key && ready.isValid() && ask != null && ready.isWritable()) send();
            } catch (IOException | IllegalArgumentException e) {
                broken(e);
            }
        }

        private boolean unsent() {
            return head.hasRemaining() || bodyLeft > 0;
        }

        private void send() throws IOException {
            if (head.hasRemaining()) channel.write(head);
            boolean slow = ask.manner() == Manner.SLOW;
            while (!head.hasRemaining() && bodyLeft > 0) {
                zeros.clear().limit((int) Math.min(bodyLeft, slow ? SLOW_PIECE : zeros.capacity()));
                int written = channel.write(zeros);
                bodyLeft -= written;
                if (slow && bodyLeft > 0) pause(SelectionKey.OP_READ);
                if (slow || written == 0) break;
            }
            if (unsent()) return;
            switch (ask.manner()) {
                case HALF_HEAD, HALF_BODY -> leave(true);
                case WAITING, LEAVING -> wakeNanos = System.nanoTime() + ask.leaveMillis() * MILLI;
                default -> {}
            }
            if (ask != null) key.interestOps(SelectionKey.OP_READ);
        }

        private void pause(int interest) {
            key.interestOps(interest);
            wakeNanos = System.nanoTime() + SLOW_MILLIS * MILLI;
        }

        private void read() throws IOException {
            boolean slow = ask != null && ask.manner() == Manner.SLOW && ask.bodyBytes() == 0;
            int size;
            do {
                bytes.clear();
                if (slow) bytes.limit(SLOW_PIECE);
                size = channel.read(bytes);
                if (ask == null) { // between two requests: closed by the server, which it may, or an answer to nothing
                    if (size > 0) unexpected("a response without a request");
                    else if (size < 0) hangUp();
                    return;
                }
                if (size > 0) response.take(bytes.flip());
            } while (size == bytes.capacity());
            if (size < 0) atItsEnd();
            else if (response.isTooLong()) unexpected("a longer body than announced: " + response);
            else if (ask.manner() == Manner.READING && response.hasBegun()) leave(true);
            else if (response.isWhole()) answered();
            else if (slow) pause(0);
        }

        private void answered() {
            int status = response.status();
            boolean failed = status == 503 || status == 502 && ask.mayFailByBackend();
            if (!failed && !ask.statuses().contains(status)) {
                unexpected(response.toString());
            } else if (!failed && !response.says(ask.says())) {
                unexpected("the response to another request: " + response);
            } else {
                boolean last = response.closes() || unsent();
                if (status == 200 && ask.manner() == Manner.GOOD && ask.plannedMillis() >= 0)
                    lateness.record(System.nanoTime() - askedNanos - ask.plannedMillis() * MILLI);
                over(Integer.toString(status), last, status == 503 ? RETRY_MILLIS : random.nextInt(THINK_MILLIS));
            }
        }

        private void atItsEnd() {
            if (response.isWhole()) answered();
            else if (ask.mayBeCut()) over("cut, as asked", true, THINK_MILLIS);
            else if (kept && !response.hasBegun()) // a server may close at any time between two (RFC 9112 9.3.1)
            over("closed between two requests", true, THINK_MILLIS);
            else unexpected("ended too early: " + response);
        }

        private void broken(Exception e) {
            if (ask == null) hangUp();
            else if (ask.mayBeCut()) over("cut, as asked", true, THINK_MILLIS);
            else if (ask.bodyBytes() > 0) over("refused while it sent its body", true, RETRY_MILLIS);
            else unexpected(e.getMessage() + ", " + response);
        }

        /** By a reset, or in order. */
        private void leave(boolean reset) throws IOException {
            if (reset) channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            over(ABANDONED, true, random.nextInt(THINK_MILLIS));
        }

        private void unexpected(String what) {
            unexpected.merge(ask == null ? what : ask.target().replaceFirst("\\?.*", "") + ": " + what, 1L, Long::sum);
            over("unexpected", true, RETRY_MILLIS);
        }

        private void over(String what, boolean last, int pauseMillis) {
            if (ask != null)
                seen.computeIfAbsent(ask.name(), name -> new ConcurrentHashMap<>())
                        .merge(what, 1L, Long::sum);
            ask = null;
            if (last) hangUp();
            else key.interestOps(SelectionKey.OP_READ);
            wakeNanos = System.nanoTime() + pauseMillis * MILLI;
        }

        private void hangUp() {
            try {
                if (channel != null) channel.close();
            } catch (IOException e) {
                // it is gone
            }
            channel = null;
            key = null;
        }
    }
}
