package asynclab.pattern.stream;

import asynclab.input.Settings;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The intervals of the heartbeats of all event streams of one servlet. One scheduler thread writes them, in some 10 µs each, and that
 * thread also ends every other waiting request. So there are at most {@code heartbeats-per-second} (1,000): the more streams are open,
 * the longer the interval of each. With 1,000 that begins at 15,000 streams of the default interval, 15 s, and at 100 streams of the
 * shortest.
 *
 * <p>The first interval is a random part of a whole one. Else streams that were opened together would have their heartbeats together for
 * ever, and requests of others would wait for them. Thread-safe.
 */
final class Heartbeats {

    /** The shortest interval that a client may ask for. */
    static final int SHORTEST_MILLIS = 100;

    static final int LONGEST_MILLIS = 600_000;
    static final int USUAL_MILLIS = 15_000;
    private static final int USUAL_PER_SECOND = 1_000; // not in web.xml: a change there marks every stored result
    private static final int MOST_PER_SECOND = 1_000_000;

    private final int perSecond;
    private final AtomicInteger streams = new AtomicInteger();

    /** @param application its setting {@code heartbeats-per-second}, 1 to 1,000,000; 1,000 if there is none */
    Heartbeats(Settings application) {
        perSecond = application.whole("heartbeats-per-second", 1, MOST_PER_SECOND, USUAL_PER_SECOND);
    }

    void opened() {
        streams.incrementAndGet();
    }

    void closed() {
        streams.decrementAndGet();
    }

    /** The time until the first heartbeat of a stream, in milliseconds. */
    long firstMillis(long askedMillis) {
        return 1 + ThreadLocalRandom.current().nextLong(nextMillis(askedMillis));
    }

    /** The time from one heartbeat of a stream to its next, in milliseconds. */
    long nextMillis(long askedMillis) {
        return Math.max(askedMillis, (1_000L * streams.get() + perSecond - 1) / perSecond);
    }
}
