package asynclab.planner;

import asynclab.model.Budget;
import java.util.concurrent.Semaphore;

/**
 * Computes answers of the model at a bounded cost. At most two computations run at a time, so that clients keep at most two processors
 * busy. Each has a {@link Budget} of simulated requests, time and memory. It never waits. Thread-safe.
 */
public final class Computations {

    /** A computation with valid parameters. Its result becomes JSON. */
    @FunctionalInterface
    public interface Computation {
        /** @throws Budget.Exceeded if the computation costs more */
        Object run(Budget budget);
    }

    private static final int MOST_AT_ONCE = 2;
    private static final long MOST_SIMULATED_REQUESTS = 50_000_000;
    private static final long MOST_MILLIS = 10_000;
    private static final int MOST_REQUESTS_OF_A_RUN =
            4 * PlannerParameter.MOST_REQUESTS; // the limit of the query is on a mean
    private static final int RETRY_SECONDS = 1;

    private final Semaphore permits = new Semaphore(MOST_AT_ONCE);

    /** The result, or a refusal if two other computations run, or if the computation is too large. */
    public PlannerAnswer answer(Computation computation) {
        if (!permits.tryAcquire())
            return PlannerAnswer.unavailable(RETRY_SECONDS, "Two predictions are already running. Retry in a second.");
        try {
            return PlannerAnswer.of(run(computation, MOST_MILLIS));
        } catch (Budget.Exceeded tooMuch) {
            return PlannerAnswer.unavailable(RETRY_SECONDS, sentence(tooMuch));
        } finally {
            permits.release();
        }
    }

    /**
     * The result of a computation that may take another time. The rest of its budget is the same.
     *
     * @throws Budget.Exceeded if the computation costs more
     */
    public static Object run(Computation computation, long millis) {
        return computation.run(Budget.of(MOST_SIMULATED_REQUESTS, millis, MOST_REQUESTS_OF_A_RUN));
    }

    /** Why a computation has no result, and what to do. */
    public static String sentence(Budget.Exceeded tooMuch) {
        return tooMuch.getMessage() + " Use fewer users, fewer loops or a shorter duration.";
    }
}
