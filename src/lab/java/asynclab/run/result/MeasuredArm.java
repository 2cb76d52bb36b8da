package asynclab.run.result;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.result.figures.Measured;
import java.util.List;

/**
 * What one run of an arm measured, without its curves. Immutable.
 *
 * @param server the version of the server
 * @param prediction with the seed of the run, so with the random numbers that the client draws from it
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
