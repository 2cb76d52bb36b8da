package asynclab.soak;

import asynclab.result.Lateness;
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

/**
 * Thousands of users on one thread with one selector. No HTTP library misbehaves as {@link SoakRequest.Behavior} requires. Each
 * user sends one request after another and keeps its connection if possible. After a 503 it retries a second later, as
 * Retry-After says. In every second wave of ten seconds, half of the users rest.
 */
final class SoakClient {

    /** The outcome of a request whose client left, as results name it. */
    static final String ABANDONED = "given up by its client";

    private static final long TICK_MILLIS = 20;
    private static final int WAVE_MILLIS = 10_000;
    private static final int FIRST_REQUEST_MILLIS = 3_000; // within this time all users send their first request

    private final InetSocketAddress server;
    private final SoakMix mix;
    private final List<SoakUser> users = new ArrayList<>();
    private final Map<String, Map<String, Long>> seen = new ConcurrentHashMap<>();
    private final Lateness lateness = new Lateness();
    private final Lateness ownLateness = new Lateness();
    private final Map<String, Long> unexpected = new ConcurrentHashMap<>();
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(64 * 1024);
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(64 * 1024);
    private Selector selector;
    private long startedNanos;
    private volatile long asked;

    /** @param only the paths that are requested; empty for all */
    SoakClient(int port, int number, long seed, List<String> only) {
        mix = new SoakMix(only);
        server = new InetSocketAddress("127.0.0.1", port);
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < number; i++) users.add(new SoakUser(this, i % 2 == 1, seeds.split()));
    }

    /** The number of requests begun so far. Any thread. */
    long asked() {
        return asked;
    }

    /** For each kind of request its outcomes, and how often each occurred. Any thread. */
    Map<String, Map<String, Long>> seen() {
        var copy = new TreeMap<String, Map<String, Long>>();
        seen.forEach((name, counts) -> copy.put(name, new TreeMap<>(counts)));
        return copy;
    }

    /** Each unexpected outcome, and how often it occurred; empty if there was none. Any thread. */
    Map<String, Long> unexpected() {
        return new TreeMap<>(unexpected);
    }

    /** The response time of asynchronous patterns minus their hold time. Any thread. */
    Lateness lateness() {
        return lateness;
    }

    /** How late this client's own ticks were. Every other lateness contains it. Any thread. */
    Lateness ownLateness() {
        return ownLateness;
    }

    /** Loads the server for this time, then lets every user finish. Returns when the last connection is closed. */
    void load(long millis) throws IOException {
        startedNanos = System.nanoTime();
        long endNanos = startedNanos + TimeUnit.MILLISECONDS.toNanos(millis);
        try (Selector opened = Selector.open()) {
            selector = opened;
            for (SoakUser user : users) user.schedule(startedNanos, FIRST_REQUEST_MILLIS);
            long tickNanos = startedNanos;
            while (true) {
                selector.select(key -> ((SoakUser) key.attachment()).ready(key), TICK_MILLIS);
                long now = System.nanoTime();
                if (now < tickNanos) continue;
                ownLateness.record(now - tickNanos);
                tickNanos = now + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
                boolean over = now > endNanos;
                boolean busy = false;
                for (SoakUser user : users) {
                    user.tick(now, over);
                    busy |= user.isBusy();
                }
                if (over && !busy) return;
            }
        } finally {
            users.forEach(SoakUser::hangUp);
        }
    }

    InetSocketAddress server() {
        return server;
    }

    Selector selector() {
        return selector;
    }

    /** One buffer for all users, because one thread serves them. */
    ByteBuffer readBuffer() {
        return readBuffer;
    }

    /** The content of every request body. */
    ByteBuffer zeros() {
        return zeros;
    }

    SoakRequest next(SplittableRandom random) {
        asked++; // only this thread writes it
        return mix.next(random);
    }

    /** The time for which the users that rest must still rest; 0 if all users are active. */
    int restMillis(long now) {
        boolean rest = TimeUnit.NANOSECONDS.toMillis(now - startedNanos) / WAVE_MILLIS % 2 == 1;
        return rest ? WAVE_MILLIS / 2 : 0;
    }

    void countOutcome(SoakRequest request, String outcome) {
        seen.computeIfAbsent(request.name(), name -> new ConcurrentHashMap<>()).merge(outcome, 1L, Long::sum);
    }

    void countUnexpected(String outcome) {
        unexpected.merge(outcome, 1L, Long::sum);
    }
}
