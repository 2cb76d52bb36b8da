package asynclab.soak;

import asynclab.options.LabException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Clients that send slowly, read slowly or not at all, or vanish. All of them are on one thread with one selector, so a server
 * that holds them up holds up nobody else. When a connection ends, its client opens another a moment later: an attack lasts until
 * {@link #close}. A client has one connection at a time and ends it by a reset, which leaves no port behind.
 *
 * <p>The figures may be read by any thread.
 */
public final class HostileClients implements AutoCloseable {

    /** What a client does with the answers. */
    public enum Reading {
        NOTHING,
        SLOWLY,
        EVERYTHING
    }

    /**
     * What one client does on one connection.
     *
     * @param name of the kind, for the figures
     * @param first is sent first
     * @param again is sent after that, so many {@code times}
     * @param drip is sent after that, a byte at a time, over and over; empty for nothing
     * @param halfCloses whether it closes its side when all but the drip is sent, and stays
     * @param lastsMillis after how long it resets the connection; 0 for never
     */
    public record Attack(
            String name,
            String first,
            String again,
            int times,
            String drip,
            Reading reading,
            boolean halfCloses,
            int lastsMillis) {

        /** Sends requests one after another and never reads. @param request its request line, without the version */
        public static Attack pipelining(String request, int times) {
            return new Attack("pipelines, never reads", "", head(request), times, "", Reading.NOTHING, false, 0);
        }

        /** Sends the first part at once, the rest a byte at a time, and reads whatever comes. */
        public static Attack dripping(String first, String drip) {
            return new Attack("drips", first, "", 0, drip, Reading.EVERYTHING, false, 0);
        }

        /** Sends a request and reads the answer slowly. */
        public static Attack readingSlowly(String request) {
            return new Attack("reads slowly", head(request), "", 0, "", Reading.SLOWLY, false, 0);
        }

        public Attack named(String other) {
            return new Attack(other, first, again, times, drip, reading, halfCloses, lastsMillis);
        }

        /** The same, which resets the connection after so long. */
        public Attack lasting(int millis) {
            return new Attack(name, first, again, times, drip, reading, halfCloses, millis);
        }

        /** The same, with the answers read so. */
        public Attack reading(Reading other) {
            return new Attack(name, first, again, times, drip, other, halfCloses, lastsMillis);
        }

        /** The same, which closes its side when it has sent what it has. */
        public Attack halfClosing() {
            return new Attack(name, first, again, times, drip, reading, true, lastsMillis);
        }

        /** A whole head. @param request its request line, without the version; {@code headers} are lines without their ends */
        public static String head(String request, String... headers) {
            return open(request, headers) + "\r\n";
        }

        /** A head without its last line, the empty one. */
        public static String open(String request, String... headers) {
            String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            return request + " HTTP/1.1\r\nHost: localhost\r\n" + more;
        }
    }

    /** What a kind of attack came to so far: connections begun, and ended by the server; bytes in both directions. */
    public record Figures(long begun, long closedByServer, long sentBytes, long receivedBytes) {}

    private static final class Counts {
        private final LongAdder begun = new LongAdder();
        private final LongAdder closedByServer = new LongAdder();
        private final LongAdder sent = new LongAdder();
        private final LongAdder received = new LongAdder();

        Figures figures() {
            return new Figures(begun.sum(), closedByServer.sum(), sent.sum(), received.sum());
        }
    }

    private static final long MILLI = 1_000_000;
    private static final long LOOK_MILLIS = 20; // how often the clients' clocks are looked at
    private static final int DRIP_MILLIS = 250;
    private static final int BEGIN_MILLIS = 50; // within which all open their first connection
    private static final int SIP_MILLIS = 100;
    private static final int SMALL_BUFFER = 2 * 1024;

    private final InetSocketAddress server;
    private final int againMillis;
    private final SplittableRandom seeds;
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, Counts> counts = new ConcurrentHashMap<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(64 * 1024);
    private final Thread thread = new Thread(this::run, "lab-hostile");
    private Selector selector;
    private volatile boolean closing;
    private volatile int standing;
    private volatile int stood;
    private volatile int heard;

    /** @param againMillis the most that a client waits before it opens its next connection */
    public HostileClients(int port, long seed, int againMillis) {
        server = new InetSocketAddress("127.0.0.1", port);
        this.againMillis = againMillis;
        seeds = new SplittableRandom(seed);
        thread.setDaemon(true);
    }

    /** More clients; before {@link #start}. @param attack what each of them does on its next connection */
    public HostileClients add(int number, Function<SplittableRandom, Attack> attack) {
        for (int i = 0; i < number; i++) clients.add(new Client(attack, seeds.split()));
        return this;
    }

    public HostileClients add(int number, Attack attack) {
        return add(number, random -> attack);
    }

    public HostileClients start() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new LabException("The hostile clients cannot start: " + e.getMessage(), e);
        }
        thread.start();
        return this;
    }

    public int size() {
        return clients.size();
    }

    /** Whether the attack goes on. */
    public boolean isRunning() {
        return thread.isAlive() && !closing;
    }

    /** Clients that are connected and have sent the first part of what they have to say. */
    public int standing() {
        return standing;
    }

    /** Clients that have sent the first part of what they have to say, on this connection or one before. */
    public int stood() {
        return stood;
    }

    /** Clients to which the server has said something, on this connection or one before. */
    public int heard() {
        return heard;
    }

    /** For each kind of attack what it came to. */
    public Map<String, Figures> figures() {
        var figures = new TreeMap<String, Figures>();
        counts.forEach((name, kind) -> figures.put(name, kind.figures()));
        return figures;
    }

    public long sentBytes() {
        return counts.values().stream().mapToLong(kind -> kind.sent.sum()).sum();
    }

    public long receivedBytes() {
        return counts.values().stream().mapToLong(kind -> kind.received.sum()).sum();
    }

    /** Resets every connection; returns when the thread has ended. */
    @Override
    public void close() {
        closing = true;
        if (selector == null) return;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (Selector opened = selector) {
            for (Client client : clients)
                client.wakeNanos = System.nanoTime() + client.random.nextInt(BEGIN_MILLIS) * MILLI;
            long lookNanos = 0;
            while (!closing) {
                opened.select(key -> ((Client) key.attachment()).ready(key), LOOK_MILLIS);
                long now = System.nanoTime();
                if (now < lookNanos) continue;
                lookNanos = now + LOOK_MILLIS * MILLI;
                look(now);
            }
        } catch (IOException e) {
            throw new LabException("The hostile clients stopped: " + e.getMessage(), e);
        } finally {
            clients.forEach(Client::reset);
        }
    }

    private void look(long now) {
        int stand = 0;
        int everStood = 0;
        int told = 0;
        for (Client client : clients) {
            client.look(now);
            if (client.stands()) stand++;
            if (client.stood) everStood++;
            if (client.heard) told++;
        }
        standing = stand;
        stood = everStood;
        heard = told;
    }

    /** Used by the thread alone. */
    private final class Client {
        private final Function<SplittableRandom, Attack> next;
        private final SplittableRandom random;
        private Attack attack;
        private Counts count;
        private SocketChannel channel;
        private SelectionKey key;
        private ByteBuffer unsent;
        private ByteBuffer again;
        private int timesLeft;
        private byte[] drip;
        private int dripped;
        private boolean firstSent;
        private boolean stood;
        private boolean heard;
        private long wakeNanos; // opens its next connection, or drips, or reads
        private long endNanos;

        Client(Function<SplittableRandom, Attack> next, SplittableRandom random) {
            this.next = next;
            this.random = random;
        }

        boolean stands() {
            return channel != null && channel.isConnected() && firstSent;
        }

        void look(long now) {
            try {
                if (channel == null) {
                    if (now >= wakeNanos) begin(now);
                } else if (now >= endNanos) {
                    end(false);
                } else if (now >= wakeNanos && channel.isConnected()) {
                    wakeNanos = Long.MAX_VALUE;
                    if (attack.reading() == Reading.SLOWLY) sip(now);
                    if (channel != null && allSent() && drip.length > 0) drip(now);
                }
            } catch (IOException | CancelledKeyException e) {
                end(true);
            }
        }

        private void begin(long now) throws IOException {
            attack = next.apply(random);
            count = counts.computeIfAbsent(attack.name(), name -> new Counts());
            count.begun.increment();
            unsent = latin1(attack.first());
            again = latin1(attack.again());
            timesLeft = attack.times();
            drip = attack.drip().getBytes(StandardCharsets.ISO_8859_1);
            dripped = 0;
            firstSent = false;
            endNanos = attack.lastsMillis() == 0 ? Long.MAX_VALUE : now + attack.lastsMillis() * MILLI;
            wakeNanos = now + random.nextInt(DRIP_MILLIS) * MILLI;
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (attack.reading() != Reading.EVERYTHING)
                channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
            boolean connected = channel.connect(server);
            key = channel.register(selector, connected ? interest() : SelectionKey.OP_CONNECT, this);
        }

        private static ByteBuffer latin1(String text) {
            return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        private boolean allSent() {
            return !unsent.hasRemaining() && timesLeft == 0;
        }

        private int interest() {
            return (attack.reading() == Reading.EVERYTHING ? SelectionKey.OP_READ : 0)
                    | (allSent() && firstSent ? 0 : SelectionKey.OP_WRITE);
        }

        void ready(SelectionKey ready) {
            try {
                if (ready != key || !ready.isValid()) return;
                if (ready.isConnectable() && channel.finishConnect()) ready.interestOps(interest());
                if (ready.isReadable()) read(bytes.capacity());
                if (ready == key && ready.isValid() && ready.isWritable()) send();
            } catch (IOException | CancelledKeyException e) {
                end(true);
            }
        }

        private void send() throws IOException {
            while (true) {
                count.sent.add(channel.write(unsent));
                if (unsent.hasRemaining()) break;
                firstSent = true;
                stood = true;
                if (timesLeft == 0) {
                    if (attack.halfCloses()) channel.shutdownOutput();
                    break;
                }
                timesLeft--;
                unsent = again.duplicate();
            }
            key.interestOps(interest());
        }

        private void drip(long now) throws IOException {
            count.sent.add(channel.write(ByteBuffer.wrap(drip, dripped++ % drip.length, 1)));
            wakeNanos = now + DRIP_MILLIS * MILLI;
        }

        private void sip(long now) throws IOException {
            read(SMALL_BUFFER);
            if (channel != null) wakeNanos = now + SIP_MILLIS * MILLI;
        }

        private void read(int most) throws IOException {
            int size = channel.read(bytes.clear().limit(most));
            if (size < 0) {
                end(true);
                return;
            }
            if (size > 0) heard = true;
            count.received.add(size);
        }

        private void end(boolean byServer) {
            if (byServer) count.closedByServer.increment();
            reset();
            wakeNanos = System.nanoTime() + random.nextInt(againMillis) * MILLI;
        }

        void reset() {
            try {
                if (channel != null) {
                    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                    channel.close();
                }
            } catch (IOException e) {
                // it is gone
            }
            channel = null;
            key = null;
        }
    }
}
