package asynclab.run.result;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.result.figures.Measured;
import java.util.List;

/**
 * The figures and checks of one run of an arm, without its curves. Immutable.
 *
 * @param server the version of the server
 * @param prediction for the seed of the run, so with the same hold times as the client (common random numbers)
 * @param usableThreads the request threads that serve requests
 * @param checks all validity checks of the run
 */
public record MeasuredArm(
        String name,
        String server,
        ArmPrediction prediction,
        int usableThreads,
        Measured measured,
        List<ValidityCheck> checks) {}
