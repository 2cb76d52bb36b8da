package asynclab.model.station;

import asynclab.discipline.QueuedRequest;

/** One request's stay at one station. Not thread-safe. */
public abstract class Job {

    private final double arrivedMillis;
    private final double plannedMillis;
    private final boolean connection;
    private int place;
    private QueuedRequest queued;
    private boolean gone;

    /**
     * @param arrivedMillis when the job arrives at the station
     * @param plannedMillis the hold time that the request asks for
     * @param connection whether the job opens a connection, which takes no time; else it is a request
     */
    protected Job(double arrivedMillis, double plannedMillis, boolean connection) {
        this.arrivedMillis = arrivedMillis;
        this.plannedMillis = plannedMillis;
        this.connection = connection;
    }

    public final double arrivedMillis() {
        return arrivedMillis;
    }

    public final double plannedMillis() {
        return plannedMillis;
    }

    public final boolean isConnection() {
        return connection;
    }

    /** Leaves the queue without service. */
    public final void leave() {
        gone = true;
    }

    final boolean isGone() {
        return gone;
    }

    /** The discipline's note of where the job is queued or served. 0 until {@link #placeAt}. */
    final int place() {
        return place;
    }

    final void placeAt(int number) {
        place = number;
    }

    /** What stands for the job in the queue of an application. Null before it arrives there, and after it has left. */
    final QueuedRequest queued() {
        return queued;
    }

    final void queueAs(QueuedRequest request) {
        queued = request;
    }
}
