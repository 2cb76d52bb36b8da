package asynclab.queueing;

/**
 * What a request takes one of, and how many there are: one station of {@link Stages}. Immutable.
 *
 * @param threads how many requests at once, or {@link ClosedSimulation#UNLIMITED}
 * @param reserved how many idle ones are kept for newcomers, ahead of the queue, at most ({@link ReservedThreads}); 0 where
 *     requests are served in order of arrival
 * @param limiter what it is called when it is what limits a run
 */
public record Station(int threads, int reserved, Bounds.Limiter limiter) {

    public Station {
        if (threads < 1) throw new IllegalArgumentException("a station takes a request at least, not " + threads);
        if (reserved < 0) throw new IllegalArgumentException("not fewer than none are reserved");
    }

    private Station(int threads, Bounds.Limiter limiter) {
        this(threads, 0, limiter);
    }

    /** The server's usable request threads. */
    public static Station requestThreads(int usable) {
        return new Station(usable, Bounds.Limiter.THREADS);
    }

    /** The server's usable request threads, of which Jetty keeps idle ones for newcomers. */
    public static Station requestThreads(int usable, int reserved) {
        return new Station(usable, reserved, Bounds.Limiter.THREADS);
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
