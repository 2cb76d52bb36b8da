package asynclab.soak;

import asynclab.soak.Attack.ReadingPace;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One client of {@link HostileClients}, on one connection after another. Used by their thread only. */
final class HostileClient {

    private static final int DRIP_MILLIS = 250;
    private static final int FIRST_CONNECTION_MILLIS = 50; // within this time all clients open their first connection
    private static final int SLOW_READ_MILLIS = 100;
    private static final int SMALL_BUFFER = 2 * 1024;

    private final HostileClients owner;
    private final Function<SplittableRandom, Attack> nextAttack;
    private final SplittableRandom random;
    private Attack attack;
    private HostileClients.Counts counts;
    private SocketChannel channel;
    private SelectionKey key;
    private ByteBuffer unsent;
    private ByteBuffer again;
    private int timesLeft;
    private byte[] drip;
    private int dripped;
    private boolean firstSent;
    private boolean hasSent;
    private boolean hasReceived;
    private long wakeNanos; // then it opens its next connection, or sends a byte, or reads
    private long endNanos;

    HostileClient(HostileClients owner, Function<SplittableRandom, Attack> nextAttack, SplittableRandom random) {
        this.owner = owner;
        this.nextAttack = nextAttack;
        this.random = random;
    }

    void schedule(long nowNanos) {
        wakeNanos = nowNanos + nanos(random.nextInt(FIRST_CONNECTION_MILLIS));
    }

    /** Whether it is connected and has sent the first part of its attack. */
    boolean isConnected() {
        return channel != null && channel.isConnected() && firstSent;
    }

    /** Whether it has sent the first part of an attack, on this connection or an earlier one. */
    boolean hasSent() {
        return hasSent;
    }

    /** Whether it has received a byte, on this connection or an earlier one. */
    boolean hasReceived() {
        return hasReceived;
    }

    /** Does what is due now. */
    void tick(long now) {
        try {
            if (channel == null) {
                if (now >= wakeNanos) connect(now);
            } else if (now >= endNanos) {
                end(false);
            } else if (now >= wakeNanos && channel.isConnected()) {
                wakeNanos = Long.MAX_VALUE;
                if (attack.reading() == ReadingPace.SLOWLY) readSlowly(now);
                if (channel != null && allSent() && drip.length > 0) sendDrip(now);
            }
        } catch (IOException | CancelledKeyException e) {
            end(true);
        }
    }

    private void connect(long now) throws IOException {
        attack = nextAttack.apply(random);
        counts = owner.counts(attack.name());
        counts.begun.increment();
        unsent = latin1(attack.first());
        again = latin1(attack.again());
        timesLeft = attack.times();
        drip = attack.drip().getBytes(StandardCharsets.ISO_8859_1);
        dripped = 0;
        firstSent = false;
        endNanos = attack.lastsMillis() == 0 ? Long.MAX_VALUE : now + nanos(attack.lastsMillis());
        wakeNanos = now + nanos(random.nextInt(DRIP_MILLIS));
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (attack.reading() != ReadingPace.EVERYTHING)
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
        boolean connected = channel.connect(owner.server());
        key = channel.register(owner.selector(), connected ? interest() : SelectionKey.OP_CONNECT, this);
    }

    private static ByteBuffer latin1(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static long nanos(int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private boolean allSent() {
        return !unsent.hasRemaining() && timesLeft == 0;
    }

    private int interest() {
        return (attack.reading() == ReadingPace.EVERYTHING ? SelectionKey.OP_READ : 0)
                | (allSent() && firstSent ? 0 : SelectionKey.OP_WRITE);
    }

    /** The selector reports that the connection is ready. */
    void ready(SelectionKey ready) {
        try {
            if (ready != key || !ready.isValid()) return;
            if (ready.isConnectable() && channel.finishConnect()) ready.interestOps(interest());
            if (ready.isReadable()) read(owner.buffer().capacity());
            if (ready == key && ready.isValid() && ready.isWritable()) send();
        } catch (IOException | CancelledKeyException e) {
            end(true);
        }
    }

    private void send() throws IOException {
        while (true) {
            counts.sent.add(channel.write(unsent));
            if (unsent.hasRemaining()) break;
            firstSent = true;
            hasSent = true;
            if (timesLeft == 0) {
                if (attack.halfCloses()) channel.shutdownOutput();
                break;
            }
            timesLeft--;
            unsent = again.duplicate();
        }
        key.interestOps(interest());
    }

    private void sendDrip(long now) throws IOException {
        counts.sent.add(channel.write(ByteBuffer.wrap(drip, dripped++ % drip.length, 1)));
        wakeNanos = now + nanos(DRIP_MILLIS);
    }

    private void readSlowly(long now) throws IOException {
        read(SMALL_BUFFER);
        if (channel != null) wakeNanos = now + nanos(SLOW_READ_MILLIS);
    }

    private void read(int most) throws IOException {
        int size = channel.read(owner.buffer().clear().limit(most));
        if (size < 0) {
            end(true);
            return;
        }
        if (size > 0) hasReceived = true;
        counts.received.add(size);
    }

    private void end(boolean byServer) {
        if (byServer) counts.closedByServer.increment();
        reset();
        wakeNanos = System.nanoTime() + nanos(random.nextInt(owner.reconnectMillis()));
    }

    void reset() {
        try {
            if (channel != null) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                channel.close();
            }
        } catch (IOException e) {
            // the connection has ended already
        }
        channel = null;
        key = null;
    }
}
