package asynclab.accesslog;

/**
 * One request of a log. Immutable.
 *
 * @param startMicros when the server, or the proxy's queue before it, received the request, in microseconds since 1970. If the log gives the
 *     end, the reader has subtracted the times
 * @param waitedMicros in a queue that the log knows, such as that of a proxy, before the server began; 0 if the log knows none
 * @param durationMicros from the moment when the server began until the response was sent, in microseconds, at least 0
 * @param method such as GET; empty if the log does not say
 * @param path as the log has it, perhaps with a query; empty if the log does not say
 * @param status of the response; 0 if the log does not say
 * @param parts what our recorder knows of it; null in other logs
 */
public record LoggedRequest(
        long startMicros,
        long waitedMicros,
        long durationMicros,
        String method,
        String path,
        int status,
        RequestParts parts) {

    /** A request of which no recorder knows. */
    public LoggedRequest(
            long startMicros, long waitedMicros, long durationMicros, String method, String path, int status) {
        this(startMicros, waitedMicros, durationMicros, method, path, status, null);
    }

    /**
     * What our recorder measured of a request, in microseconds. Immutable.
     *
     * @param knowsWait whether the time from the arrival to the first filter is known: it is {@link #waitedMicros} then
     * @param beforeThread whether that time begins before the waiting for a thread, and not when a thread reads the request
     * @param processorMicros of all threads that served it; {@link #UNKNOWN} such as on virtual threads
     * @param connectionWaitMicros within the duration; {@link #UNKNOWN} if nothing measures it
     * @param connectionHeldMicros within the duration; {@link #UNKNOWN} if nothing measures it
     * @param async whether it was asynchronous
     */
    public record RequestParts(
            boolean knowsWait,
            boolean beforeThread,
            long processorMicros,
            long connectionWaitMicros,
            long connectionHeldMicros,
            boolean async) {

        /** What is not known. */
        public static final long UNKNOWN = -1;
    }
}
