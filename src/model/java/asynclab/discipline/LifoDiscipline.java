package asynclab.discipline;

import java.util.function.Consumer;

/**
 * Last in, first out, without a limit. Under overload the newest requests are served in time, and the oldest wait until their clients have
 * left. It is unfair. A request that is never served stays in the line until its own timeout.
 */
final class LifoDiscipline implements QueueDiscipline {
    @Override
    public QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped) {
        return line.takeNewest();
    }
}
