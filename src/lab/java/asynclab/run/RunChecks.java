package asynclab.run;

import static asynclab.document.Texts.text;

import asynclab.exchange.Ledger;
import asynclab.model.Trace;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.CheckKind;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Estimate;
import asynclab.run.result.figures.SentBurst;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Validity checks of one run: whether it measured the plan, and whether its figures agree with each other. */
public final class RunChecks {

    private static final double LITTLES_LAW_TOLERANCE = 0.02;
    private static final double SERIOUS_ERROR_SHARE = 0.01;
    private static final double SATURATED_MACHINE = 0.9;
    private static final double MOST_STOLEN = 0.05;
    private static final double OVERTAKING_SHARE = 0.1; // during the ramp some requests find an idle thread
    private static final double BURST_SPREAD_SHARE = 0.2;
    private static final double NO_BURST_SHARE = 0.5;
    private static final double MIN_STEADY_RESPONSES = 3;
    private static final double DRIFT = 0.05;
    private static final double MISSES = 0.01;
    private static final int BATCHES = 10; // of each half
    private static final int LEAST_RESPONSES = 30; // in a batch, as a mean
    private static final String NO_STEADY_STATE = "no steady state, all users were active too briefly";

    private RunChecks() {}

    static List<ValidityCheck> of(ArmRun run, ArmPrediction prediction, long seed) {
        var checks = new ArrayList<ValidityCheck>();
        String arm = run.arm().name();
        Samples samples = run.samples();
        LoadPlan load = prediction.load();
        var draws = new PlanDraws(load, seed);
        checks.add(samples(arm, samples, load));
        checks.add(errors(arm, samples, load));
        checks.add(draws(arm, samples.notAsDrawn(), draws));
        checks.add(ledger(arm, run.ledger(), samples));
        if (load.isOpen()) checks.addAll(OpenChecks.of(run, load));
        else {
            checks.add(littlesLaw(arm, samples.all(), load));
            checks.add(stationary(arm, samples.all()));
            int reserved = run.ticks().get(0).server().pool().reserved();
            if (run.arm().heldBy() == PlannedArm.HeldBy.REQUEST_THREADS
                    && overtook(samples, Samples.unqueued(prediction.run(), draws), reserved))
                checks.add(order(arm, samples, reserved));
        }
        if (run.burst() != null) checks.add(burst(arm, run.burst(), load));
        checks.add(machine(arm, run));
        checks.add(stolen(arm, run.stolenShare()));
        checks.add(jmx(arm, run));
        return checks;
    }

    private static ValidityCheck samples(String arm, Samples samples, LoadPlan load) {
        Integer planned = load.requests();
        int sent = samples.all().size();
        return CheckKind.SAMPLES.of(
                arm,
                planned == null || sent == planned,
                true,
                planned == null
                        ? text("%,d requests sent; the duration limits the number", sent)
                        : text("%,d requests sent, %,d planned", sent, planned));
    }

    /** An experiment with a client timeout expects errors, so they are not serious. */
    private static ValidityCheck errors(String arm, Samples samples, LoadPlan load) {
        int errors = samples.errorCount();
        return CheckKind.ERRORS.of(
                arm,
                errors == 0,
                load.client().timeoutMs() == null
                        && areSerious(errors, samples.all().size()),
                failed(samples));
    }

    /** A label says which hold time the client asked for. So the check is applicable only if there are several labels. */
    static ValidityCheck draws(String arm, int others, PlanDraws draws) {
        String blind = draws.unknown();
        if (blind != null) return CheckKind.DRAWS.notApplicable(arm, blind);
        return CheckKind.DRAWS.of(
                arm,
                others == 0,
                true,
                others == 0
                        ? "every request had its predicted hold time"
                        : text("%,d requests did not have their predicted hold time", others));
    }

    /** A failed request may never have reached the server. So each failure allows the server to have received one request less. */
    static ValidityCheck ledger(String arm, Ledger.Snapshot ledger, Samples samples) {
        int sent = samples.warmup() + samples.all().size();
        long lost = sent - ledger.started();
        return CheckKind.LEDGER.of(
                arm,
                ledger.balanced() && ledger.inFlight() == 0 && lost >= 0 && lost <= samples.errorCount(),
                true,
                text(
                        "server: %,d started, %,d ended, %,d in flight; client: %,d sent",
                        ledger.started(), ledger.endedInAll(), ledger.inFlight(), sent));
    }

    /**
     * Whether a burst was sent at nearly the same moment. Each of E4's 1,000 sends costs client and server some 0.25 ms of CPU
     * time. So two processors need 12 % of E4's hold time for all sends, and slower processors need more. Above 50 % the load was
     * not a burst. Late sends alone lengthen a run by at most their spread.
     */
    static ValidityCheck burst(String arm, SentBurst burst, LoadPlan load) {
        double share = burst.sent().maxMs() / load.holdMeanMs();
        return CheckKind.BURST.of(
                arm,
                share <= BURST_SPREAD_SHARE,
                share > NO_BURST_SHARE,
                text(
                        "sent within %.0f ms, %.0f %% of the hold time, limit %.0f %%",
                        burst.sent().maxMs(), share * 100, BURST_SPREAD_SHARE * 100));
    }

    private static ValidityCheck machine(String arm, ArmRun run) {
        double load = run.meanMachineLoad();
        if (Double.isNaN(load))
            return CheckKind.MACHINE.notApplicable(arm, "the system does not say how busy the processors were");
        return CheckKind.MACHINE.of(
                arm,
                load <= SATURATED_MACHINE,
                false,
                text("client and server used %.0f %% of the processors", load * 100));
    }

    /** A host of several machines may give the processors to another one. Requests then wait for a processor, which no server shows. */
    static ValidityCheck stolen(String arm, double share) {
        if (Double.isNaN(share))
            return CheckKind.STOLEN.notApplicable(
                    arm, "the system does not say how much processor time its host has taken");
        return CheckKind.STOLEN.of(
                arm,
                share <= MOST_STOLEN,
                false,
                text(
                        "the host took %.0f %% of the wanted processor time, limit %.0f %%",
                        share * 100, MOST_STOLEN * 100));
    }

    private static ValidityCheck jmx(String arm, ArmRun run) {
        return CheckKind.JMX.of(
                arm,
                run.missedSeconds() == 0,
                false,
                run.missedSeconds() == 0
                        ? "the server answered every reading over JMX"
                        : text("%,d readings over JMX had no answer or came too late", run.missedSeconds()));
    }

    /** The number of failed requests, with JMeter's messages. */
    private static String failed(Samples samples) {
        if (samples.errorCount() == 0) return "no request failed";
        return text(
                        "%,d of %,d requests failed: ",
                        samples.errorCount(), samples.all().size())
                + samples.errors().entrySet().stream()
                        .map(error -> text("%,d × %s", error.getValue(), error.getKey()))
                        .collect(Collectors.joining("; "));
    }

    /** Whether too many requests failed for the run to be valid. */
    static boolean areSerious(int errors, int requests) {
        return errors > SERIOUS_ERROR_SHARE * requests;
    }

    /**
     * Whether requests overtook the queue: many requests did not wait for a thread, although many others did. Without reserved threads
     * these are also many more than in the prediction. A burst, for example, finds all threads idle.
     *
     * @param predicted the number of requests that do not wait for a thread in the prediction
     */
    static boolean overtook(Samples samples, int predicted, int reserved) {
        double many = OVERTAKING_SHARE * samples.all().size();
        int waited = samples.all().size() - samples.unqueued();
        return samples.unqueued() > many && waited > many && (reserved > 0 || samples.unqueued() - predicted > many);
    }

    private static ValidityCheck order(String arm, Samples samples, int reserved) {
        return CheckKind.ORDER.of(
                arm,
                reserved > 0, // the prediction includes the reserved threads
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
     * N = X·(R + Z) while all users are active (Denning and Buzen 1978). The window starts when the requests from the ramp are
     * answered, because these found a shorter queue.
     */
    static ValidityCheck littlesLaw(String arm, Trace trace, LoadPlan load) {
        Trace.Window settled = settled(trace);
        if (settled == null) return CheckKind.LITTLES_LAW.notApplicable(arm, NO_STEADY_STATE);
        double think = load.thinkMeanMs();
        double law = trace.throughput(settled) / 1_000 * (trace.meanMillis(settled) + think);
        double off = law / load.users() - 1;
        return CheckKind.LITTLES_LAW.of(
                arm,
                Math.abs(off) <= LITTLES_LAW_TOLERANCE,
                true,
                text(
                        "X·(R+Z) = %.0f for %d users (%+.1f %%) over %.0f s",
                        law, load.users(), off * 100, settled.millis() / 1_000));
    }

    /**
     * The steady window from the time when the requests of the ramp are answered; null if all users were active for less than three
     * response times.
     */
    private static Trace.Window settled(Trace trace) {
        Trace.Window steady = trace.steady();
        return steady == null
                        || steady.millis()
                                < MIN_STEADY_RESPONSES * trace.histogram().getMean()
                ? null
                : new Trace.Window(steady.fromMillis() + trace.meanMillis(steady), steady.toMillis());
    }

    /**
     * Whether throughput and mean response time stay the same over the steady window: its first half against its second half. The check
     * is not applicable without a steady window, or with too few responses in it.
     *
     * <p>The tolerance is 5 %. A drift of 5 % between the halves moves the mean of the window by 2.5 %. A report explains only
     * deviations above 3 %. The halves of a stationary run also differ by chance. So the check fails only if the difference is also
     * outside the 99 % interval (Welch) for two equal halves. This interval is computed from the means of {@value #BATCHES} batches
     * in each half, because neighbouring requests share a queue (Law 2015, 9.5.3).
     */
    static ValidityCheck stationary(String arm, Trace trace) {
        Trace.Window settled = settled(trace);
        if (settled == null) return CheckKind.STATIONARY.notApplicable(arm, NO_STEADY_STATE);
        int responses = trace.endedIn(settled);
        if (responses < 2 * BATCHES * LEAST_RESPONSES)
            return CheckKind.STATIONARY.notApplicable(
                    arm,
                    text(
                            "only %,d responses while all users were active, %,d are needed",
                            responses, 2 * BATCHES * LEAST_RESPONSES));
        var throughput = new Halves(settled, trace::throughput);
        var mean = new Halves(settled, trace::meanMillis);
        return CheckKind.STATIONARY.of(
                arm,
                !throughput.differ() && !mean.differ(),
                false,
                text(
                        "second half against first: req/s %+.1f %%, mean ms %+.1f %% over %.0f s",
                        100 * throughput.change(), 100 * mean.change(), settled.millis() / 1_000));
    }

    /** A figure of the batches of each half. A batch without a response has no mean. */
    private record Halves(Estimate first, Estimate second) {

        Halves(Trace.Window whole, ToDoubleFunction<Trace.Window> figure) {
            this(batches(whole, 0, figure), batches(whole, BATCHES, figure));
        }

        private static Estimate batches(Trace.Window whole, int from, ToDoubleFunction<Trace.Window> figure) {
            double length = whole.millis() / (2 * BATCHES);
            double[] batches = new double[BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                double start = whole.fromMillis() + (from + i) * length;
                batches[i] = figure.applyAsDouble(new Trace.Window(start, start + length));
            }
            double[] answered = Arrays.stream(batches).filter(Double::isFinite).toArray();
            return answered.length < 2 ? new Estimate(Double.NaN, 0.0, 0) : Estimate.of(MISSES, answered);
        }

        double change() {
            return second.mean() / first.mean() - 1;
        }

        boolean differ() {
            return Math.abs(change()) > DRIFT
                    && Math.abs(second.mean() - first.mean()) > Math.hypot(first.half(), second.half());
        }
    }
}
