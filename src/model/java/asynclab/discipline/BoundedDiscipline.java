package asynclab.discipline;

import java.util.function.Consumer;

/**
 * First in, first out, with a limit: a request that finds a full line is refused at its arrival. The limit bounds the waiting time: limit
 * × hold time ÷ servers. It must stay well below the clients' timeout, and it is right for one hold time only.
 *
 * @param limit requests that may wait
 */
record BoundedDiscipline(int limit) implements QueueDiscipline {
    @Override
    public boolean admits(int waiting, int inService) {
        return waiting < limit;
    }

    @Override
    public QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped) {
        return line.takeOldest();
    }
}
