package asynclab.client;

import asynclab.options.LabException;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Users on one thread, each with a connection of its own that asks again as soon as it has its answer. Costs a tenth of what
 * JMeter costs, which leaves the processors to the server; JMeter stays the judge wherever users think or times are published.
 *
 * <p>Called by one thread.
 */
public final class LoadClient implements AutoCloseable {

    static final String USER_AGENT = "Apache-HttpClient/4.5.14 (Java/17)";
    private static final long PATIENCE_SECONDS = 120;
    // A request that may still be being written is left to the collector when the next is prepared: no leak, whatever
    // Netty says.
    private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(true, true);

    private final EventLoopGroup thread = new NioEventLoopGroup(1);
    private final Bootstrap bootstrap;
    private final String headers; // those of JMeter: what a server keeps of a connection depends on them
    private final List<User> users = new ArrayList<>();
    // The thread's own:
    private ByteBuf request = Unpooled.EMPTY_BUFFER;
    private boolean asking;
    private long thinkMillis;
    private int load; // whoever thinks since an earlier one does not ask in this
    private int waiting;
    private Load current = new Load();

    public LoadClient(int port) {
        headers = "Host: 127.0.0.1:" + port + "\r\nConnection: keep-alive\r\nUser-Agent: " + USER_AGENT + "\r\n";
        bootstrap = new Bootstrap()
                .group(thread)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 60_000)
                .remoteAddress("127.0.0.1", port)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpResponseDecoder(), new User());
                    }
                });
    }

    /** What came of a window: answers, those that were not 200 or not at all, response times in nanoseconds. */
    public static final class Load {
        private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
        private final Histogram nanos = new Histogram(HIGHEST_NANOS, 3);
        private long errors;

        public void add(Load other) {
            nanos.add(other.nanos);
            errors += other.errors;
        }

        public long requests() {
            return nanos.getTotalCount();
        }

        public long errors() {
            return errors;
        }

        public double millis(double percentile) {
            return nanos.getValueAtPercentile(percentile) / 1e6;
        }

        double maxMillis() {
            return nanos.getMaxValue() / 1e6;
        }
    }

    /** Sees to it that there are exactly so many users, connecting so many of them at a time. */
    public void users(int number, int atOnce) {
        while (users.size() > number) close(users.remove(users.size() - 1));
        while (users.size() < number) {
            var connecting = new ArrayList<ChannelFuture>();
            for (int i = 0; i < Math.min(atOnce, number - users.size()); i++) connecting.add(bootstrap.connect());
            for (ChannelFuture connection : connecting) {
                connection.awaitUninterruptibly();
                if (!connection.isSuccess()) throw new LabException("A user could not connect: " + connection.cause());
                users.add(connection.channel().pipeline().get(User.class));
            }
        }
    }

    /**
     * So many users, each with a connection that nobody has used. Jetty keeps what it makes for a request with the connection,
     * for the application that the connection asked first; for any other it makes it anew, request by request, 1.3 KB.
     */
    public void newUsers(int number) {
        users(0, 1);
        users(number, 200);
    }

    private void close(User user) {
        user.leaving = true;
        user.channel.close().awaitUninterruptibly();
    }

    /** Every user who waits for nothing asks once; returns at once, for answers that are long in coming. */
    public void askOnce(String path) {
        onThread(() -> {
            prepare(path);
            asking = false;
            users.stream().filter(user -> !user.mayWait).forEach(User::ask);
        });
    }

    /** All users begin at the same time and go on. The window opens when {@link #window} is called. */
    public void begin(String path) {
        begin(path, 0, 0);
    }

    /** The same with a pause between an answer and the next request; the users begin evenly over the ramp. */
    public void begin(String path, long pauseMillis, long rampMillis) {
        onThread(() -> {
            if (waiting > 0) throw new LabException(waiting + " users still wait for their last response.");
            prepare(path);
            asking = true;
            load++;
            thinkMillis = pauseMillis;
            for (int i = 0; i < users.size(); i++) users.get(i).askAfter(rampMillis * i / users.size());
        });
    }

    private void prepare(String path) {
        String text = "GET " + path + " HTTP/1.1\r\n" + headers + "\r\n";
        request = Unpooled.unreleasableBuffer(
                UNTRACKED.directBuffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII)));
        current = new Load();
    }

    /** What the users see in so long from now. */
    public Load window(Duration length) {
        var fresh = new Load();
        onThread(() -> current = fresh);
        pause(length);
        onThread(() -> current = new Load());
        return fresh;
    }

    /** Nobody asks again; returns when everybody has an answer. */
    public void finish() {
        onThread(() -> asking = false);
        awaitAnswers(0);
    }

    /** Every user who waits for nothing asks twice and is answered: some of what a server keeps of a connection comes then. */
    public void use(String path) {
        int before = waiting();
        for (int i = 0; i < 2; i++) {
            askOnce(path);
            awaitAnswers(before);
        }
    }

    private void awaitAnswers(int butOf) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (waiting() > butOf) {
            if (System.nanoTime() > giveUp)
                throw new LabException(waiting() - butOf + " users got no response within " + PATIENCE_SECONDS + " s.");
            pause(Duration.ofMillis(20));
        }
    }

    /** Users that have asked and have no answer yet. */
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

    @Override
    public void close() {
        users.forEach(user -> user.leaving = true);
        thread.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class User extends SimpleChannelInboundHandler<HttpObject> {

        private Channel channel;
        private long askedNanos;
        private boolean ok;
        private boolean mayWait;
        private volatile boolean leaving;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
        }

        void askAfter(long millis) {
            int mine = load;
            if (millis > 0) thread.schedule(() -> askAgain(mine), millis, TimeUnit.MILLISECONDS);
            else askAgain(mine);
        }

        private void askAgain(int mine) {
            if (asking && mine == load && channel.isActive()) ask();
        }

        void ask() {
            askedNanos = System.nanoTime();
            ok = false;
            mayWait = true;
            waiting++;
            channel.writeAndFlush(request.duplicate(), channel.voidPromise());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof HttpResponse response) ok = response.status().code() == 200;
            if (!(part instanceof LastHttpContent)) return;
            answered();
            askAfter(thinkMillis);
        }

        private void answered() {
            if (!mayWait) return;
            mayWait = false;
            waiting--;
            current.nanos.recordValue(Math.min(System.nanoTime() - askedNanos, Load.HIGHEST_NANOS));
            if (!ok) current.errors++;
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            ok = false;
            if (!leaving) answered();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
            context.close(); // counted when it is closed
        }
    }
}
