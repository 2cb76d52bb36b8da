package asynclab.model.advice;

/**
 * The number of threads that a request rate needs, and the memory of their stacks. Little's law: threads = rate × the time that
 * each request holds a thread. A blocking request holds its thread during processing and waiting. An asynchronous request
 * holds a thread during processing and while it is resumed. This is the arithmetic of experiment E5. The result is the mean
 * number of busy threads: if the rate varies, a few more are needed, or requests queue. Immutable.
 *
 * @param requestsPerSecond the request rate
 * @param processingMillis processing time on a thread, for each request
 * @param waitingMillis waiting time for a remote call, a database or an event
 * @param resumeMillis time on a thread to resume the request after it has waited without one
 */
public record Sizing(double requestsPerSecond, double processingMillis, double waitingMillis, double resumeMillis) {

    /** The stack size that E5 assumes. A JVM usually reserves 1 MB and uses less. */
    public static final double STACK_MEGABYTES = 0.5;

    private static final double ROUNDING = 1e-9; // so that 1000 × 0.22 gives 220 threads and not 221

    /** @throws IllegalArgumentException if the rate is not above 0 or a time is negative */
    public Sizing {
        if (!(requestsPerSecond > 0) || processingMillis < 0 || waitingMillis < 0 || resumeMillis < 0)
            throw new IllegalArgumentException(
                    "requestsPerSecond must be above 0 and every time at least 0 ms, but they were " + requestsPerSecond
                            + ", " + processingMillis + ", " + waitingMillis + " and " + resumeMillis);
    }

    /** The number of threads if each request keeps its thread while it waits. */
    public long blockingThreads() {
        return threads(processingMillis + waitingMillis);
    }

    /** The number of threads if requests wait without a thread. */
    public long asyncThreads() {
        return threads(processingMillis + resumeMillis);
    }

    private long threads(double millis) {
        return Math.max(1, (long) Math.ceil(requestsPerSecond * millis / 1_000 - ROUNDING));
    }

    public double blockingStackMegabytes() {
        return blockingThreads() * STACK_MEGABYTES;
    }

    public double asyncStackMegabytes() {
        return asyncThreads() * STACK_MEGABYTES;
    }

    /** The saved part of the threads, in per cent; negative if resuming takes longer than waiting. */
    public double savedPercent() {
        return 100.0 * (blockingThreads() - asyncThreads()) / blockingThreads();
    }
}
