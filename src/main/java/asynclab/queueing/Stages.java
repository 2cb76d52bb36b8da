package asynclab.queueing;

/**
 * The two stages of a request: a thread for its processing time, then a server of a second stage (a worker, a connection, a slot
 * of a backend) for its hold time. Both are first come, first served. Blocking requests keep their thread until they are
 * answered. Asynchronous requests return it after processing, and wait and are served without a thread. Immutable.
 *
 * <p>All requests have the same processing time, so they reach the second stage in the order of the first. Therefore the
 * simulation is exact with two queues and no events. The model leaves out the thread that resumes a request, and the CPU:
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
        if (processingMillis < 0) throw new IllegalArgumentException("the processing time must not be negative");
    }

    /** A single stage, without processing time. */
    public static Stages of(Station station) {
        return new Stages(station, 0, !station.isUnlimited(), Station.unlimited());
    }

    /** Blocking: the request thread waits until the work is done. */
    public static Stages blocking(int threads, long processingMillis, Station second) {
        return new Stages(Station.requestThreads(threads), processingMillis, true, second);
    }

    /** Asynchronous: the request thread processes the request and passes it on. */
    public static Stages async(int threads, long processingMillis, Station second) {
        Station first = processingMillis == 0 ? Station.unlimited() : Station.requestThreads(threads);
        return new Stages(first, processingMillis, false, second);
    }
}
