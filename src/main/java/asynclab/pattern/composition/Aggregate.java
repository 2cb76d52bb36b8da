package asynclab.pattern.composition;

import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.exchange.Deadline;
import asynclab.input.Parameters;
import asynclab.servlet.LedgerServlet;
import java.util.stream.LongStream;

/**
 * What a request to an aggregator asks for, and what has come of it: {@code lookupMs=}, how long the database takes;
 * {@code calls=}, how many remote calls follow; {@code ms=}, {@code minMs=&maxMs=} or {@code mix=}, how long each of them takes,
 * drawn for each (the same for all with {@code seed=}); {@code deadlineMs=}, when to answer with what has arrived.
 *
 * @param callMillis how long each call takes
 */
record Aggregate(long lookupMillis, long[] callMillis, Deadline deadline, Results results) {

    private static final int DEFAULT_LOOKUP_MILLIS = 200; // these three as in the project of experiment E2
    private static final int DEFAULT_CALLS = 3;
    private static final int DEFAULT_DEADLINE_MILLIS = 3_000;

    /** @throws asynclab.input.BadParameter when the query cannot be understood */
    static Aggregate of(Parameters query, HoldPlanner planner) {
        long lookupMillis = query.whole("lookupMs", 0, HoldTime.MAX_MILLIS, DEFAULT_LOOKUP_MILLIS);
        int calls = (int) query.whole("calls", 1, Results.MAX_CALLS, DEFAULT_CALLS);
        long deadlineMillis = query.whole("deadlineMs", 1, LedgerServlet.MAX_TIMEOUT_MILLIS, DEFAULT_DEADLINE_MILLIS);
        long[] callMillis = LongStream.generate(() -> planner.planMillis(query))
                .limit(calls)
                .toArray();
        return new Aggregate(lookupMillis, callMillis, Deadline.in(deadlineMillis), new Results(calls));
    }

    long callMillis(int call) {
        return callMillis[call - 1];
    }
}
