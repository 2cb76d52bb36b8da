package asynclab.run.plan;

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

/** The model's prediction of one arm. It simulates the arm once, when a figure is first read. Only one thread uses it. */
public final class ArmPrediction {

    private final LoadPlan load;
    private final long seed;
    private final PlannedArm arm;
    private final Stages stages;
    private final Occupancy occupancy = new Occupancy();
    private Trace run;
    private Prediction figures;

    /** @param load the load of this arm */
    ArmPrediction(LoadPlan load, long seed, PlannedArm arm, Stages stages) {
        this.load = load;
        this.seed = seed;
        this.arm = arm;
        this.stages = stages;
    }

    public PlannedArm arm() {
        return arm;
    }

    /** The load of this arm. */
    public LoadPlan load() {
        return load;
    }

    /** The needs of a request on the server. */
    public Stages stages() {
        return stages;
    }

    /** The predicted run, request by request; milliseconds from the first user's start. */
    public Trace run() {
        if (run == null) run = simulate(seed, occupancy);
        return run;
    }

    private Trace simulate(long of, Occupancy busy) {
        return load.toModel(arm).simulate(new PlanDraws(load, of), stages, of, Budget.unlimited(), busy);
    }

    /** How busy the server is over the predicted run. */
    public Occupancy occupancy() {
        run();
        return occupancy;
    }

    /** The figures of the predicted run, and their range over other seeds. */
    public Prediction figures() {
        if (figures == null)
            figures = Prediction.of(
                    load.toModel(arm),
                    any -> new PlanDraws(load, any),
                    seed,
                    stages,
                    Budget.unlimited(),
                    run(),
                    occupancy);
        return figures;
    }

    /** The predicted runs of this seed and the next ones, in their order. */
    public Stream<Trace> runs(int seeds) {
        return LongStream.range(seed, seed + seeds)
                .mapToObj(each -> each == seed ? run() : simulate(each, Occupancy.NONE));
    }

    /** The requests of the predicted run by label, as in the samples. */
    public Map<String, Trace> byLabel() {
        var draws = new PlanDraws(load, seed);
        var byLabel = new TreeMap<String, Trace>();
        int[] loops = new int[load.clients()];
        run().forEach((user, start, end, ok) -> byLabel.computeIfAbsent(
                        draws.label(user, loops[user]++), label -> new Trace(1024))
                .add(user, start, end, ok));
        return byLabel;
    }

    /** The predicted run for users who start at these times, in milliseconds after the first. */
    public Trace startedAt(List<Double> millis) {
        return load.closed(arm)
                .startedAt(millis)
                .simulate(new PlanDraws(load, seed), stages, seed, Budget.unlimited(), Occupancy.NONE);
    }

    /** How long the predicted run takes. */
    public double seconds() {
        return run().whole().millis() / 1_000;
    }
}
