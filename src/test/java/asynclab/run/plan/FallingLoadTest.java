package asynclab.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Bounds;
import asynclab.model.Prediction;
import asynclab.model.Workload;
import asynclab.model.Workload.Fall;
import asynclab.run.result.figures.OverloadFigures;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A load that falls because users leave, and the queue of the application in an experiment's file. */
class FallingLoadTest {

    private static final Experiment OVERLOAD = Experiment.named("overload");

    @Test
    void jmeter_gets_the_end_of_each_user_as_an_expression_and_the_model_gets_it_as_a_time() {
        LoadPlan load = OVERLOAD.workload();
        assertEquals(
                "(ctx.threadNum % 100 < 50 ? 110 - ctx.threadNum * 30.0 / 5000 :"
                        + " ctx.threadNum % 100 < 80 ? 200 - ctx.threadNum * 30.0 / 5000 : 230)",
                load.duration());
        assertEquals(
                List.of(new Fall(11_000, 50), new Fall(20_000, 80)),
                load.faster(10).closed(OVERLOAD.arms().get(0)).falls());
        assertEquals("360", Experiment.named("c10k").workload().duration());
    }

    @Test
    void falls_must_grow_and_need_a_duration() {
        assertThrows(IllegalArgumentException.class, () -> client(60, 50));
        assertThrows(IllegalArgumentException.class, () -> client(50, 101));
        assertThrows(
                IllegalArgumentException.class,
                () -> new LoadPlan(9, 1, 5, null, 0, PlannedHold.fixed("", 1), null, 0, 0, client(50, 60), 1, null));
    }

    private static ClientPlan client(int first, int second) {
        return new ClientPlan(
                1,
                true,
                1,
                "ok",
                List.of(new ClientPlan.PlannedFall(10, first), new ClientPlan.PlannedFall(20, second)));
    }

    @Test
    void a_pool_is_a_number_or_an_object_with_its_queue() throws Exception {
        var json = new ObjectMapper();
        assertEquals(PlannedPool.of(7), json.readValue("7", PlannedPool.class));
        var pool = json.readValue(
                "{\"threads\":500,\"discipline\":\"bounded\",\"limit\":9,\"clientTimeoutMs\":100,\"timeoutMs\":200}",
                PlannedPool.class);
        assertEquals("&clientTimeoutMs=10&timeoutMs=20", pool.faster(10).query());
        assertEquals(List.of("-Dasynclab.queue-servers=500", "-Dasynclab.queue-limit=9"), pool.jvmFlags());
        assertEquals(500, pool.station().threads());
        assertThrows(
                Exception.class, () -> json.readValue("{\"threads\":1,\"discipline\":\"best\"}", PlannedPool.class));
    }

    /** Each discipline once: the other arms have one of these queues, or none. Speed 10 does not change the queueing system. */
    @Test
    void the_model_predicts_which_discipline_survives_the_overload() {
        var predicted = new HashMap<String, OverloadFigures>();
        for (PlannedArm arm : OVERLOAD.arms()) {
            if (!arm.path().startsWith("/queued/")) continue;
            OverloadFigures figures = predicted(arm.faster(10));
            predicted.put(arm.name(), figures);
            var last = figures.recoveries().get(1);
            assertEquals(80, last.percentLeft());
            assertTrue(last.recoverySeconds() < 5, () -> arm.name() + ": " + last);
        }
        assertEquals(0, predicted.get("fifo").lastMinute().ofCapacity());
        OverloadFigures deadline = predicted.get("deadline");
        assertTrue(deadline.lastMinute().ofCapacity() > 0.95);
        double first = deadline.recoveries().get(0).recoverySeconds();
        assertTrue(first < 1.5, () -> first + " s");
    }

    private static OverloadFigures predicted(PlannedArm arm) {
        var model = new Model(OVERLOAD.workload().faster(10), 42);
        ArmPrediction prediction = model.predict(arm, 498, 0, false);
        Workload workload = model.load().closed(arm);
        var bounds = Bounds.of(workload, prediction.stages());
        return OverloadFigures.of(
                prediction.run(),
                workload,
                10,
                window -> Prediction.outcomes(prediction.run(), prediction.occupancy(), window, bounds));
    }
}
