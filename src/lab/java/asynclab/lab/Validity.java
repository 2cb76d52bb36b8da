package asynclab.lab;

import asynclab.queueing.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a run is valid: each check with its figure. A serious check that fails leaves no verdict. */
final class Validity {

    private static final double LITTLES_LAW_TOLERANCE = 0.02;
    private static final double SERIOUS_ERROR_SHARE = 0.01;
    private static final double SATURATED_MACHINE = 0.9;
    private static final double OVERTAKING_SHARE = 0.1; // some find an idle thread during the ramp
    private static final double MIN_STEADY_RESPONSES = 3;
    /** Up to this share of all processors may be busy before a run. */
    static final double IDLE_SHARE = 0.15;

    private static final String NOT_APPLICABLE = "not applicable: ";
    private static final String MACHINE_IDLE = "machine-idle";
    private static final String ALL_ARMS = "all";
    /** For a reader; in {@code summary.json} and JUnit's XML a check has its short name. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry(MACHINE_IDLE, "machine idle before the run"),
            Map.entry("samples", "number of requests"),
            Map.entry("errors", "failed requests"),
            Map.entry("draws", "hold times as predicted"),
            Map.entry("ledger", "request ledger"),
            Map.entry("littles-law", "Little's law"),
            Map.entry("order", "order of service"),
            Map.entry("machine", "processor use"),
            Map.entry("jmx", "readings over JMX"),
            Map.entry("alone", "requests without load"),
            Map.entry("client", "load generator"),
            Map.entry("same-work", "same work on both sides"));

    private Validity() {}

    /** What a check found, the worst first. */
    enum State {
        RED("red"),
        AMBER("amber"),
        GREEN("green"),
        NOT_APPLICABLE("not applicable");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** As a style class. */
        String colour() {
            return this == NOT_APPLICABLE ? "grey" : text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * @param ok false if it failed; true also if it is not applicable, which its detail says first
     * @param serious whether no conclusion can be drawn if it failed
     */
    record Check(String check, String arm, boolean ok, boolean serious, String detail) {

        private static Check notApplicable(String check, String arm, String reason) {
            return new Check(check, arm, true, false, NOT_APPLICABLE + reason);
        }

        State state() {
            if (!ok) return serious ? State.RED : State.AMBER;
            return detail.startsWith(NOT_APPLICABLE) ? State.NOT_APPLICABLE : State.GREEN;
        }

        /** The detail for a reader of the state, which need not be said twice. */
        String text() {
            return state() == State.NOT_APPLICABLE ? detail.substring(NOT_APPLICABLE.length()) : detail;
        }

        /** The name for a reader, with the short one. */
        String title() {
            String title = TITLES.get(check);
            return title == null ? check : title + " (" + check + ")";
        }
    }

    /** How many checks there are of each state, in words. */
    static String count(List<Check> checks) {
        return checks.size() + " checks: "
                + Stream.of(State.values())
                        .map(state -> Map.entry(
                                state,
                                checks.stream().filter(c -> c.state() == state).count()))
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Whether nothing else ran on this machine in the two seconds before the first server started. */
    static Check machineIdle(Map<String, Object> environment) {
        if (!(environment.get("busyBefore") instanceof Number busy))
            return Check.notApplicable(
                    MACHINE_IDLE, ALL_ARMS, "the use of the processors before the run was not recorded");
        return new Check(
                MACHINE_IDLE,
                ALL_ARMS,
                busy.doubleValue() <= IDLE_SHARE,
                false,
                text(
                        "processors %.0f %% busy before the run, limit %.0f %%",
                        100 * busy.doubleValue(), 100 * IDLE_SHARE));
    }

    /** The checks of a stored result, with {@link #machineIdle} if it was stored before there was this check. */
    static List<Check> complete(List<Check> stored, Map<String, Object> environment) {
        if (stored.stream().anyMatch(check -> check.check().equals(MACHINE_IDLE))) return stored;
        return Stream.concat(Stream.of(machineIdle(environment)), stored.stream())
                .toList();
    }

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
                planned == null
                        ? text("%,d requests sent; the duration limits the number", trace.size())
                        : text("%,d requests sent, %,d planned", trace.size(), planned)));

        // With a client time-out, failing is what the experiment is about.
        int errors = samples.errorCount();
        checks.add(new Check(
                "errors",
                arm,
                errors == 0,
                load.timeoutMs() == null && areSerious(errors, trace.size()),
                failed(samples)));

        int others = samples.notAsDrawn();
        checks.add(new Check(
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
        checks.add(new Check(
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
        checks.add(new Check(
                "machine",
                arm,
                meanLoad < SATURATED_MACHINE,
                false,
                text("client and server used %.0f %% of the processors", meanLoad * 100)));
        checks.add(new Check(
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
    static String failed(Samples samples) {
        if (samples.errorCount() == 0) return "no request failed";
        return text(
                        "%,d of %,d requests failed: ",
                        samples.errorCount(), samples.all().size())
                + samples.errors().entrySet().stream()
                        .map(error -> text("%,d × %s", error.getValue(), error.getKey()))
                        .collect(Collectors.joining("; "));
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
    static Check littlesLaw(String arm, Trace trace, Experiment.Load load) {
        Trace.Window steady = trace.steady();
        double mean = trace.histogram().getMean();
        if (steady == null || steady.millis() < MIN_STEADY_RESPONSES * mean)
            return Check.notApplicable("littles-law", arm, "no steady state, all users were active too briefly");
        double think = load.thinkMeanMs();
        var settled = new Trace.Window(steady.fromMillis() + trace.meanMillis(steady), steady.toMillis());
        double law = trace.throughput(settled) / 1_000 * (trace.meanMillis(settled) + think);
        double off = law / load.users() - 1;
        return new Check(
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
