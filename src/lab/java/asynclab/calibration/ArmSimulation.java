package asynclab.calibration;

import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Trace;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedArm;
import asynclab.server.ServerSettings;

/** Simulates an arm of a workload. It is the model of {@link asynclab.run.plan.Model}, for any seed and with an overhead. */
final class ArmSimulation {

    private ArmSimulation() {}

    static int usableThreads(Experiment workload) {
        return workload.requestThreads() - ServerSettings.JETTYS_OWN_THREADS;
    }

    /**
     * @param seed of the hold times, of the think times and of the arrivals
     * @param overheadMillis the time that each request takes beyond the time that it asks for
     */
    static Trace run(Experiment workload, PlannedArm arm, long seed, double overheadMillis) {
        LoadPlan load = workload.workload();
        Stages stages = arm.stages(usableThreads(workload), 0, load.processingMs(), false);
        return load.toModel(arm)
                .simulate(
                        longer(new PlanDraws(load, seed), overheadMillis),
                        stages,
                        seed,
                        Budget.unlimited(),
                        Occupancy.NONE);
    }

    private static Draws longer(Draws draws, double byMillis) {
        return (user, loop) -> draws.holdMillis(user, loop) + byMillis;
    }
}
