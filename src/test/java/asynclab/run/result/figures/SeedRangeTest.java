package asynclab.run.result.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Budget;
import asynclab.model.Latencies;
import asynclab.model.Load;
import asynclab.model.Occupancy;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedRangeTest {

    private static final Experiment E1 = Experiment.named("80-20");
    private static final LoadPlan LOAD = E1.workload().faster(1);
    private static final Stages STAGES = Stages.of(Station.requestThreads(98));

    @Test
    void the_range_goes_from_the_lowest_to_the_highest_figure_of_the_other_seeds() {
        Load load = LOAD.toModel(E1.arms().get(0));
        Prediction prediction = Prediction.of(load, seed -> new PlanDraws(LOAD, seed), 42, STAGES, Budget.unlimited());
        List<Latencies> others = prediction.times().ofOtherSeeds();
        Trace next = load.simulate(new PlanDraws(LOAD, 43), STAGES, 43, Budget.unlimited(), Occupancy.NONE);
        assertEquals(next.meanMillis(next.whole()), others.get(0).meanMs(), 1e-9);
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
