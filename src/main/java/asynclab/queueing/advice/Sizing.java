package asynclab.queueing.advice;

/**
 * How many threads a rate of requests needs, and the memory of their stacks: Little's law, threads = rate × the time each
 * request holds one. A blocking request holds its thread while it is processed and while it waits; an asynchronous one while it
 * is processed and while it is taken up again after waiting. The arithmetic of experiment E5. The threads are those that are
 * busy on average: a rate that varies needs some more, or it queues. Immutable.
 *
 * @param requestsPerSecond to be served
 * @param processingMillis of a thread, for each request
 * @param waitingMillis for something else: a remote call, a database, an event
 * @param resumeMillis of a thread, to take the request up again after it has waited without one
 */
public record Sizing(double requestsPerSecond, double processingMillis, double waitingMillis, double resumeMillis) {

    /** What E5 assumes of a thread's stack; the usual default of a JVM is 1 MB reserved, less used. */
    public static final double STACK_MEGABYTES = 0.5;

    private static final double ROUNDING = 1e-9; // 1000 × 0.22 is not to become 221 threads

    public Sizing {
        if (!(requestsPerSecond > 0) || processingMillis < 0 || waitingMillis < 0 || resumeMillis < 0)
            throw new IllegalArgumentException("the rate must be above 0, and no time may be negative");
    }

    /** Threads if each request keeps its own while it waits. */
    public int blockingThreads() {
        return threads(processingMillis + waitingMillis);
    }

    /** Threads if no request keeps one while it waits. */
    public int asyncThreads() {
        return threads(processingMillis + resumeMillis);
    }

    private int threads(double millis) {
        return Math.max(1, (int) Math.ceil(requestsPerSecond * millis / 1_000 - ROUNDING));
    }

    public double blockingStackMegabytes() {
        return blockingThreads() * STACK_MEGABYTES;
    }

    public double asyncStackMegabytes() {
        return asyncThreads() * STACK_MEGABYTES;
    }

    /** How much less, in per cent; negative where taking up again costs more than waiting. */
    public double savedPercent() {
        return 100.0 * (blockingThreads() - asyncThreads()) / blockingThreads();
    }
}
