package asynclab.model;

import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.model.station.ArrivalOrder;
import asynclab.model.station.ReservedThreads.ReservedRule;
import asynclab.model.station.StationQueue;
import asynclab.model.station.SubmissionQueues;

/**
 * One station of {@link Stages}: a number of servers in the sense of queueing theory, such as threads. Immutable.
 *
 * @param threads the concurrency limit, or {@link Simulation#UNLIMITED}
 * @param limiter the name of this limit if it limits a run
 * @param connects whether a new connection waits in the same queue before its first request does
 * @param rule the queue discipline
 * @param mostWaitMillis after which a waiting request fails; 0 for no limit. It needs the order of arrival
 */
public record Station(
        int threads, Bounds.Limiter limiter, boolean connects, StationQueue.Rule rule, long mostWaitMillis) {

    /** The limit of the JDK's {@code ForkJoinPool} (its {@code MAX_CAP}). */
    public static final int MOST_PARALLELISM = 0x7fff;

    public Station {
        if (threads < 1)
            throw new IllegalArgumentException("a station must have at least 1 server, but has " + threads);
        if (rule instanceof ReservedRule reserved && reserved.most() >= threads)
            throw new IllegalArgumentException(
                    "reserved must be below the " + threads + " threads, but was " + reserved.most());
        if (mostWaitMillis < 0 || mostWaitMillis > 0 && rule != ArrivalOrder.RULE)
            throw new IllegalArgumentException(
                    "mostWaitMillis must be at least 0, and 0 in another order, but was " + mostWaitMillis);
    }

    /** A station where requests wait without a limit of time. */
    public Station(int threads, Bounds.Limiter limiter, boolean connects, StationQueue.Rule rule) {
        this(threads, limiter, connects, rule, 0);
    }

    private Station(int threads, Bounds.Limiter limiter) {
        this(threads, limiter, false, ArrivalOrder.RULE);
    }

    /** Request threads of a server that serves in order of arrival. */
    public static Station requestThreads(int usable) {
        return new Station(usable, Bounds.Limiter.THREADS);
    }

    /**
     * Jetty's request threads. They also open connections.
     *
     * @param reserved the maximum number of idle threads that are reserved and bypass the queue; 0 for order of arrival. It must be
     *     below {@code usable}: if every thread is reserved, none takes a queued request, and Jetty does not start
     */
    public static Station jettyThreads(int usable, int reserved) {
        return jettyThreads(usable, reserved == 0 ? ArrivalOrder.RULE : ReservedRule.of(reserved));
    }

    /** The same with the rule of a version of Jetty. */
    public static Station jettyThreads(int usable, StationQueue.Rule rule) {
        return new Station(usable, Bounds.Limiter.THREADS, true, rule);
    }

    /** The same for clients that opened their connections before. No request waits twice then. */
    public Station connected() {
        return new Station(threads, limiter, false, rule, mostWaitMillis);
    }

    /** A worker pool, to which the request threads pass the work. */
    public static Station workers(int workers) {
        return new Station(workers, Bounds.Limiter.WORKERS);
    }

    /** A worker pool behind a queue that the application owns. */
    public static Station queue(int workers, QueueRule rule) {
        return new Station(workers, Bounds.Limiter.WORKERS, false, rule);
    }

    /**
     * The workers of a {@code ForkJoinPool}, such as the JVM's common pool if it has at least two workers.
     *
     * @throws IllegalArgumentException if the parallelism exceeds {@link #MOST_PARALLELISM}
     */
    public static Station commonPool(int parallelism) {
        if (parallelism > MOST_PARALLELISM)
            throw new IllegalArgumentException(
                    "parallelism must be at most " + MOST_PARALLELISM + ", but was " + parallelism);
        return new Station(parallelism, Bounds.Limiter.WORKERS, false, SubmissionQueues.RULE);
    }

    /** A backend with a concurrency limit: a service, a database, or a pool of connections to it. */
    public static Station backend(int slots) {
        return new Station(slots, Bounds.Limiter.BACKEND);
    }

    /**
     * A pool of connections, as HikariCP's: requests wait in order of arrival, and fail after a time.
     *
     * @param mostWaitMillis the longest wait; 0 for no limit
     */
    public static Station connections(int size, long mostWaitMillis) {
        return new Station(size, Bounds.Limiter.CONNECTIONS, false, ArrivalOrder.RULE, mostWaitMillis);
    }

    /** Processors that serve in order of arrival. */
    static Station processors(int number) {
        return new Station(number, Bounds.Limiter.PROCESSORS);
    }

    /** A limit of the requests in service. The others wait in order of arrival. */
    public static Station limit(int permits) {
        return new Station(permits, Bounds.Limiter.LIMIT);
    }

    /** No limit: the request waits without a thread. */
    public static Station unlimited() {
        return new Station(Simulation.UNLIMITED, Bounds.Limiter.THREADS);
    }

    /** The maximum number of idle reserved threads; 0 for any other discipline. */
    public int reserved() {
        return rule instanceof ReservedRule reservedThreads ? reservedThreads.most() : 0;
    }

    public boolean isUnlimited() {
        return threads == Simulation.UNLIMITED;
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
