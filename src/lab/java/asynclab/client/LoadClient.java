package asynclab.client;

import asynclab.options.LabException;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Users on one thread, each with its own connection. A user sends the next request as soon as it has its response. This client
 * uses a tenth of JMeter's CPU time, so it leaves the processors to the server. JMeter runs the experiments with think time and
 * those with published times. A connection that the server closes is an error. Its user gets another one before the next load.
 * Called by one thread.
 */
public final class LoadClient implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 120;

    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Bootstrap bootstrap;
    private final int port;
    private final List<LoadUser> users = new ArrayList<>();
    // Used by the Netty thread only:
    private ByteBuf request = Unpooled.EMPTY_BUFFER;
    private boolean sending;
    private long thinkMillis;
    private int load; // a user whose think time began in an earlier load sends nothing in this one
    private int waiting;
    private ClientTimes current = new ClientTimes();

    public LoadClient(int port) {
        this.port = port;
        bootstrap = new Bootstrap()
                .group(thread)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 60_000)
                .remoteAddress("127.0.0.1", port)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpResponseDecoder(), new LoadUser());
                    }
                });
    }

    /** Opens or closes connections until there is this number of users. It opens up to {@code atOnce} at a time. */
    public void users(int number, int atOnce) {
        boolean less = users.size() > number;
        while (users.size() > number) close(users.remove(users.size() - 1));
        if (less) awaitSelect();
        while (users.size() < number) {
            var connecting = new ArrayList<ChannelFuture>();
            for (int i = 0; i < Math.min(atOnce, number - users.size()); i++) connecting.add(bootstrap.connect());
            for (ChannelFuture connection : connecting) {
                connection.awaitUninterruptibly();
                if (!connection.isSuccess()) throw notConnected(connection.cause(), number);
                users.add(connection.channel().pipeline().get(LoadUser.class));
            }
        }
    }

    /** Netty's own exceptions do not say that no descriptor is free. Their cause does. */
    private LabException notConnected(Throwable thrown, int number) {
        Throwable cause = thrown;
        while (cause.getCause() != null) cause = cause.getCause();
        return new LabException("User %,d of %,d could not connect: %s".formatted(users.size() + 1, number, cause));
    }

    /**
     * This number of users, each with an unused connection. Jetty keeps its objects for a request with the connection, but only
     * for the application that the connection called first. For any other application Jetty makes these objects for each request
     * (1.3 KB).
     */
    public void newUsers(int number) {
        users(0, 1);
        users(number, 200);
    }

    private void reconnect() {
        int all = users.size();
        users.removeIf(user -> !user.channel.isActive());
        users(all, 200);
    }

    private void close(LoadUser user) {
        user.leaving = true;
        user.channel.close().awaitUninterruptibly();
    }

    /**
     * The JDK frees the descriptor of a closed channel when the selector selects next. Netty's thread may do the tasks of a second
     * before that, so the descriptors of two loads would be in use at the same time. It selects before a task that is due later.
     */
    private void awaitSelect() {
        thread.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }

    /** Every idle user sends one request. Returns at once, without the responses. */
    public void sendOnce(String path) {
        reconnect();
        onThread(() -> {
            prepare(path);
            sending = false;
            users.stream().filter(user -> !user.isWaiting).forEach(LoadUser::send);
        });
    }

    /** All users begin at the same time and send one request after another, until {@link #finish}. */
    public void begin(String path) {
        begin(path, 0, 0);
    }

    /** The same with think time. The users begin evenly over the ramp. */
    public void begin(String path, long thinkTimeMillis, long rampMillis) {
        reconnect();
        onThread(() -> {
            if (waiting > 0) throw new LabException(waiting + " users still wait for their last response.");
            prepare(path);
            sending = true;
            load++;
            thinkMillis = thinkTimeMillis;
            for (int i = 0; i < users.size(); i++) users.get(i).sendAfter(rampMillis * i / users.size());
        });
    }

    private void prepare(String path) {
        request = GetRequest.of(port, path);
        current = new ClientTimes();
    }

    /** Measures for this time, from now. The errors of the window include those since the load began or since the last window. */
    public ClientTimes window(Duration length) {
        var fresh = new ClientTimes();
        onThread(() -> {
            fresh.addErrors(current);
            fresh.begin();
            current = fresh;
        });
        pause(length);
        onThread(() -> {
            fresh.end();
            current = new ClientTimes();
        });
        return fresh;
    }

    /** New users send one request after another for this time. Returns when every user has its last response. */
    public void warmUp(int number, String path, Duration length) {
        newUsers(number);
        begin(path);
        window(length);
        finish();
    }

    /** No user sends another request. Returns when every user has its response. */
    public void finish() {
        onThread(() -> sending = false);
        awaitResponses(0);
    }

    /**
     * Every idle user sends two requests and gets the responses. After one request a server does not yet have all its objects for
     * the connection.
     */
    public void useTwice(String path) {
        int before = waiting();
        for (int i = 0; i < 2; i++) {
            sendOnce(path);
            awaitResponses(before);
        }
    }

    private void awaitResponses(int except) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (waiting() > except) {
            if (System.nanoTime() > giveUp)
                throw new LabException(waiting() - except + " users got no response within " + TIMEOUT_SECONDS + " s.");
            pause(Duration.ofMillis(20));
        }
    }

    /** The number of users that wait for a response. */
    public int waiting() {
        int[] now = new int[1];
        onThread(() -> now[0] = waiting);
        return now[0];
    }

    private void onThread(Runnable task) {
        thread.submit(task).syncUninterruptibly();
    }

    public static void pause(Duration length) {
        try {
            TimeUnit.NANOSECONDS.sleep(length.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted.");
        }
    }

    /** Closes every connection itself: Netty 4.2.20 may end its thread and leave the descriptors of idle channels in use. */
    @Override
    public void close() {
        users(0, 1);
        thread.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class LoadUser extends SimpleChannelInboundHandler<HttpObject> {

        private Channel channel;
        private long startedNanos;
        private boolean ok;
        private boolean isWaiting;
        private volatile boolean leaving;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            channel = context.channel();
        }

        void sendAfter(long millis) {
            int mine = load;
            Runnable again = () -> {
                if (sending && mine == load) send();
            };
            if (millis > 0) thread.schedule(again, millis, TimeUnit.MILLISECONDS);
            else again.run();
        }

        void send() {
            if (!channel.isActive()) return; // channelInactive counts it
            startedNanos = System.nanoTime();
            ok = false;
            isWaiting = true;
            waiting++;
            channel.writeAndFlush(request.duplicate(), channel.voidPromise());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof HttpResponse response) ok = response.status().code() == 200;
            if (!(part instanceof LastHttpContent)) return;
            if (isWaiting) received();
            sendAfter(thinkMillis);
        }

        private void received() {
            isWaiting = false;
            waiting--;
            current.record(System.nanoTime() - startedNanos, ok);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (leaving) return;
            ok = false;
            if (isWaiting) received();
            else current.connectionLost();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
            context.close(); // channelInactive counts it
        }
    }
}
