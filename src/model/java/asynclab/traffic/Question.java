package asynclab.traffic;

/**
 * What is asked of a log. Immutable.
 *
 * @param threads the request threads of each server; 0 for virtual threads, of which there are enough
 * @param instances how many servers wrote the log
 * @param traffic the multiple of the log's traffic that must be held
 * @param timeoutMillis after which a client gives up; 0 if unknown
 * @param maxWaitMillis traffic is held if the p99 of the waiting is at most this
 * @param limits beside the threads
 * @param seed of the shifts and selections of other traffic
 * @param mostRequests of the log that are simulated; of a longer log its busiest part is. It bounds time and memory
 */
public record Question(
        int threads,
        int instances,
        double traffic,
        long timeoutMillis,
        long maxWaitMillis,
        Limits limits,
        long seed,
        int mostRequests) {

    /** The traffic of the tables: multiples of the log's. */
    public static final double[] LOAD_FACTORS = {1, 1.5, 2, 3, 5, 10};

    /** The largest multiple of the log's traffic that a question may have. */
    public static final double MOST_TRAFFIC = 100;

    /** A million requests are answered in a minute or two with this number. */
    public static final int USUAL_REQUESTS = 100_000;

    /** The waiting that still counts as lasting, if nothing else is asked for. */
    public static final long USUAL_MAX_WAIT_MILLIS = 100;

    public Question {
        if (threads < 0 || instances < 1 || !(traffic > 0) || traffic > MOST_TRAFFIC || mostRequests < 1)
            throw new IllegalArgumentException(
                    "threads must be at least 0, instances and mostRequests at least 1, and traffic above 0 and at most "
                            + MOST_TRAFFIC);
        if (timeoutMillis < 0 || maxWaitMillis < 1)
            throw new IllegalArgumentException("timeoutMillis must be at least 0, and maxWaitMillis at least 1");
    }

    /** The threads of the server that wrote the log; 0 if there are several servers, or virtual threads. */
    int pool() {
        return instances == 1 ? threads : 0;
    }

    /** The same with what is known of the server. */
    public Question knowing(int pool, Limits known) {
        return new Question(pool, instances, traffic, timeoutMillis, maxWaitMillis, known, seed, mostRequests);
    }

    /** How long something lasts, with the assumption that it rests on. */
    public String words(Lasts lasts) {
        return lasts.words(limits.assumption());
    }

    /** With a factor of two, and without the rest. */
    public static Question of(int threads) {
        return new Question(threads, 1, 2, 0, USUAL_MAX_WAIT_MILLIS, Limits.UNKNOWN, 1, USUAL_REQUESTS);
    }
}
