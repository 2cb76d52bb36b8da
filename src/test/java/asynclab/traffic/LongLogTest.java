package asynclab.traffic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.LoggedRequest;
import asynclab.model.Budget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log of which not all requests are kept has the same answer as if they were. */
class LongLogTest {

    private static final int REQUESTS = 30_000;
    private static final int KEPT = 4_000;
    private static final int REPLAYED = 1_000;

    /** In the order of their ends, as servers write them, with busy and quiet times. */
    private static List<LoggedRequest> log(boolean wholeSeconds) {
        var random = new SplittableRandom(5);
        var log = new ArrayList<LoggedRequest>();
        double now = 0;
        for (int i = 0; i < REQUESTS; i++) {
            double busy = 1 + 0.8 * Math.sin(i / 3_000.0);
            now -= Math.log(1 - random.nextDouble()) / (100 * busy);
            double seconds = -Math.log(1 - random.nextDouble()) * (i % 7 == 0 ? 1 : 0.1);
            long micros = wholeSeconds ? (long) (2 * seconds) * 1_000_000 : Math.round(seconds * 1e6);
            log.add(new LoggedRequest(
                    Math.round(now * 1e6), i % 5 == 0 ? 3_000 : 0, micros, "GET", "/page-x" + (i % 7), 200));
        }
        log.sort(Comparator.comparingLong(r -> r.startMicros() + r.waitedMicros() + r.durationMicros()));
        return log;
    }

    private static Traffic traffic(Traffic.Builder builder, List<LoggedRequest> log, long unsureMicros) {
        log.forEach(builder::add);
        return builder.build(unsureMicros);
    }

    private static Question question(int threads, int instances) {
        return new Question(threads, instances, 2, 1_000, 100, Limits.UNKNOWN, 1, REPLAYED);
    }

    private static Traffic.Builder bounded(Question question) {
        return new Traffic.Builder(KEPT, question.pool(), REPLAYED);
    }

    @Test
    void the_answer_is_that_of_all_requests() {
        Question question = question(45, 1); // at times all threads are busy
        Answer all = Answer.of(traffic(new Traffic.Builder(), log(false), 0), question, Budget.unlimited(), next -> {});
        Answer some = Answer.of(traffic(bounded(question), log(false), 0), question, Budget.unlimited(), next -> {});
        assertEquals(all.verdict(), some.verdict());
        assertEquals(all.variants(), some.variants());
        assertEquals(all.fleets(), some.fleets());
        assertEquals(all.busyThreadsMax(), some.busyThreadsMax());
        assertTrue(
                all.doubts().get(0).startsWith("The model replays the busiest 1,000 of the 30,000 requests"),
                all::toString);
        assertEquals(
                "The log has over 4,000 requests. They are summed up, and the busiest 1,000 are kept.",
                some.doubts().get(1));
        assertTrue(all.doubts().toString().contains("It is subtracted, in order of arrival: "), all::toString);
        assertEquals(
                all.doubts(),
                some.doubts().stream()
                        .filter(doubt -> !doubt.contains(" are kept."))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"15, 1, 0", "45, 1, 0", "400, 1, 0", "40, 3, 0", "45, 1, 1000000"})
    void the_summary_is_that_of_all_requests(int threads, int instances, long unsureMicros) {
        Question question = question(threads, instances);
        List<LoggedRequest> log = log(unsureMicros > 0);
        TrafficSummary all = traffic(new Traffic.Builder(), log, unsureMicros).summary(question);
        var builder = bounded(question);
        TrafficSummary some = traffic(builder, log, unsureMicros).summary(question);
        assertEquals(0, builder.late());
        assertSame(all, some);
        assertEquals(unsureMicros > 0, some.longest() != null);
        if (unsureMicros > 0) assertSame(all.longest(), some.longest());
    }

    private static void assertSame(TrafficSummary all, TrafficSummary some) {
        assertEquals(all.epochMicros(), some.epochMicros());
        assertEquals(all.statistics().endpoints(), some.statistics().endpoints());
        assertEquals(all.statistics().durations(), some.statistics().durations());
        InFlight whole = all.statistics().inFlight();
        InFlight pieces = some.statistics().inFlight();
        assertEquals(whole.mean(), pieces.mean(), 1e-9);
        assertEquals(
                List.of(whole.p50(), whole.p99(), whole.max(), "" + whole.ceiling()),
                List.of(pieces.p50(), pieces.p99(), pieces.max(), "" + pieces.ceiling()));
        int intervals = pieces.overTime().size();
        assertTrue(intervals > 120 && intervals <= 240, () -> "" + intervals);
        assertEquals(
                whole.max(),
                pieces.overTime().stream().mapToInt(InFlight.Level::max).max().orElseThrow());
        assertSame(all.logged(), some.logged());
        if (all.removed() == null) return;
        assertEquals(all.removed().waitedPercent(), some.removed().waitedPercent());
        assertEquals(all.removed().contradictedPercent(), some.removed().contradictedPercent());
        assertSame(all.service(), some.service());
    }

    private static void assertSame(Demand all, Demand some) {
        assertEquals(all.endpoints(), some.endpoints());
        assertArrayEquals(all.heldMicros(), some.heldMicros());
        assertEquals(all.lengthMicros(), some.lengthMicros());
        assertSame(all.busiest().traffic(), some.busiest().traffic());
        assertSame(all.busiestFew().traffic(), some.busiestFew().traffic());
    }

    private static void assertSame(Traffic all, Traffic some) {
        assertEquals(all.size(), some.size());
        for (int i = 0; i < all.size(); i++) {
            assertEquals(all.startMicros(i), some.startMicros(i));
            assertEquals(all.durationMicros(i), some.durationMicros(i));
            assertEquals(all.endpoint(i), some.endpoint(i));
        }
    }

    @Test
    void a_request_that_comes_too_late_is_left_out_and_named() {
        List<LoggedRequest> log = log(false);
        LoggedRequest first = log.remove(0);
        log.add(first);
        Question question = question(400, 1);
        var builder = bounded(question);
        TrafficSummary summary = traffic(builder, log, 0).summary(question);
        assertEquals(1, builder.late());
        assertEquals(REQUESTS, builder.size());
        assertEquals(REQUESTS - 1, summary.statistics().requests());
        assertTrue(
                summary.remarks().get(1).startsWith("Left out: 1 requests, 0.000 % of the time of all."),
                summary::toString);
    }
}
