package asynclab.calibration;

import static asynclab.document.Texts.text;

import asynclab.model.Trace;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedStations;
import java.util.ArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A rule that leaves a drawn workload out, before anything is measured. The rules look only at the workload and at one simulated run of
 * each arm. They are for a machine of two processors, on which JMeter and the server share them.
 */
enum WorkloadRule {
    TOO_FAST(
            text("above %,d requests per second", WorkloadRule.MOST_PER_SECOND),
            arm -> arm.trace.throughput() > WorkloadRule.MOST_PER_SECOND),
    TOO_MANY_AT_ONCE(
            text("above %,d requests in flight", WorkloadRule.MOST_IN_FLIGHT),
            arm -> arm.trace.maxInFlight() > WorkloadRule.MOST_IN_FLIGHT),
    TOO_LONG(
            text("a run or its work above %d s", WorkloadRule.MOST_SECONDS),
            arm -> Math.max(arm.trace.whole().millis() / 1_000, arm.workSeconds()) > WorkloadRule.MOST_SECONDS),
    TOO_FEW(
            text("below %,d requests", WorkloadRule.FEWEST_REQUESTS),
            arm -> arm.trace.size() < WorkloadRule.FEWEST_REQUESTS),
    TOO_FEW_ANSWERED(
            text("below %.0f %% of the requests answered in time", 100 * WorkloadRule.LEAST_ANSWERED),
            arm -> arm.trace.size() - arm.trace.failures() < WorkloadRule.LEAST_ANSWERED * arm.trace.size()),
    NEVER_BUSY(
            text("never %.0f %% of the threads busy", 100 * WorkloadRule.LEAST_BUSY),
            arm -> arm.trace.maxInFlight() < WorkloadRule.LEAST_BUSY * ArmSimulation.usableThreads(arm.workload));

    private static final int MOST_PER_SECOND = 300;
    private static final int MOST_IN_FLIGHT = 1_000; // each is a thread of JMeter
    private static final int MOST_SECONDS = 40;
    private static final int FEWEST_REQUESTS = 1_000; // a p99 is of ten requests
    private static final double LEAST_ANSWERED = 0.1; // else the ratio of two goodputs means little

    /** With fewer busy threads, the threads never matter, and the verdict is known without a model. */
    private static final double LEAST_BUSY = 0.5;

    private static final long SEED = 0; // no forecast and no run has it

    /** A simulated run of an arm. */
    private record RuledArm(Experiment workload, PlannedArm arm, Trace trace) {

        /** The time that the server needs to serve all requests. A client that leaves does not shorten this time. */
        double workSeconds() {
            PlannedStations pool = arm.stations();
            int connectionMs = pool == null ? 0 : pool.connectionMs();
            double held = trace.size() * (workload.workload().serviceMeanMs() + connectionMs) / 1_000;
            double threads =
                    switch (arm.heldBy()) {
                        case REQUEST_THREADS -> held / ArmSimulation.usableThreads(workload);
                        case WORKERS -> held / arm.workers().threads();
                        default -> 0;
                    };
            double connections = pool == null ? 0 : trace.size() * connectionMs / 1_000.0 / pool.connections();
            return Math.max(threads, connections);
        }
    }

    private final String label;
    private final Predicate<RuledArm> broken;

    WorkloadRule(String label, Predicate<RuledArm> broken) {
        this.label = label;
        this.broken = broken;
    }

    String label() {
        return label;
    }

    /** The first rule that leaves this workload out; null if it stays. */
    static WorkloadRule brokenBy(Experiment workload) {
        var arms = new ArrayList<RuledArm>();
        for (PlannedArm arm : workload.arms())
            arms.add(new RuledArm(workload, arm, ArmSimulation.run(workload, arm, SEED, 0)));
        return Stream.of(values())
                .filter(rule -> arms.stream().anyMatch(rule.broken))
                .findFirst()
                .orElse(null);
    }
}
