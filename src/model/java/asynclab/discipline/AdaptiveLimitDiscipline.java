package asynclab.discipline;

import com.netflix.concurrency.limits.limit.Gradient2Limit;
import java.util.function.Consumer;

/**
 * First in, first out, with a limit on the requests in service and in the line together. {@code Gradient2Limit} of Netflix's
 * concurrency-limits learns the limit from the response times. The limit falls while a request takes more than 1.5 times the average of
 * the last 600. Otherwise it grows by 0.8 per request. The average follows the load: a slow rise of the waiting time does not count as
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
        learnt.onSample(arrivedNanos, Math.max(1, inSystemNanos), inSystem, false); // 0 ÷ 0 would stay no number
    }

    @Override
    public int limit() {
        return learnt.getLimit();
    }
}
