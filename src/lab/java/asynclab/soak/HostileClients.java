package asynclab.soak;

import asynclab.options.LabException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Clients that send slowly, read slowly or not at all, or vanish. One thread with one selector serves all of them, so a server
 * that delays one client delays no other. When a connection ends, its client soon opens another: an attack lasts until {@link
 * #close}. A client has one connection at a time. It ends the connection by a reset, so no port stays in TIME_WAIT.
 *
 * <p>Any thread may read the figures.
 */
public final class HostileClients implements AutoCloseable {

    /** The figures of one kind of attack: connections begun, connections closed by the server, bytes in both directions. */
    public record AttackFigures(long begun, long closedByServer, long sentBytes, long receivedBytes) {}

    /** The figures of one kind of attack so far. */
    static final class Counts {
        final LongAdder begun = new LongAdder();
        final LongAdder closedByServer = new LongAdder();
        final LongAdder sent = new LongAdder();
        final LongAdder received = new LongAdder();

        AttackFigures figures() {
            return new AttackFigures(begun.sum(), closedByServer.sum(), sent.sum(), received.sum());
        }
    }

    private static final long TICK_MILLIS = 20;

    private final InetSocketAddress server;
    private final int reconnectMillis;
    private final SplittableRandom seeds;
    private final List<HostileClient> clients = new ArrayList<>();
    private final Map<String, Counts> counts = new ConcurrentHashMap<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private final Thread thread = new Thread(this::run, "lab-hostile");
    private Selector selector;
    private volatile boolean closing;
    private volatile int connected;
    private volatile int senders;
    private volatile int receivers;

    /** @param reconnectMillis the longest time before a client opens its next connection */
    public HostileClients(int port, long seed, int reconnectMillis) {
        server = new InetSocketAddress("127.0.0.1", port);
        this.reconnectMillis = reconnectMillis;
        seeds = new SplittableRandom(seed);
        thread.setDaemon(true);
    }

    /** Adds clients; call it before {@link #start}. @param attack draws what a client does on its next connection */
    public HostileClients add(int number, Function<SplittableRandom, Attack> attack) {
        for (int i = 0; i < number; i++) clients.add(new HostileClient(this, attack, seeds.split()));
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

    /** The number of clients that are connected and have sent the first part of their attack. */
    public int connected() {
        return connected;
    }

    /** The number of clients that have sent the first part of an attack, on this connection or an earlier one. */
    public int senders() {
        return senders;
    }

    /** The number of clients that have received a byte, on this connection or an earlier one. */
    public int receivers() {
        return receivers;
    }

    /** The figures of each kind of attack, by its name. */
    public Map<String, AttackFigures> figures() {
        var figures = new TreeMap<String, AttackFigures>();
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

    InetSocketAddress server() {
        return server;
    }

    Selector selector() {
        return selector;
    }

    /** One buffer for all clients, because one thread serves them. */
    ByteBuffer buffer() {
        return buffer;
    }

    int reconnectMillis() {
        return reconnectMillis;
    }

    Counts counts(String attack) {
        return counts.computeIfAbsent(attack, name -> new Counts());
    }

    private void run() {
        try (Selector opened = selector) {
            for (HostileClient client : clients) client.schedule(System.nanoTime());
            long tickNanos = 0;
            while (!closing) {
                opened.select(key -> ((HostileClient) key.attachment()).ready(key), TICK_MILLIS);
                long now = System.nanoTime();
                if (now < tickNanos) continue;
                tickNanos = now + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
                for (HostileClient client : clients) client.tick(now);
                connected = (int)
                        clients.stream().filter(HostileClient::isConnected).count();
                senders = (int) clients.stream().filter(HostileClient::hasSent).count();
                receivers = (int)
                        clients.stream().filter(HostileClient::hasReceived).count();
            }
        } catch (IOException e) {
            throw new LabException("The hostile clients stopped: " + e.getMessage(), e);
        } finally {
            clients.forEach(HostileClient::reset);
        }
    }
}
