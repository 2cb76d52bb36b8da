package asynclab.input;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.resource.EventLog;
import asynclab.web.planner.ExplainServlet;
import asynclab.web.planner.PredictServlet;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Eight times the input takes a parser eight times as long, and not 64 times; and it needs no larger stack. The limit of 20 and the
 * best of several runs allow for a busy machine.
 */
class LinearInputTest {

    private static final int SIZE = 40_000;
    private static final int LARGER = 8;
    private static final int MOST = 20;
    private static final int RUNS = 5;
    private static final int TRIES = 5;
    private static final long STACK_BYTES = 256 * 1024;

    /** A text, repeated, and the parser that reads the whole. */
    private record RepeatedInput(String what, String before, String repeated, Consumer<String> parser) {
        @Override
        public String toString() {
            return what;
        }

        String text(int times) {
            return before + repeated.repeat(times);
        }
    }

    private static final EventLog LOG = new EventLog(1);

    static List<RepeatedInput> readings() {
        return List.of(
                query("&"),
                query("="),
                query("=&"),
                query("a=b&"),
                query("+"),
                query("%41"),
                query("%C3%A4"),
                query("%"),
                query("a"),
                new RepeatedInput("ms", "ms=", "1", read(query -> query.whole("ms", 0, 9, 0))),
                new RepeatedInput("throughput", "throughput=", "1", read(query -> query.positive("throughput", 9))),
                new RepeatedInput("mix", "mix=", "1:1,", read(HoldTime::of)),
                new RepeatedInput("mix without a comma", "mix=", "1:", read(HoldTime::of)),
                new RepeatedInput("percentiles", "percentiles=", "1:1,", read(HoldTime::of)),
                new RepeatedInput("percentiles without a comma", "percentiles=1:", "1", read(HoldTime::of)),
                new RepeatedInput("predict", "users=1&ms=1", "&x=1", read(query -> new PredictServlet().read(query))),
                new RepeatedInput("explain", "users=1&ms=1", "&x=1", read(query -> new ExplainServlet().read(query))),
                new RepeatedInput("after", "after=", "1-", read(query -> LOG.position(query, "after", 0))),
                new RepeatedInput(
                        "If-None-Match",
                        "",
                        "W/\"a\", ",
                        text -> Preconditions.of(
                                Collections.emptyEnumeration(), Collections.enumeration(List.of(text)), "\"x\"")),
                new RepeatedInput(
                        "If-None-Match without an end",
                        "",
                        "\"",
                        text -> Preconditions.of(
                                Collections.emptyEnumeration(), Collections.enumeration(List.of(text)), "\"x\"")),
                new RepeatedInput("after, digits", "after=", "1", read(query -> LOG.position(query, "after", 0))));
    }

    private static RepeatedInput query(String repeated) {
        return new RepeatedInput("query of " + repeated, "", repeated, Query::parse);
    }

    private static Consumer<String> read(Consumer<Parameters> parser) {
        return text -> parser.accept(Query.parse(text));
    }

    @ParameterizedTest
    @MethodSource("readings")
    @Timeout(60)
    void eight_times_the_input_takes_at_most_twenty_times_as_long(RepeatedInput reading) throws Exception {
        var failed = new Throwable[1];
        var thread = new Thread(
                null,
                () -> {
                    try {
                        assertLinear(reading);
                    } catch (Throwable thrown) {
                        failed[0] = thrown;
                    }
                },
                "small stack",
                STACK_BYTES);
        thread.start();
        thread.join();
        if (failed[0] != null) throw new AssertionError(reading.what + ": " + failed[0].getMessage(), failed[0]);
    }

    private static void assertLinear(RepeatedInput reading) {
        double ratio = Double.POSITIVE_INFINITY;
        for (int i = 0; i < TRIES && ratio > MOST; i++) {
            long small = bestNanos(reading, SIZE);
            ratio = bestNanos(reading, LARGER * SIZE) / (double) small;
        }
        assertTrue(ratio <= MOST, "it takes " + ratio + " times as long");
    }

    private static long bestNanos(RepeatedInput reading, int times) {
        String text = reading.text(times);
        long best = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long start = System.nanoTime();
            try {
                reading.parser.accept(text);
            } catch (BadParameter refused) {
                // a refusal is an answer, too
            }
            best = Math.min(best, System.nanoTime() - start);
        }
        return Math.max(1, best);
    }
}
