package asynclab.result;

import asynclab.plan.Experiment;
import asynclab.plan.Model;
import asynclab.queueing.ClosedSimulation;
import asynclab.queueing.Station;
import asynclab.queueing.Workload;

/**
 * The model of somebody's own service: nothing is known of it but how long a request takes alone, and how many it takes at once if
 * there is such a limit.
 */
public final class TargetModel {

    /** The name of the result, and of the arm. */
    public static final String NAME = "target";

    /** The label of requests without load. */
    public static final String ALONE = "alone";

    /** The label of requests under load. */
    public static final String LOADED = "under load";

    public static final long SEED = 42;

    public static final Experiment.Figures NOTHING_PUBLISHED = new Experiment.Figures(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    private TargetModel() {}

    /** Users who come during the ramp, stay for two of them, and never pause; hold times are whole, so their mean is of two neighbours. */
    public static Experiment.Load load(int users, int rampSeconds, double millis) {
        int below = (int) millis;
        int percent = (int) Math.round((millis - below) * 100);
        return new Experiment.Load(
                users,
                rampSeconds,
                null,
                2 * rampSeconds,
                percent,
                new Experiment.Hold(LOADED, below, null, null),
                percent == 0 ? null : new Experiment.Hold(LOADED, below + 1, null, null),
                0,
                0,
                null,
                true,
                Workload.UNLIMITED,
                null,
                SEED);
    }

    /** An arm of such a result; there is no experiment that has it. */
    public static Experiment.Arm arm(String name, String path) {
        return new Experiment.Arm(
                name,
                path,
                Experiment.HeldBy.REQUEST_THREADS,
                null,
                null,
                0,
                null,
                null,
                null,
                false,
                NOTHING_PUBLISHED);
    }

    /** The model of such a stored arm, whose requests take as long as they took alone. */
    public static Model model(Experiment.Load load, Summary.Arm stored) {
        return new Model(load(load.users(), load.rampSeconds(), aloneMillis(stored.measured())), SEED);
    }

    public static Station station(Integer threads) {
        return Station.requestThreads(threads == null ? ClosedSimulation.UNLIMITED : threads);
    }

    /** What a request takes that waits for no other; under load it cannot take less, whatever disturbed the two users. */
    public static double aloneMillis(Summary.Measured measured) {
        double alone = measured.byLabel().get(ALONE).meanMs();
        double underLoad = measured.goodMeanMs(); // not a number if none succeeded
        return Math.max(1, underLoad > 0 ? Math.min(alone, underLoad) : alone);
    }
}
