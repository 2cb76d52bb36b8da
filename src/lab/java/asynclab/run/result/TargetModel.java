package asynclab.run.result;

import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedHold;
import asynclab.run.result.figures.Measured;

/**
 * The model of a target, a service that is measured from outside. It knows the response time without load, and the concurrency
 * limit if there is one.
 */
public final class TargetModel {

    /** The name of the result, and of the arm. */
    public static final String NAME = "target";

    /** The label of requests without load. */
    public static final String ALONE = "alone";

    /** The label of requests under load. */
    public static final String LOADED = "under load";

    public static final long SEED = 42;

    private TargetModel() {}

    /**
     * Users without think time. They start during the ramp, and each sends requests for two ramps. Hold times are whole
     * milliseconds, so the mean is made of two neighbours.
     *
     * @param millis the mean response time without load
     */
    public static LoadPlan load(int users, int rampSeconds, double millis) {
        int below = (int) millis;
        int percent = (int) Math.round((millis - below) * 100);
        return new LoadPlan(
                users,
                rampSeconds,
                null,
                2 * rampSeconds,
                percent,
                PlannedHold.fixed(LOADED, below),
                percent == 0 ? null : PlannedHold.fixed(LOADED, below + 1),
                0,
                0,
                ClientPlan.lasting(Workload.UNLIMITED),
                SEED);
    }

    /** The load of a stored arm. Its hold time is that of the arm's requests without load. */
    public static LoadPlan load(LoadPlan load, Measured measured) {
        return load(load.users(), load.rampSeconds(), aloneMillis(measured));
    }

    /** An arm of such a result. No experiment has it. */
    public static PlannedArm arm(String name, String path) {
        return PlannedArm.of(name, path, PlannedArm.HeldBy.REQUEST_THREADS);
    }

    /** The prediction of a stored arm. Its requests take as long as requests without load. */
    public static ArmPrediction predict(LoadPlan load, ArmResult stored) {
        return predict(
                load(load, stored.measured()),
                arm(stored.name(), stored.path()),
                stored.predicted().station());
    }

    /** @param threads the concurrency limit; null for none */
    public static ArmPrediction predict(LoadPlan load, PlannedArm arm, Integer threads) {
        return new Model(load, SEED).predict(arm, Stages.of(station(threads)));
    }

    private static Station station(Integer threads) {
        return Station.requestThreads(threads == null ? Simulation.UNLIMITED : threads);
    }

    /**
     * The mean response time without load. If something disturbed the requests without load, the mean under load is lower. Then
     * the result is the mean under load.
     */
    public static double aloneMillis(Measured measured) {
        double alone = measured.byLabel().get(ALONE).meanMs();
        Double underLoad = measured.times().goodMeanMs();
        return Math.max(1, underLoad != null && underLoad > 0 ? Math.min(alone, underLoad) : alone);
    }
}
