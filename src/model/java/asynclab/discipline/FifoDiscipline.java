package asynclab.discipline;

import java.util.function.Consumer;

/**
 * First in, first out, without a limit: what a container's own queue does. Under lasting overload each request waits longer than the one
 * before, until every client has left before its turn. The servers then work for nobody.
 */
final class FifoDiscipline implements QueueDiscipline {
    @Override
    public QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped) {
        return line.takeOldest();
    }
}
