package asynclab.experiment;

import asynclab.plan.Experiment;
import asynclab.plan.PlanDraws;
import asynclab.queueing.Trace;
import asynclab.result.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Checks of one run: whether it measured what was planned, and whether its figures agree with each other. */
public final class RunChecks {

    private static final double LITTLES_LAW_TOLERANCE = 0.02;
    private static final double SERIOUS_ERROR_SHARE = 0.01;
    private static final double SATURATED_MACHINE = 0.9;
    private static final double OVERTAKING_SHARE = 0.1; // some find an idle thread during the ramp
    private static final double MIN_STEADY_RESPONSES = 3;

    private RunChecks() {}

    static List<Validity.Check> of(ArmRun run, Experiment.Load load, PlanDraws draws) {
        var checks = new ArrayList<Validity.Check>();
        String arm = run.arm().name();
        Samples samples = run.samples();
        Trace trace = samples.all();

        Integer planned = load.requests();
        checks.add(new Validity.Check(
                "samples",
                arm,
                planned == null || trace.size() == planned,
                true,
                planned == null
                        ? text("%,d requests sent; the duration limits the number", trace.size())
                        : text("%,d requests sent, %,d planned", trace.size(), planned)));

        // With a client time-out, failing is what the experiment is about.
        int errors = samples.errorCount();
        checks.add(new Validity.Check(
                "errors",
                arm,
                errors == 0,
                load.timeoutMs() == null && areSerious(errors, trace.size()),
                failed(samples)));

        int others = samples.notAsDrawn();
        checks.add(new Validity.Check(
                "draws",
                arm,
                others == 0,
                true,
                others == 0
                        ? "every request had its predicted hold time"
                        : text("%,d requests did not have their predicted hold time", others)));

        var ledger = run.ledger();
        long ended = ledger.get("started") - ledger.get("inFlight");
        long sum = List.of("answered", "timedOut", "failed", "clientGone", "rejected", "drained").stream()
                .mapToLong(ledger::get)
                .sum();
        checks.add(new Validity.Check(
                "ledger",
                arm,
                ended == sum
                        && ledger.get("inFlight") == 0
                        && (errors > 0 || ledger.get("started") == trace.size() + samples.warmup()),
                true,
                text(
                        "server: %,d started, %,d ended, %,d in flight; client: %,d sent",
                        ledger.get("started"), sum, ledger.get("inFlight"), samples.warmup() + trace.size())));

        checks.add(littlesLaw(arm, trace, load));
        if (overtook(run)) checks.add(order(arm, run, samples));

        double meanLoad = run.meanMachineLoad();
        checks.add(new Validity.Check(
                "machine",
                arm,
                meanLoad < SATURATED_MACHINE,
                false,
                text("client and server used %.0f %% of the processors", meanLoad * 100)));
        checks.add(new Validity.Check(
                "jmx",
                arm,
                run.missedSeconds() == 0,
                false,
                run.missedSeconds() == 0
                        ? "the server answered every reading over JMX"
                        : text("%,d readings over JMX had no answer", run.missedSeconds())));
        return checks;
    }

    /** How many failed, and what JMeter says of them. */
    public static String failed(Samples samples) {
        if (samples.errorCount() == 0) return "no request failed";
        return text(
                        "%,d of %,d requests failed: ",
                        samples.errorCount(), samples.all().size())
                + samples.errors().entrySet().stream()
                        .map(error -> text("%,d × %s", error.getValue(), error.getKey()))
                        .collect(Collectors.joining("; "));
    }

    /** Whether so many failed that the others say little. */
    public static boolean areSerious(int errors, int requests) {
        return errors > SERIOUS_ERROR_SHARE * requests;
    }

    /**
     * Whether a server did not serve in order of arrival though requests had to queue: a good share of them did not wait at all,
     * and a good share did.
     */
    public static boolean overtook(ArmRun run) {
        Samples samples = run.samples();
        return run.arm().heldBy() == Experiment.HeldBy.REQUEST_THREADS
                && samples.unqueued() > OVERTAKING_SHARE * samples.all().size()
                && samples.all().size() - samples.unqueued()
                        > OVERTAKING_SHARE * samples.all().size();
    }

    private static Validity.Check order(String arm, ArmRun run, Samples samples) {
        int reserved = run.ticks().get(0).server().pool().reserved();
        return new Validity.Check(
                "order",
                arm,
                reserved > 0, // the prediction knows
                false,
                text(
                        "not FIFO: %.0f %% did not queue, max %.0f s; %s",
                        100.0 * samples.unqueued() / samples.all().size(),
                        samples.all().histogram().getMaxValue() / 1_000.0,
                        reserved <= 0
                                ? "later requests overtook the queue"
                                : reserved == 1
                                        ? "1 reserved thread, as modelled"
                                        : "up to " + reserved + " reserved threads, as modelled"));
    }

    /**
     * N = X·(R + Z) while all users are at work (Denning and Buzen 1978), from when those are answered who came while they were
     * not all: these found a shorter queue.
     */
    public static Validity.Check littlesLaw(String arm, Trace trace, Experiment.Load load) {
        Trace.Window steady = trace.steady();
        double mean = trace.histogram().getMean();
        if (steady == null || steady.millis() < MIN_STEADY_RESPONSES * mean)
            return Validity.Check.notApplicable(
                    "littles-law", arm, "no steady state, all users were active too briefly");
        double think = load.thinkMeanMs();
        var settled = new Trace.Window(steady.fromMillis() + trace.meanMillis(steady), steady.toMillis());
        double law = trace.throughput(settled) / 1_000 * (trace.meanMillis(settled) + think);
        double off = law / load.users() - 1;
        return new Validity.Check(
                "littles-law",
                arm,
                Math.abs(off) <= LITTLES_LAW_TOLERANCE,
                true,
                text(
                        "X·(R+Z) = %.0f for %d users (%+.1f %%) over %.0f s",
                        law, load.users(), off * 100, settled.millis() / 1_000));
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
