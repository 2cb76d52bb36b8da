package asynclab.run.result.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Budget;
import asynclab.model.Latencies;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedRangeTest {

    private static final Experiment E1 = Experiment.named("80-20");
    private static final LoadPlan LOAD = E1.workload().faster(1);
    private static final Stages STAGES = Stages.of(Station.requestThreads(98));

    private static Prediction prediction(long seed) {
        return Prediction.of(
                LOAD.toModel(E1.arms().get(0)), s -> new PlanDraws(LOAD, s), seed, STAGES, Budget.unlimited());
    }

    @Test
    void the_range_goes_from_the_lowest_to_the_highest_figure_of_the_other_seeds() {
        Prediction prediction = prediction(42);
        List<Latencies> others = prediction.times().ofOtherSeeds();
        assertEquals(prediction(43).latencies(), others.get(0));
        SeedRange.Range p95 = Predicted.of(prediction, STAGES).overSeeds().of("p95Ms");
        double[] seeds = others.stream().mapToDouble(Latencies::p95Ms).sorted().toArray();
        assertEquals(new SeedRange.Range(seeds[0], seeds[seeds.length - 1]), p95);
        assertTrue(p95.contains(seeds[1]));
        assertFalse(p95.contains(seeds[0] - 1));
    }

    @Test
    void an_older_result_has_ranges_of_throughput_only() {
        var range = new SeedRange(57, 60, null, 1);
        assertTrue(range.of("throughput").contains(58));
        assertNull(range.of("p95Ms"));
    }
}
