package asynclab.queueing;

/**
 * What a request takes one of, and how many there are: one station of {@link Stages}. Immutable.
 *
 * @param threads how many requests at once, or {@link ClosedSimulation#UNLIMITED}
 * @param limiter what it is called when it is what limits a run
 * @param connects whether a new connection waits in the same queue before its first request does
 * @param reserved how many idle ones are kept for newcomers, ahead of the queue, at most ({@link ReservedThreads}); 0 where
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

    /** The server's usable request threads, of a server that serves in order of arrival. */
    public static Station requestThreads(int usable) {
        return new Station(usable, Bounds.Limiter.THREADS);
    }

    /** Jetty's usable request threads: they open connections, too, and idle ones may be reserved for newcomers. */
    public static Station jettyThreads(int usable, int reserved) {
        return new Station(usable, Bounds.Limiter.THREADS, true, reserved);
    }

    /** A second pool, to which the request threads hand the work. */
    public static Station workers(int workers) {
        return new Station(workers, Bounds.Limiter.WORKERS);
    }

    /** What is behind the server and takes so many requests at once: a service, a database, a pool of connections to it. */
    public static Station backend(int slots) {
        return new Station(slots, Bounds.Limiter.BACKEND);
    }

    /** Nothing: the request waits without a thread. */
    public static Station unlimited() {
        return new Station(ClosedSimulation.UNLIMITED, Bounds.Limiter.THREADS);
    }

    public boolean isUnlimited() {
        return threads == ClosedSimulation.UNLIMITED;
    }

    /** This one or the other, whichever takes fewer: what requests that hold one of each at once are limited by. */
    public Station orNarrower(Station other) {
        return other.threads < threads ? other : this;
    }

    /** The most requests per second; infinite without a limit. */
    double perSecond(double heldSeconds) {
        return isUnlimited() ? Double.POSITIVE_INFINITY : threads / heldSeconds;
    }
}
