package asynclab.queueing;

/**
 * What a request passes through: a thread for as long as it is processed, then a place of a second stage (a worker, a
 * connection, a backend's slot) for its hold time. First come, first served at both. Either the request keeps its thread until
 * it is answered, or it gives it back after processing and waits, for a place and for its work, without one. Immutable.
 *
 * <p>Every request is processed for the same time, so requests come to the second stage in the order in which they came to the
 * first; that makes the simulation exact with two queues and no events. A thread needed to take an answer up again is left out,
 * and so is the processor: processing on more threads than there are processors takes longer than said here. A thread that is
 * kept while its request waits for a second stage is known as simultaneous resource possession (Jacobson and Lazowska 1982).
 *
 * @param first the threads
 * @param processingMillis of a thread, for each request, before its work begins
 * @param kept whether the thread is kept while the request waits for the second stage and is worked on there
 * @param second where the work takes place; {@link Station#unlimited} if nothing limits it
 */
public record Stages(Station first, long processingMillis, boolean kept, Station second) {

    public Stages {
        if (processingMillis < 0) throw new IllegalArgumentException("the processing time must not be negative");
    }

    /** One station and nothing else. */
    public static Stages of(Station station) {
        return new Stages(station, 0, !station.isUnlimited(), Station.unlimited());
    }

    /** Blocking: the request thread waits until the work is done. */
    public static Stages blocking(int threads, long processingMillis, Station second) {
        return new Stages(Station.requestThreads(threads), processingMillis, true, second);
    }

    /** Asynchronous: the request thread processes the request and hands it over. */
    public static Stages async(int threads, long processingMillis, Station second) {
        Station first = processingMillis == 0 ? Station.unlimited() : Station.requestThreads(threads);
        return new Stages(first, processingMillis, false, second);
    }
}
