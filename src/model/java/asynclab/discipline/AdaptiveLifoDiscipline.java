package asynclab.discipline;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Adaptive LIFO with controlled delay (CoDel), after "Fail at Scale" (B. Maurer, ACM Queue 13 (8), 2015). The line is under overload if it
 * was last empty more than an interval ago. Then the newest request is next, and a request may wait for the target only. At other times
 * the oldest is next, and a request may wait for the interval: a short burst is no overload.
 *
 * <p>The article sets the limit when a request joins the line. Its library (folly, {@code Codel.cpp}) decides when a request is taken out
 * of the line, and so does this class. The library compares the shortest delay of an interval with the target; this class has the
 * article's rule of the last empty moment. A dropped request is told when a server becomes free, not at the end of its time.
 *
 * <p>The defaults of 5 and 100 ms are the article's. They suit servers that become free often: with four servers and a second of work, a
 * server is free every 250 ms, and nearly every request that waits is dropped.
 */
final class AdaptiveLifoDiscipline implements QueueDiscipline {

    private final long targetNanos;
    private final long intervalNanos;

    AdaptiveLifoDiscipline(long targetMillis, long intervalMillis) {
        targetNanos = TimeUnit.MILLISECONDS.toNanos(targetMillis);
        intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    }

    @Override
    public QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped) {
        boolean overload = line.nanosSinceEmpty(nowNanos) > intervalNanos;
        long mostNanos = overload ? targetNanos : intervalNanos;
        while (line.size() > 0 && line.oldest().waitedNanos(nowNanos) > mostNanos) dropped.accept(line.takeOldest());
        return overload ? line.takeNewest() : line.takeOldest();
    }
}
