package asynclab.discipline;

import com.netflix.concurrency.limits.limit.Gradient2Limit;
import java.util.function.Consumer;

/**
 * First in, first out, with a limit on the requests in service and in the line together. The limit is learnt from the response times by
 * {@code Gradient2Limit} of Netflix's concurrency-limits: it falls while the time of a request is more than 1.5 times the average of the last
 * 600, and else grows by a fifth of four per request. The average follows the load, so a slow rise of the waiting time is not seen as
 * overload, and the limit then grows to its maximum.
 */
final class AdaptiveLimitDiscipline implements QueueDiscipline {

    private final Gradient2Limit learnt;

    /** @param most the maximum of the limit; the minimum and the initial value are the servers, because fewer would leave one idle */
    AdaptiveLimitDiscipline(int servers, int most) {
        learnt = Gradient2Limit.newBuilder()
                .initialLimit(servers)
                .minLimit(servers)
                .maxConcurrency(most)
                .build();
    }

    @Override
    public boolean admits(int waiting, int inService) {
        return waiting + inService < limit();
    }

    @Override
    public QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped) {
        return line.takeOldest();
    }

    @Override
    public void served(long arrivedNanos, long inSystemNanos, int inSystem) {
        learnt.onSample(arrivedNanos, inSystemNanos, inSystem, false);
    }

    @Override
    public int limit() {
        return learnt.getLimit();
    }
}
