package asynclab.discipline;

/**
 * One request in a {@link RequestQueue}, from its arrival until it leaves. Its fields are guarded by the lock of the queue. Any thread
 * may call the public methods, any number of times.
 */
public final class QueuedRequest {

    enum Place {
        WAITING, // in the line
        SERVED, // has a server
        DROPPED, // taken out of the line unserved
        OVER // has given its server back, or has left the line itself
    }

    private final RequestQueue room;
    final long arrivedNanos;
    final long expectedNanos;
    final long clientTimeoutNanos; // 0: unknown
    QueuedRequest older; // the neighbours in the line
    QueuedRequest younger;
    Place place = Place.WAITING;
    Runnable serve; // null until whenDecided
    Runnable shed;

    QueuedRequest(RequestQueue room, long arrivedNanos, long expectedNanos, long clientTimeoutNanos) {
        this.room = room;
        this.arrivedNanos = arrivedNanos;
        this.expectedNanos = expectedNanos;
        this.clientTimeoutNanos = clientTimeoutNanos;
    }

    long waitedNanos(long nowNanos) {
        return nowNanos - arrivedNanos;
    }

    /** Whether the client would leave before the answer if service begins now. False if its timeout is unknown. */
    boolean wouldBeLate(long nowNanos, long marginNanos) {
        return clientTimeoutNanos > 0 && waitedNanos(nowNanos) + expectedNanos + marginNanos >= clientTimeoutNanos;
    }

    /** Whether the client's timeout has passed. False if it is unknown. */
    boolean isLate(long nowNanos) {
        return clientTimeoutNanos > 0 && waitedNanos(nowNanos) >= clientTimeoutNanos;
    }

    /**
     * Says how to serve or shed the request. Exactly one of the two runs, once, unless the request leaves before. It runs on the thread
     * that frees a server, or on this thread if the decision is already made. It must not block. If {@code serve} throws, the server is
     * freed.
     */
    public void whenDecided(Runnable toServe, Runnable toShed) {
        room.whenDecided(this, toServe, toShed);
    }

    /** Gives the server back, or leaves the line. Counts once. */
    public void leave() {
        room.leave(this, true);
    }

    /** Leaves the line. Has no effect if the request has a server: its work may still run. */
    public void giveUp() {
        room.leave(this, false);
    }

    /** Whether the request has a server and has not given it back. */
    public boolean isServed() {
        return room.isServed(this);
    }
}
