package asynclab.soak;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Thousands of users on one thread of Netty. A pure HTTP library cannot misbehave as {@link SoakRequest.Behavior} requires. Each
 * user sends one request after another and keeps its connection if possible. After a 503 it retries a second later, as
 * Retry-After says. In every second wave of ten seconds, half of the users rest.
 *
 * <p>Any thread may read the figures.
 */
final class SoakClient implements AutoCloseable {

    /** The outcome of a request whose client left, as results name it. */
    static final String ABANDONED = "given up by its client";

    private static final long TICK_MILLIS = 20;
    private static final int WAVE_MILLIS = 10_000;
    private static final int FIRST_REQUEST_MILLIS = 3_000; // within this time all users send their first request

    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Bootstrap bootstrap;
    private final SoakMix mix;
    private final List<SoakUser> users = new ArrayList<>();
    private final Map<String, Map<String, Long>> seen = new ConcurrentHashMap<>();
    private final Histogram lateness = new ConcurrentHistogram(3);
    private final Histogram ownLateness = new ConcurrentHistogram(3);
    private final Map<String, Long> unexpected = new ConcurrentHashMap<>();
    private long startedNanos;
    private long tickNanos;
    private volatile boolean over;
    private volatile long asked; // like finished, written by the thread of Netty only
    private volatile long finished;

    /** @param only the beginnings of the paths that are requested; empty for all */
    SoakClient(int port, int number, long seed, List<String> only) {
        mix = new SoakMix(only);
        bootstrap = new Bootstrap()
                .group(thread)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .remoteAddress("127.0.0.1", port);
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < number; i++) users.add(new SoakUser(this, i % 2 == 1, seeds.split()));
    }

    /** The number of requests begun so far. */
    long asked() {
        return asked;
    }

    /** For each kind of request its outcomes, and how often each occurred. */
    Map<String, Map<String, Long>> seen() {
        var copy = new TreeMap<String, Map<String, Long>>();
        seen.forEach((name, counts) -> copy.put(name, new TreeMap<>(counts)));
        return copy;
    }

    /** Each unexpected outcome, and how often it occurred; empty if there was none. */
    Map<String, Long> unexpected() {
        return new TreeMap<>(unexpected);
    }

    /** The response time of asynchronous patterns minus their hold time. */
    Histogram lateness() {
        return lateness;
    }

    /** How late this client's own ticks were. Every other lateness contains it. */
    Histogram ownLateness() {
        return ownLateness;
    }

    void begin() {
        startedNanos = System.nanoTime();
        tickNanos = startedNanos;
        thread.execute(() -> {
            for (SoakUser user : users) user.rest(FIRST_REQUEST_MILLIS);
            tick();
        });
    }

    /** Records a time in microseconds. A time before the planned one counts as none. */
    static void record(Histogram micros, long nanos) {
        micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos)));
    }

    private void tick() {
        long now = System.nanoTime();
        record(ownLateness, now - tickNanos);
        tickNanos = now + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
        later(this::tick, TICK_MILLIS);
    }

    /** From now on no user sends another request. @return whether a user still waits for its response */
    boolean endsStill() {
        over = true;
        return finished < asked;
    }

    /** Closes every connection. */
    @Override
    public void close() {
        thread.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    boolean isOver() {
        return over;
    }

    void later(Runnable task, long millis) {
        thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    Bootstrap bootstrap() {
        return bootstrap.clone();
    }

    SoakRequest next(SplittableRandom random) {
        asked++;
        return mix.next(random);
    }

    /** The time for which a resting user rests; 0 if all users are active. */
    int restMillis() {
        boolean rest = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos) / WAVE_MILLIS % 2 == 1;
        return rest ? WAVE_MILLIS / 2 : 0;
    }

    void countOutcome(SoakRequest request, String outcome) {
        finished++;
        seen.computeIfAbsent(request.name(), name -> new ConcurrentHashMap<>()).merge(outcome, 1L, Long::sum);
    }

    void countUnexpected(String outcome) {
        unexpected.merge(outcome, 1L, Long::sum);
    }
}
