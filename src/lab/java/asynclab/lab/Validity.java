package asynclab.lab;

import asynclab.queueing.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a run can be believed: each check with its figure. One that failed and is serious leaves no verdict. */
final class Validity {

    private static final double LITTLES_LAW_TOLERANCE = 0.02;
    private static final double SERIOUS_ERROR_SHARE = 0.01;
    private static final double SATURATED_MACHINE = 0.9;
    private static final double OVERTAKING_SHARE = 0.1; // some find an idle thread during the ramp
    private static final double MIN_STEADY_RESPONSES = 3;

    private Validity() {}

    /** @param serious whether no conclusion can be drawn if it failed */
    record Check(String check, String arm, boolean ok, boolean serious, String detail) {}

    static List<Check> of(ArmRun run, Experiment.Load load, PlanDraws draws) {
        var checks = new ArrayList<Check>();
        String arm = run.arm().name();
        Samples samples = run.samples();
        Trace trace = samples.all();

        Integer planned = load.requests();
        checks.add(new Check(
                "samples",
                arm,
                planned == null || trace.size() == planned,
                true,
                trace.size()
                        + (planned == null
                                ? " requests were sent, as many as the time allowed"
                                : " of " + planned + " planned requests were sent")));

        // With a client time-out, failing is what the experiment is about.
        int errors = samples.errorCount();
        checks.add(new Check(
                "errors",
                arm,
                errors == 0,
                load.timeoutMs() == null && areSerious(errors, trace.size()),
                errors == 0 ? "no request failed" : errors + " of " + trace.size() + " failed: " + samples.errors()));

        int others = samples.notAsDrawn();
        checks.add(new Check(
                "draws",
                arm,
                others == 0,
                true,
                others == 0
                        ? "every request had the hold time the prediction gave it"
                        : others + " requests had another hold time than predicted"));

        var ledger = run.ledger();
        long ended = ledger.get("started") - ledger.get("inFlight");
        long sum = List.of("answered", "timedOut", "failed", "clientGone", "rejected", "drained").stream()
                .mapToLong(ledger::get)
                .sum();
        checks.add(new Check(
                "ledger",
                arm,
                ended == sum
                        && ledger.get("inFlight") == 0
                        && (errors > 0 || ledger.get("started") == trace.size() + samples.warmup()),
                true,
                "server: " + ledger.get("started") + " started, " + sum + " ended, " + ledger.get("inFlight")
                        + " in flight; client: " + samples.warmup() + " for warm-up and " + trace.size() + " sent"));

        checks.add(littlesLaw(arm, trace, load));
        if (overtook(run)) checks.add(order(arm, run, samples));

        double meanLoad = run.meanMachineLoad();
        checks.add(new Check(
                "machine",
                arm,
                meanLoad < SATURATED_MACHINE,
                false,
                String.format(Locale.ROOT, "client and server kept the processors %.0f %% busy", meanLoad * 100)));
        checks.add(new Check(
                "jmx",
                arm,
                run.missedSeconds() == 0,
                false,
                run.missedSeconds() == 0
                        ? "the server could be watched throughout"
                        : "the server could not be watched in " + run.missedSeconds() + " seconds"));
        return checks;
    }

    /** Whether so many failed that the others say little. */
    static boolean areSerious(int errors, int requests) {
        return errors > SERIOUS_ERROR_SHARE * requests;
    }

    /**
     * Whether a server did not serve in order of arrival though requests had to queue: a good share of them did not wait at all,
     * and a good share did.
     */
    static boolean overtook(ArmRun run) {
        Samples samples = run.samples();
        return run.arm().heldBy() == Experiment.HeldBy.REQUEST_THREADS
                && samples.unqueued() > OVERTAKING_SHARE * samples.all().size()
                && samples.all().size() - samples.unqueued()
                        > OVERTAKING_SHARE * samples.all().size();
    }

    private static Check order(String arm, ArmRun run, Samples samples) {
        int reserved = run.ticks().get(0).server().pool().reserved();
        return new Check(
                "order",
                arm,
                reserved > 0, // the prediction knows
                false,
                String.format(
                        Locale.ROOT,
                        "not of arrival: %.0f %% of the requests waited for no thread, the slowest took %.0f s; %s",
                        100.0 * samples.unqueued() / samples.all().size(),
                        samples.all().histogram().getMaxValue() / 1_000.0,
                        reserved > 0
                                ? "the server keeps up to " + reserved
                                        + " idle threads for newcomers, and the model too"
                                : "later requests overtook the queue"));
    }

    /**
     * N = X·(R + Z) while all users are at work (Denning and Buzen 1978), from when those are answered who came while they were
     * not all: these found a shorter queue.
     */
    static Check littlesLaw(String arm, Trace trace, Experiment.Load load) {
        Trace.Window steady = trace.steady();
        double mean = trace.histogram().getMean();
        if (steady == null || steady.millis() < MIN_STEADY_RESPONSES * mean)
            return new Check(
                    "littles-law",
                    arm,
                    true,
                    false,
                    "not applicable: the users were never all at work for long, so the run has no steady state");
        double think = load.thinkMeanMs();
        var settled = new Trace.Window(steady.fromMillis() + trace.meanMillis(steady), steady.toMillis());
        double law = trace.throughput(settled) / 1_000 * (trace.meanMillis(settled) + think);
        double off = law / load.users() - 1;
        return new Check(
                "littles-law",
                arm,
                Math.abs(off) <= LITTLES_LAW_TOLERANCE,
                true,
                String.format(
                        Locale.ROOT,
                        "X·(R+Z) = %.0f for %d users (%+.1f %%) over %.0f s",
                        law,
                        load.users(),
                        off * 100,
                        settled.millis() / 1_000));
    }
}
