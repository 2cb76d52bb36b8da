package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.parameter.Parameters;

/**
 * Remote calls in order, each sent after the answer to the previous one. {@code calls=} is their number. Call n takes {@code
 * stepMs=} · n. {@code timeoutMs=} is for all of them together.
 */
record RoutingSlip(long stepMillis, Deadline deadline, CallResults results) {

    private static final int MAX_STEP_MILLIS = 10_000; // so that no call exceeds the longest hold time
    private static final int DEFAULT_STEP_MILLIS = 100; // these two are from the project of experiment E2
    private static final int DEFAULT_CALLS = 5;

    /** @throws asynclab.parameter.BadParameter if a parameter is malformed or out of range */
    static RoutingSlip of(Parameters query, long timeoutMillis) {
        return new RoutingSlip(
                query.whole("stepMs", 0, MAX_STEP_MILLIS, DEFAULT_STEP_MILLIS),
                Deadline.in(timeoutMillis),
                new CallResults((int) query.whole("calls", 1, CallResults.MAX_CALLS, DEFAULT_CALLS)));
    }

    int calls() {
        return results.calls();
    }

    /** @param call its number, from 1 */
    long millis(int call) {
        return stepMillis * call;
    }
}
