package asynclab.soak;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
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
 * Clients that send slowly, read slowly or not at all, or vanish. One thread of Netty serves all of them, so a server that delays one
 * client delays no other. When a connection ends, its client soon opens another: an attack lasts until {@link #close}. A client has
 * one connection at a time. It ends the connection by a reset, so no port stays in TIME_WAIT.
 *
 * <p>Any thread may read the figures.
 */
public final class HostileClients implements AutoCloseable {

    /**
     * The figures of one kind of attack: connections begun, bytes in both directions, and connections closed by the server, which
     * include those that failed.
     */
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

    private static final int FIRST_CONNECTION_MILLIS = 50; // within this time all clients open their first connection

    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("lab-hostile", true), NioIoHandler.newFactory());
    private final Bootstrap bootstrap;
    private final int reconnectMillis;
    private final SplittableRandom seeds;
    private final List<HostileClient> clients = new ArrayList<>();
    private final Map<String, Counts> counts = new ConcurrentHashMap<>();

    /** @param reconnectMillis the longest time before a client opens its next connection */
    public HostileClients(int port, long seed, int reconnectMillis) {
        bootstrap = new Bootstrap()
                .group(thread)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .remoteAddress("127.0.0.1", port);
        this.reconnectMillis = reconnectMillis;
        seeds = new SplittableRandom(seed);
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
        thread.execute(() -> clients.forEach(client -> client.connectWithin(FIRST_CONNECTION_MILLIS)));
        return this;
    }

    public int size() {
        return clients.size();
    }

    /** Whether the attack continues. */
    public boolean isRunning() {
        return !thread.isShuttingDown();
    }

    /** The number of clients that are connected and have sent the first part of their attack. */
    public int connected() {
        return (int) clients.stream().filter(HostileClient::isConnected).count();
    }

    /** The number of clients that have sent the first part of an attack, on this connection or an earlier one. */
    public int senders() {
        return (int) clients.stream().filter(HostileClient::hasSent).count();
    }

    /** The number of clients that have received a byte, on this connection or an earlier one. */
    public int receivers() {
        return (int) clients.stream().filter(HostileClient::hasReceived).count();
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
        if (!isRunning()) return;
        thread.submit(() -> clients.forEach(HostileClient::reset)).syncUninterruptibly();
        thread.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    Bootstrap bootstrap() {
        return bootstrap.clone();
    }

    void later(Runnable task, int millis) {
        if (isRunning()) thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    int reconnectMillis() {
        return reconnectMillis;
    }

    Counts counts(String attack) {
        return counts.computeIfAbsent(attack, name -> new Counts());
    }
}
