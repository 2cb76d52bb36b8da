package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.input.Parameters;

/**
 * A list of remote calls to be made in order, each when the one before has answered: {@code calls=} of them, of which call n
 * takes {@code stepMs=} · n; {@code timeoutMs=} for all of them.
 */
record RoutingSlip(long stepMillis, Deadline deadline, Results results) {

    private static final int MAX_STEP_MILLIS = 10_000; // so the longest call is no longer than the longest hold
    private static final int DEFAULT_STEP_MILLIS = 100; // these two as in the project of experiment E2
    private static final int DEFAULT_CALLS = 5;

    /** @throws asynclab.input.BadParameter when the query cannot be understood */
    static RoutingSlip of(Parameters query, long timeoutMillis) {
        return new RoutingSlip(
                query.whole("stepMs", 0, MAX_STEP_MILLIS, DEFAULT_STEP_MILLIS),
                Deadline.in(timeoutMillis),
                new Results((int) query.whole("calls", 1, Results.MAX_CALLS, DEFAULT_CALLS)));
    }

    int calls() {
        return results.calls();
    }

    /** @param call its number, from 1 */
    long millis(int call) {
        return stepMillis * call;
    }
}
