package asynclab.plan;

import asynclab.model.Budget;
import asynclab.model.Occupancy;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Trace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the model says of an experiment's arms, with the plan's own draws. */
public record Model(LoadPlan load, long seed) {

    public PlanDraws draws() {
        return new PlanDraws(load, seed);
    }

    /** What a request of an arm needs on a server with so many usable threads. The others are as in {@link PlannedArm#stages}. */
    public Stages stages(PlannedArm arm, int usableThreads, int reserved, boolean connected) {
        return arm.stages(usableThreads, reserved, load.processingMs(), connected);
    }

    public Prediction predict(PlannedArm arm, Stages stages) {
        LoadPlan own = load.of(arm);
        return Prediction.of(own.toModel(arm), any -> new PlanDraws(own, any), seed, stages, Budget.unlimited());
    }

    /** The predicted run, request by request; milliseconds from the first user's start. */
    public Trace trace(PlannedArm arm, Stages stages) {
        return trace(arm, stages, new Occupancy());
    }

    private Trace trace(PlannedArm arm, Stages stages, Occupancy occupancy) {
        LoadPlan own = load.of(arm);
        return own.toModel(arm).simulate(new PlanDraws(own, seed), stages, seed, Budget.unlimited(), occupancy);
    }

    /** The predicted runs of this seed and the next ones, in their order. */
    public Stream<Trace> traces(PlannedArm arm, Stages stages, int seeds) {
        return LongStream.range(seed, seed + seeds).mapToObj(each -> new Model(load, each).trace(arm, stages));
    }

    /**
     * The predicted run for plots.
     *
     * @param all every request; milliseconds from the first user's start
     * @param byLabel the same requests by label, as in the samples
     */
    public record Replay(Trace all, Map<String, Trace> byLabel, Occupancy occupancy) {}

    public Replay replay(PlannedArm arm, Stages stages) {
        var occupancy = new Occupancy();
        PlanDraws draws = new PlanDraws(load.of(arm), seed);
        Trace all = trace(arm, stages, occupancy);
        var byLabel = new TreeMap<String, Trace>();
        int[] loops = new int[load.of(arm).clients()];
        all.forEach((user, start, end, ok) -> byLabel.computeIfAbsent(
                        draws.label(user, loops[user]++), l -> new Trace(1024))
                .add(user, start, end, ok));
        return new Replay(all, byLabel, occupancy);
    }

    /** The predicted run for users who start at these times, in milliseconds after the first. */
    public Trace startedAt(List<Double> millis, PlannedArm arm, Stages stages) {
        return load.closed(arm).startedAt(millis).simulate(draws(), stages, seed, Budget.unlimited(), new Occupancy());
    }

    public double estimatedSeconds(PlannedArm arm, Stages stages) {
        return trace(arm, stages).whole().millis() / 1_000;
    }
}
