package asynclab.soak;

import asynclab.soak.Attack.ReadingPace;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One client of {@link HostileClients}, on one connection after another. Only the thread of these clients uses it, except for the
 * volatile fields.
 */
@Sharable // by its connections, one after the other
final class HostileClient extends SimpleChannelInboundHandler<ByteBuf> {

    private static final int DRIP_MILLIS = 250;
    private static final int SLOW_READ_MILLIS = 100;
    private static final int SMALL_BUFFER = 2 * 1024;

    private final HostileClients owner;
    private final Function<SplittableRandom, Attack> nextAttack;
    private final SplittableRandom random;
    private Channel channel; // null without a connection
    private Attack attack;
    private HostileClients.Counts counts;
    private volatile boolean connected;
    private volatile boolean hasSent;
    private volatile boolean hasReceived;

    HostileClient(HostileClients owner, Function<SplittableRandom, Attack> nextAttack, SplittableRandom random) {
        this.owner = owner;
        this.nextAttack = nextAttack;
        this.random = random;
    }

    /** Whether it is connected and has sent the first part of its attack. */
    boolean isConnected() {
        return connected;
    }

    /** Whether it has sent the first part of an attack, on this connection or an earlier one. */
    boolean hasSent() {
        return hasSent;
    }

    /** Whether it has received a byte, on this connection or an earlier one. */
    boolean hasReceived() {
        return hasReceived;
    }

    void connectWithin(int millis) {
        owner.later(this::connect, random.nextInt(millis));
    }

    private void connect() {
        attack = nextAttack.apply(random);
        counts = owner.counts(attack.name());
        counts.begun.increment();
        Bootstrap bootstrap = owner.bootstrap().handler(this);
        if (attack.reading() != ReadingPace.EVERYTHING)
            bootstrap
                    .option(ChannelOption.AUTO_READ, false)
                    .option(ChannelOption.SO_RCVBUF, SMALL_BUFFER)
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(SMALL_BUFFER).maxMessagesPerRead(1));
        ChannelFuture connecting = bootstrap.connect();
        channel = connecting.channel();
        if (attack.lastsMillis() > 0) during(() -> end(false), attack.lastsMillis());
        connecting.addListener(opened -> {
            if (channel == connecting.channel() && opened.isSuccess()) send();
            else if (channel == connecting.channel()) end(true);
        });
        if (attack.reading() == ReadingPace.SLOWLY) during(() -> channel.read(), SLOW_READ_MILLIS);
    }

    /** Runs the task after a time, if the connection has not ended by then. */
    private void during(Runnable task, int millis) {
        Channel mine = channel;
        owner.later(
                () -> {
                    if (channel == mine) task.run();
                },
                millis);
    }

    /**
     * Sends all requests at once. Otherwise a server that closes the connection after the first request would stop the other
     * requests.
     */
    private void send() {
        write(attack.first(), attack.times() == 0 ? this::allSent : this::firstSent);
        for (int left = attack.times(); left > 0; left--)
            write(attack.again(), left == 1 ? this::allSent : this::firstSent);
        flush();
    }

    private void flush() {
        if (channel != null) channel.flush();
    }

    private void firstSent() {
        connected = true;
        hasSent = true;
    }

    private void allSent() {
        firstSent();
        if (attack.halfCloses()) ((SocketChannel) channel).shutdownOutput();
        if (!attack.drip().isEmpty()) during(() -> drip(0), random.nextInt(DRIP_MILLIS));
    }

    private void drip(int index) {
        String drip = attack.drip();
        write(drip.substring(index, index + 1), () -> during(() -> drip((index + 1) % drip.length()), DRIP_MILLIS));
        flush();
    }

    private void write(String text, Runnable next) {
        Channel mine = channel;
        if (mine == null) return; // the previous write has ended the connection
        mine.write(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1)).addListener(written -> {
            if (channel != mine) return;
            counts.sent.add(written.isSuccess() ? text.length() : 0);
            if (written.isSuccess()) next.run();
            else end(true);
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
        hasReceived = true;
        counts.received.add(bytes.readableBytes());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (context.channel() == channel && attack.reading() == ReadingPace.SLOWLY)
            during(context::read, SLOW_READ_MILLIS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (context.channel() == channel) end(true);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        if (context.channel() == channel) end(true);
    }

    private void end(boolean byServer) {
        if (byServer) counts.closedByServer.increment();
        reset();
        connectWithin(owner.reconnectMillis());
    }

    void reset() {
        Channel old = channel;
        channel = null; // later events of this connection are ignored
        connected = false;
        if (old == null) return;
        if (old.isOpen()) old.config().setOption(ChannelOption.SO_LINGER, 0);
        old.close();
    }
}
