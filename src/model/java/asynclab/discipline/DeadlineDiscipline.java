package asynclab.discipline;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * First in, first out. A request is dropped if its client would leave before the answer: waited + expected + margin &ge; client timeout.
 * No work is wasted if the expected time is right. The line has no limit. As long as servers become free, no request stays in it for
 * longer than its client waits.
 */
final class DeadlineDiscipline implements QueueDiscipline {

    private final long marginNanos;

    /** @param marginMillis for the way of the request and of the answer */
    DeadlineDiscipline(long marginMillis) {
        marginNanos = TimeUnit.MILLISECONDS.toNanos(marginMillis);
    }

    @Override
    public QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped) {
        for (QueuedRequest oldest = line.takeOldest(); oldest != null; oldest = line.takeOldest()) {
            if (!oldest.wouldBeLate(nowNanos, marginNanos)) return oldest;
            dropped.accept(oldest);
        }
        return null;
    }
}
