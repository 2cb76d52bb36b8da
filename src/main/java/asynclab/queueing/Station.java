package asynclab.queueing;

/**
 * What holds a request while its work takes time, and how many requests at once. Immutable.
 *
 * @param threads how many, or {@link ClosedSimulation#UNLIMITED}
 * @param limiter what it is called when it is what limits a run
 */
public record Station(int threads, Bounds.Limiter limiter) {

    /** The server's usable request threads. */
    public static Station requestThreads(int usable) {
        return new Station(usable, Bounds.Limiter.THREADS);
    }

    /** A second pool, to which the request threads hand the work. */
    public static Station workers(int workers) {
        return new Station(workers, Bounds.Limiter.WORKERS);
    }

    /** Nothing: the request waits without a thread. */
    public static Station unlimited() {
        return new Station(ClosedSimulation.UNLIMITED, Bounds.Limiter.THREADS);
    }

    public boolean isUnlimited() {
        return threads == ClosedSimulation.UNLIMITED;
    }
}
