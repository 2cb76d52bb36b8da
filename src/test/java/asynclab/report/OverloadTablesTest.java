package asynclab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.FixtureResult;
import asynclab.document.Document.Table;
import asynclab.document.ResultJson;
import asynclab.model.Trace;
import asynclab.model.station.Outcomes;
import asynclab.run.result.ArmResult;
import asynclab.run.result.RunResult;
import asynclab.run.result.Summary;
import asynclab.run.result.Threshold;
import asynclab.run.result.figures.OverloadFigures;
import asynclab.run.result.figures.OverloadFigures.Recovery;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of an overload as they are stored and shown. */
class OverloadTablesTest {

    private static final Outcomes NOTHING = new Trace(0).outcomes(new Trace.Window(0, 60_000), 332.0, 332);
    private static final OverloadFigures NOBODY = new OverloadFigures(NOTHING, List.of(new Recovery(150, 50, null)));

    private static ArmResult stored(String name) throws Exception {
        return Summary.read(Path.of("results/c10k/summary.json")).arms().get(0).named(any -> name);
    }

    private static ArmResult arm(String name, OverloadFigures predicted, OverloadFigures measured) {
        try {
            ArmResult arm = stored(name);
            RunResult run = arm.runs().get(0);
            var overload = new RunResult.Overload(predicted, measured);
            return arm.with(List.of(new RunResult(1, run.measured(), run.server(), null, overload, null)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static OverloadFigures goodput(double perSecond, Double recovery) {
        return new OverloadFigures(
                new Outcomes(perSecond, 1_419, 0, 0.0, perSecond / 332, 4_500.0, 5_000.0),
                List.of(new Recovery(150, 50, recovery)));
    }

    private static final OverloadFigures UNLIMITED =
            new OverloadFigures(new Outcomes(1_426, 0, 0, 0.0, null, 1_500.0, 2_000.0), List.of());

    private static final List<ArmResult> ARMS =
            List.of(arm("fifo", NOBODY, NOBODY), arm("bounded", goodput(332, 8.25), goodput(325.36, 9.0)));

    @Test
    void the_prediction_is_above_each_run_and_the_goodput_has_a_deviation() {
        Table table = RawTables.lastMinutes(ARMS);
        var rows = table.rows();
        assertEquals(List.of("fifo", "predicted", "0", "0 %", "332", "0", "0", "–", "–", "–"), rows.get(0));
        assertEquals("–", rows.get(1).get(9));
        assertEquals(List.of("bounded", "1", "325", "98 %", "0"), rows.get(3).subList(0, 5));
        assertEquals("-2.0 %", rows.get(3).get(9));
        rows.forEach(row -> assertEquals(table.head().size(), row.size()));
    }

    @Test
    void a_server_that_does_not_recover_is_shown_as_never() {
        var rows = RawTables.recoveries(ARMS).rows();
        assertEquals(List.of("fifo", "1", "50 %", "150", "never"), rows.get(1));
        assertEquals(List.of("bounded", "predicted", "50 %", "150", "8.3"), rows.get(2));
    }

    @Test
    void the_verdict_has_the_best_and_the_worst_arm() {
        assertEquals(
                "In the last minute before users left, the goodput was 98 % of the capacity with bounded, and 0 % with fifo.",
                VerdictText.ofOverload(ARMS));
    }

    @Test
    void the_verdict_says_that_nothing_limits_an_arm_without_a_capacity() {
        assertEquals(
                VerdictText.ofOverload(ARMS) + " It was 1,426 requests per second with virtual, which has no limit.",
                VerdictText.ofOverload(List.of(ARMS.get(0), arm("virtual", UNLIMITED, UNLIMITED), ARMS.get(1))));
    }

    @Test
    void the_verdict_of_a_single_arm_names_it_once() {
        assertEquals(
                "In the last minute before users left, the goodput was 98 % of the capacity with bounded.",
                VerdictText.ofOverload(List.of(ARMS.get(1))));
        assertEquals(
                "In the last minute before users left, the goodput was 1,426 requests per second with virtual, which has no limit.",
                VerdictText.ofOverload(List.of(arm("virtual", UNLIMITED, UNLIMITED))));
    }

    @Test
    void a_run_stores_its_overload_and_a_run_without_one_has_no_such_field() throws Exception {
        var mapper = ResultJson.mapper();
        RunResult run = ARMS.get(1).runs().get(0);
        String stored = mapper.writeValueAsString(run);
        assertEquals(stored, mapper.writeValueAsString(mapper.readValue(stored, RunResult.class)));
        assertEquals(goodput(9, 1.0), run.predicted(goodput(9, 1.0)).overload().predicted());
        RunResult without = stored("fifo").runs().get(0);
        assertFalse(mapper.writeValueAsString(without).contains("overload"));
        assertNull(without.predicted(NOBODY).overload());
    }

    @Test
    void a_threshold_may_ask_for_the_last_minute() throws Exception {
        Summary c10k = Summary.read(Path.of("results/c10k/summary.json"));
        Summary summary = FixtureResult.withArms(c10k, ARMS);
        assertEquals(
                List.of(true, true, true, false, false),
                Threshold.parse("fifo.ofCapacity<0.05,bounded.ofCapacity>=0.95,bounded.ofCapacity>=0.97*predicted,"
                                + "bounded.refused<1,bounded.ofCapacity>=0.99*predicted")
                        .stream()
                        .map(threshold -> threshold.of(summary).met())
                        .toList());
    }
}
