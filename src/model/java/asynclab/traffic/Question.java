package asynclab.traffic;

/**
 * What is asked of a log. Immutable.
 *
 * @param threads the request threads of each server
 * @param instances how many servers wrote the log
 * @param traffic the multiple of the log's traffic that must be held
 * @param timeoutMillis after which a client gives up; 0 if unknown
 * @param cpuPercent how busy all processors of a server were on average while the log was written; 0 if unknown
 * @param cores the processors of each server; 0 if unknown
 * @param seed of the shifts and selections of other traffic
 * @param mostRequests of the log that are simulated; of a longer log its busiest part is. It bounds time and memory
 */
public record Question(
        int threads,
        int instances,
        double traffic,
        long timeoutMillis,
        double cpuPercent,
        int cores,
        long seed,
        int mostRequests) {

    /** The traffic of the tables: multiples of the log's. */
    public static final double[] LOAD_FACTORS = {1, 1.5, 2, 3, 5, 10};

    /** The multiples of the log's traffic that can be asked for. */
    public static final double MOST_TRAFFIC = 100;

    /** A million requests are answered in a minute or two with this number. */
    public static final int USUAL_REQUESTS = 100_000;

    public Question {
        if (threads < 1 || instances < 1 || !(traffic > 0) || traffic > MOST_TRAFFIC || mostRequests < 1)
            throw new IllegalArgumentException(
                    "threads, instances and mostRequests must be at least 1, and traffic above 0 and at most "
                            + MOST_TRAFFIC);
        if (timeoutMillis < 0 || !(cpuPercent >= 0) || cores < 0)
            throw new IllegalArgumentException("timeoutMillis, cpuPercent and cores must be at least 0");
    }

    /** With a factor of two, and without the rest. */
    public static Question of(int threads) {
        return new Question(threads, 1, 2, 0, 0, 0, 1, USUAL_REQUESTS);
    }

    /** Whether the processor time is known. */
    public boolean knowsProcessors() {
        return cpuPercent > 0 && cores > 0;
    }
}
