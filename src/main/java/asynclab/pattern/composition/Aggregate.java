package asynclab.pattern.composition;

import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.exchange.Deadline;
import asynclab.parameter.Parameters;
import asynclab.servlet.LedgerServlet;
import java.util.stream.LongStream;

/**
 * One request to an aggregator: its parameters and the results so far. {@code lookupMs=} is the duration of the database
 * lookup. {@code calls=} is the number of remote calls. {@code ms=}, {@code minMs=&maxMs=} or {@code mix=} is the duration of
 * each call, drawn for each one ({@code seed=} makes them equal). {@code deadlineMs=} is the time after which the answer has
 * only what has arrived.
 *
 * @param callMillis the duration of each call
 */
record Aggregate(long lookupMillis, long[] callMillis, Deadline deadline, CallResults results) {

    private static final int DEFAULT_LOOKUP_MILLIS = 200; // these three are from the project of experiment E2
    private static final int DEFAULT_CALLS = 3;
    private static final int DEFAULT_DEADLINE_MILLIS = 3_000;

    /** @throws asynclab.parameter.BadParameter if a parameter is malformed or out of range */
    static Aggregate of(Parameters query, HoldPlanner planner) {
        long lookupMillis = query.whole("lookupMs", 0, HoldTime.MAX_MILLIS, DEFAULT_LOOKUP_MILLIS);
        int calls = (int) query.whole("calls", 1, CallResults.MAX_CALLS, DEFAULT_CALLS);
        long deadlineMillis = query.whole("deadlineMs", 1, LedgerServlet.MAX_TIMEOUT_MILLIS, DEFAULT_DEADLINE_MILLIS);
        long[] callMillis = LongStream.generate(() -> planner.planMillis(query))
                .limit(calls)
                .toArray();
        return new Aggregate(lookupMillis, callMillis, Deadline.in(deadlineMillis), new CallResults(calls));
    }

    /** @param call its number, from 1 */
    long callMillis(int call) {
        return callMillis[call - 1];
    }
}
