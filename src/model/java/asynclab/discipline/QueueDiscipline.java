package asynclab.discipline;

import java.util.function.Consumer;

/**
 * A queue discipline: which arriving request may wait, which waiting request is dropped, and which is next. {@link RequestQueue} asks it
 * under its lock, so an implementation needs no lock and must be quick. All times are nanoseconds of one clock.
 */
public interface QueueDiscipline {

    /**
     * Whether an arriving request may wait. It is asked only if no server is free.
     *
     * @param waiting requests in the line
     * @param inService requests that have a server
     */
    default boolean admits(int waiting, int inService) {
        return true;
    }

    /**
     * A server is free. Takes the requests that are too late out of the line and gives them to {@code dropped}. Then takes the next
     * request out of the line.
     *
     * @return the next request; null if none is left
     */
    QueuedRequest next(WaitingLine line, long nowNanos, Consumer<QueuedRequest> dropped);

    /**
     * A request that had a server has ended.
     *
     * @param arrivedNanos when it arrived
     * @param inSystemNanos the time from its arrival to its end
     * @param inSystem requests in service and in the line at its end, itself included
     */
    default void served(long arrivedNanos, long inSystemNanos, int inSystem) {}

    /** The limit that {@link #admits} applies now, or -1 if there is none. */
    default int limit() {
        return -1;
    }
}
