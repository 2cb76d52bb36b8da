package asynclab.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Latencies;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Figure;
import asynclab.run.result.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the prediction of E3's common pool with its stored measurement. The prediction uses only the pool's parallelism. */
class CommonPoolTest {

    private static final Experiment EXPERIMENT = Experiment.named("gateway-pools");
    private static final PlannedArm COMMON_POOL = EXPERIMENT.arm("common-pool");
    private static final Stages SUBMISSION_QUEUES = COMMON_POOL.stages(198, 0, 0, false);
    private static final Prediction PREDICTED = predict(42, SUBMISSION_QUEUES);
    private static final Prediction OF_A_FIFO_POOL = predict(42, Stages.of(Station.workers(3)));

    private static Prediction predict(long seed, Stages stages) {
        return new Model(EXPERIMENT.workload(), seed)
                .predict(COMMON_POOL, stages)
                .figures();
    }

    private static ArmResult measured() throws IOException {
        return Summary.read(Path.of("results/gateway-pools/summary.json")).arm("common-pool");
    }

    private static double mean(Figure figure) throws IOException {
        return figure.estimate(measured()).mean();
    }

    @Test
    void mean_standard_deviation_and_percentiles_are_predicted_as_measured() throws IOException {
        assertEquals(1, PREDICTED.throughput() / mean(Figure.THROUGHPUT), 0.03);
        assertEquals(1, PREDICTED.latencies().meanMs() / mean(Figure.MEAN), 0.03);
        assertEquals(1, PREDICTED.latencies().sdMs() / mean(Figure.SD), 0.1);
        assertEquals(1, PREDICTED.latencies().p50Ms() / mean(Figure.P50), 0.1);
        assertEquals(1, PREDICTED.latencies().p75Ms() / mean(Figure.P75), 0.1);
        assertEquals(1, PREDICTED.latencies().p95Ms() / mean(Figure.P95), 0.1);
        assertEquals(1, PREDICTED.latencies().p99Ms() / mean(Figure.P99), 0.1);
        assertEquals(1, PREDICTED.latencies().maxMs() / mean(Figure.MAX), 0.1);
    }

    @Test
    void the_common_pools_times_are_means_over_seeds_and_those_of_a_fifo_pool_are_of_one_seed() {
        Prediction next = predict(43, SUBMISSION_QUEUES);
        assertEquals(41, PREDICTED.times().meanOf());
        assertTrue(
                Math.abs(PREDICTED.latencies().p99Ms() / next.latencies().p99Ms() - 1) < 0.02,
                "40 of 41 seeds are the same");
        List<Double> p99 = PREDICTED.times().ofOtherSeeds().stream()
                .map(Latencies::p99Ms)
                .sorted()
                .toList();
        assertTrue(
                p99.get(0) < 0.9 * PREDICTED.latencies().p99Ms()
                        && PREDICTED.latencies().p99Ms() < 0.9 * p99.get(39),
                "the seeds differ much: " + p99);
        assertEquals(1, OF_A_FIFO_POOL.times().meanOf());
    }

    @Test
    void a_fifo_pool_would_have_less_than_a_third_of_the_measured_standard_deviation() throws IOException {
        assertTrue(OF_A_FIFO_POOL.latencies().sdMs() < mean(Figure.SD) / 3);
    }
}
