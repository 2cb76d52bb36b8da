package asynclab.discipline;

/**
 * The requests that wait, in order of arrival: a doubly linked list through {@link QueuedRequest}, so that a request can leave from the
 * middle at once and waits without an object of its own. Guarded by the lock of its {@link RequestQueue}.
 */
public final class WaitingLine {

    private QueuedRequest oldest;
    private QueuedRequest newest;
    private int size;
    private long lastEmptyNanos; // when a request joined the empty line

    /** The number of requests that wait. */
    public int size() {
        return size;
    }

    /** The request that has waited longest; null if none waits. */
    public QueuedRequest oldest() {
        return oldest;
    }

    /** How long the line has not been empty; 0 if it is empty now. */
    public long nanosSinceEmpty(long nowNanos) {
        return size == 0 ? 0 : nowNanos - lastEmptyNanos;
    }

    void add(QueuedRequest request, long nowNanos) {
        if (size++ == 0) {
            lastEmptyNanos = nowNanos;
            oldest = request;
        } else {
            newest.younger = request;
            request.older = newest;
        }
        newest = request;
    }

    /** Takes out the request that has waited longest; null if none waits. */
    public QueuedRequest takeOldest() {
        return take(oldest);
    }

    /** Takes out the request that came last; null if none waits. */
    public QueuedRequest takeNewest() {
        return take(newest);
    }

    /** Takes out a request of this line, or null. */
    QueuedRequest take(QueuedRequest request) {
        if (request == null) return null;
        if (request.older == null) oldest = request.younger;
        else request.older.younger = request.younger;
        if (request.younger == null) newest = request.older;
        else request.younger.older = request.older;
        request.older = null;
        request.younger = null;
        size--;
        return request;
    }
}
