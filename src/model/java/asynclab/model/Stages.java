package asynclab.model;

import asynclab.model.station.StationQueue;

/**
 * The two stages of a request: a thread for its processing time, then a server of a second stage (a worker, a connection, a slot
 * of a backend) for its hold time. Each stage has its queue discipline. Blocking requests keep their thread until they are
 * answered. Asynchronous requests return it after processing, and wait and are served without a thread. Immutable.
 *
 * <p>All requests have the same processing time. The model leaves out the thread that resumes a request, and the CPU:
 * with more threads than processors, processing takes longer than it says. Keeping a thread while a request waits for a second
 * stage is called simultaneous resource possession (Jacobson and Lazowska 1982).
 *
 * @param first the threads
 * @param processingMillis the processing time on a thread, before the hold time
 * @param kept whether the request keeps its thread during the second stage
 * @param second the stage of the hold time; {@link Station#unlimited} if nothing limits it
 */
public record Stages(Station first, long processingMillis, boolean kept, Station second) {

    public Stages {
        if (processingMillis < 0)
            throw new IllegalArgumentException("processingMillis must be at least 0, but was " + processingMillis);
    }

    /** Whether the prediction is the mean over seeds: {@link StationQueue.Rule#variesByDraws}. */
    boolean varyByDraws() {
        return first.rule().variesByDraws() || second.rule().variesByDraws();
    }

    /** A single stage, without processing time. */
    public static Stages of(Station station) {
        return new Stages(station, 0, !station.isUnlimited(), Station.unlimited());
    }

    /** Blocking: the request thread waits until the work is done. */
    public static Stages blocking(int threads, long processingMillis, Station second) {
        return blocking(Station.requestThreads(threads), processingMillis, second);
    }

    /** The same for given request threads. */
    public static Stages blocking(Station threads, long processingMillis, Station second) {
        return new Stages(threads, processingMillis, true, second);
    }

    /** Asynchronous: the request thread processes the request and passes it on. */
    public static Stages async(int threads, long processingMillis, Station second) {
        return async(Station.requestThreads(threads), processingMillis, second);
    }

    /** The same for given request threads. */
    public static Stages async(Station threads, long processingMillis, Station second) {
        return new Stages(processingMillis == 0 ? Station.unlimited() : threads, processingMillis, false, second);
    }
}
