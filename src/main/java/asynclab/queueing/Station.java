package asynclab.queueing;

/**
 * One station of {@link Stages}: a number of servers in the sense of queueing theory, such as threads. Immutable.
 *
 * @param threads the concurrency limit, or {@link ClosedSimulation#UNLIMITED}
 * @param limiter the name of this limit if it limits a run
 * @param connects whether a new connection waits in the same queue before its first request does
 * @param reserved the maximum number of idle threads that are reserved and bypass the queue ({@link ReservedThreads}); 0 if
 *     requests are served in order of arrival
 */
public record Station(int threads, Bounds.Limiter limiter, boolean connects, int reserved) {

    public Station {
        if (threads < 1) throw new IllegalArgumentException("a station takes a request at least, not " + threads);
        if (reserved < 0) throw new IllegalArgumentException("not fewer than none are reserved");
    }

    private Station(int threads, Bounds.Limiter limiter) {
        this(threads, limiter, false, 0);
    }

    /** Request threads of a server that serves in order of arrival. */
    public static Station requestThreads(int usable) {
        return new Station(usable, Bounds.Limiter.THREADS);
    }

    /** Jetty's request threads. They also open connections, and some idle ones may be reserved. */
    public static Station jettyThreads(int usable, int reserved) {
        return new Station(usable, Bounds.Limiter.THREADS, true, reserved);
    }

    /** The same for clients that opened their connections before. No request waits twice then. */
    public Station connected() {
        return new Station(threads, limiter, false, reserved);
    }

    /** A worker pool, to which the request threads pass the work. */
    public static Station workers(int workers) {
        return new Station(workers, Bounds.Limiter.WORKERS);
    }

    /** A backend with a concurrency limit: a service, a database, or a pool of connections to it. */
    public static Station backend(int slots) {
        return new Station(slots, Bounds.Limiter.BACKEND);
    }

    /** No limit: the request waits without a thread. */
    public static Station unlimited() {
        return new Station(ClosedSimulation.UNLIMITED, Bounds.Limiter.THREADS);
    }

    public boolean isUnlimited() {
        return threads == ClosedSimulation.UNLIMITED;
    }

    /** The station with the lower limit. It limits requests that hold one server of each at the same time. */
    public Station orNarrower(Station other) {
        return other.threads < threads ? other : this;
    }

    /** The maximum throughput, in requests per second; infinite without a limit. */
    double perSecond(double heldSeconds) {
        return isUnlimited() ? Double.POSITIVE_INFINITY : threads / heldSeconds;
    }
}
