package asynclab.probe;

import static asynclab.document.Texts.text;
import static asynclab.probe.ProbeVerdict.users;

import asynclab.document.Texts;
import asynclab.options.ProbeOptions;
import asynclab.probe.ClosedLoop.WeightedRequests;
import asynclab.probe.LimiterNaming.BeyondTheLimit;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.ProbeResult.FoundLimit;
import asynclab.probe.ProbeResult.PredictedLoad;
import asynclab.probe.ProbeResult.ProbeCost;
import asynclab.probe.ProbeResult.ProbeEnding;
import asynclab.probe.ProbeResult.UnloadedRequest;
import asynclab.probe.ServiceObserver.SeenBeside;
import asynclab.probe.StepMeter.Depth;
import asynclab.probe.StepMeter.StepOutcome;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Climbs until requests wait. One user shows the response time without load. Then the users grow by three fifths a step. As long as no
 * request waits, the response time stays the same and the throughput grows with the users. The first step whose requests wait shows
 * the concurrency limit: throughput × response time without load. Then come the limit itself, and 1.5 times the limit, whose response
 * time is predicted before it is measured.
 */
public final class Probe {

    private static final double GROWTH = 1.6;
    private static final double WAITING = 1.1; // of the response time without load
    private static final double IN_FLIGHT = 0.8; // of the users
    private static final int MOST_UNEXPLAINED = 3;
    private static final double BEYOND = 1.5;
    private static final double NOT_NEAR = 0.8;
    private static final double GROWS = 1.05;
    private static final double NEAR = 0.9;
    private static final double CONTRADICTS_PERCENT = 15;
    private static final double BUSY_CLIENT_PERCENT = 70;
    private static final int BUSY_THREADS = 3;

    private final ProbeOptions options;
    private final String command;
    private final Consumer<String> progress;
    private final ProbeClient client;
    private final ServiceObserver observer;
    private final StepMeter meter;
    private final ClosedLoop loop;
    private final List<ProbeStep> steps = new ArrayList<>();
    private final UnloadedTime unloaded = new UnloadedTime();
    private final List<String> remarks = new ArrayList<>();
    private final long startedNanos = System.nanoTime();
    private SeenBeside alone;
    private StepOutcome failed;
    private double clientPercent;
    private double capacity; // requests per second, where they wait

    private Probe(
            ProbeOptions options,
            String command,
            ProbeClient client,
            FigureSources sources,
            ClosedLoop loop,
            Consumer<String> progress) {
        this.options = options;
        this.command = command;
        this.progress = progress;
        this.client = client;
        this.loop = loop;
        observer = new ServiceObserver(options, client, sources);
        meter = new StepMeter(loop, options.timeout);
    }

    /**
     * Probes a service.
     *
     * @param command that the user typed, without secrets
     * @param progress gets a sentence after each step
     * @throws asynclab.options.LabException if the service does not answer as it should
     */
    public static ProbeResult run(ProbeOptions options, String command, Consumer<String> progress) {
        try (var client = new ProbeClient(options)) {
            Preflight.check(options, client);
            var requests = new WeightedRequests(
                    options.urls().stream().map(client::request).toList(), options.weights());
            try (var sources = new FigureSources(options, client);
                    var loop = new ClosedLoop(client, requests)) {
                return new Probe(options, command, client, sources, loop, progress).result();
            }
        }
    }

    private ProbeResult result() {
        alone = observer.look();
        unloaded.outside(NetworkTime.connectMs(options.urls().get(0), options.timeout), alone.otherMs());
        ProbeStep waiting = climb();
        return failed != null ? stopped() : waiting == null ? withoutLimit() : limited(waiting);
    }

    /** The first step whose requests wait, and which a concurrency limit explains; null if no request waits. */
    private ProbeStep climb() {
        int waiting = 0;
        for (int users = 1; ; users = Math.min(options.users, (int) Math.max(users + 1, Math.round(GROWTH * users)))) {
            ProbeStep step = step(users, users == 1 ? Depth.ALONE : Depth.CLIMB);
            if (failed != null) return null;
            boolean isLast = users >= options.users || isRateLimited(step);
            if (waits(step)) {
                boolean explained = LimitFit.of(step, unloaded.request()) != null;
                if (explained || isLast || ++waiting > MOST_UNEXPLAINED) return step;
            } else {
                if (waiting == 0) unloaded.add(step);
                if (isLast) return null;
            }
        }
    }

    private ProbeStep step(int users, Depth depth) {
        return step(meter.measure(users, mean -> isLonger(mean) ? Depth.DECIDE : depth));
    }

    private ProbeStep step(StepOutcome outcome) {
        ProbeStep step = outcome.step();
        steps.add(step);
        if (outcome.rose()) failed = outcome;
        else meter.ramp(unloaded.isKnown() ? unloaded.meanMs() : step.meanMs());
        progress.accept(text(
                "%s: %s req/s, mean %s ms; at most some %.0f s left",
                users(step),
                Texts.measured(step.perSecond()),
                Texts.measured(step.meanMs()),
                stepsLeft(step.users()) * (System.nanoTime() - startedNanos) / 1e9 / steps.size()));
        return step;
    }

    /** The steps that are left if no request waits up to the most users, and two steps beyond the limit. */
    private double stepsLeft(int users) {
        return 2 + Math.log((double) options.users / users) / Math.log(GROWTH);
    }

    private boolean isLonger(double meanMs) {
        return unloaded.isKnown() && meanMs > WAITING * unloaded.meanMs();
    }

    private boolean waits(ProbeStep step) {
        return isLonger(step.leastMeanMs());
    }

    /** By Little's law: all users have a request in flight, unless the client holds them back. */
    private boolean isRateLimited(ProbeStep step) {
        return options.maxRps > 0 && step.perSecond() * step.meanMs() / 1_000 < IN_FLIGHT * step.users();
    }

    private ProbeResult limited(ProbeStep waiting) {
        LimitFit first = LimitFit.of(waiting, unloaded.request());
        if (first != null && first.limit() < waiting.users() && NEAR * first.limit() > unloaded.mostUsers()) {
            ProbeStep knee = step(first.limit(), Depth.CLIMB);
            if (failed != null) return stopped();
            if (!waits(knee)) unloaded.add(knee);
        }
        if (unloaded.mostUsers() == 1) {
            ProbeStep warm = step(1, Depth.ALONE); // what the load warms up is warm now
            if (failed != null) return stopped();
            unloaded.add(warm);
        }
        if (first != null) unloaded.upTo(first.limit());
        LimitFit fit = LimitFit.of(waiting, unloaded.request());
        if (fit == null) return unexplained(waiting);
        capacity = waiting.perSecond();
        int users = Math.min(options.users, (int) Math.ceil(BEYOND * fit.limit()));
        if (users >= WAITING * fit.limit()) return beyond(fit, users);
        remarks.add("No load beyond the limit was measured, because -Dusers is too small for it.");
        return limited(fit, null, waiting, new SeenBeside(null, OwnFigures.NONE));
    }

    /**
     * Predicts a load beyond the limit, measures it, and looks at the service meanwhile. If the throughput still grows, the limit is
     * higher: requests that share processors wait a little long before the processors are busy.
     */
    private ProbeResult beyond(LimitFit fit, int users) {
        double predicted = LimitFit.meanMs(fit.limit(), users, request(fit));
        var seen = new CompletableFuture<SeenBeside>();
        double cpu = cpuSeconds();
        long began = System.nanoTime();
        ProbeStep step = step(meter.measure(users, mean -> Depth.DECIDE, () -> observer.start(seen), seen));
        clientPercent = (cpuSeconds() - cpu) * 1e11 / (System.nanoTime() - began) / usable();
        LimitFit higher =
                failed == null && step.perSecond() > GROWS * capacity ? LimitFit.of(step, unloaded.request()) : null;
        if (higher != null && higher.limit() > fit.limit() && users < options.users) {
            seen.join();
            capacity = step.perSecond();
            return beyond(higher, Math.min(options.users, (int) Math.ceil(BEYOND * higher.limit())));
        }
        if (failed != null) {
            remarks.add(text("Stopped with %s: %s.", users(step), step.words()));
            return limited(fit, null, step, new SeenBeside(null, OwnFigures.NONE));
        }
        var check = new PredictedLoad(users, predicted, step.meanMs(), 100 * (step.meanMs() / predicted - 1));
        SeenBeside now = seen.join();
        if (now.own().isEmpty() && !alone.own().isEmpty())
            remarks.add("The service's own figures could not be read under load.");
        return limited(fit, check, step, now);
    }

    private ProbeResult limited(LimitFit fitted, PredictedLoad check, ProbeStep beyond, SeenBeside seen) {
        var naming = new LimiterNaming(new BeyondTheLimit(
                fitted.limit(), unloaded.meanMs(), beyond, alone.otherMs(), seen.otherMs(), seen.own()));
        LimitFit fit = fitted.orStated(naming.size());
        if (clientPercent > BUSY_CLIENT_PERCENT) return ownLimit(check, beyond, naming.evidence());
        if (check != null && Math.abs(check.deviationPercent()) > CONTRADICTS_PERCENT)
            return contradicted(fit, check, naming.evidence());
        steps.stream()
                .filter(step -> step.users() <= NOT_NEAR * fit.limit() && waits(step))
                .min(Comparator.comparing(ProbeStep::users))
                .ifPresent(step -> remarks.add(text(
                        "With %s, fewer than the limit, requests already take %s ms: they share something, such as processors.",
                        users(step), Texts.measured(step.meanMs()))));
        if (fit.isFarFrom(naming.size())) remarks.add(ProbeVerdict.stated(fit, naming.size()));
        String verdict = text(
                "The service takes %,d %s at a time%s: %s req/s at %s ms each. %s",
                fit.limit(),
                fit.limit() == 1 ? "request" : "requests",
                range(fit),
                Texts.measured(capacity),
                Texts.measured(unloaded.meanMs()),
                naming.words());
        if (Double.isNaN(naming.size()))
            verdict += ProbeVerdict.behindAProxy(fit, capacity, unloaded.meanMs(), alone.otherMs());
        return result(verdict, ProbeEnding.LIMIT, naming.limiter(), fit, check, naming.evidence());
    }

    private ProbeResult ownLimit(PredictedLoad check, ProbeStep step, List<String> evidence) {
        return uncertain(
                text(
                        "No limit of the service is certain: the probe itself used %.0f %% of the processors that it can use, with %s and %s req/s.",
                        clientPercent, users(step), Texts.measured(step.perSecond())),
                check,
                evidence);
    }

    private ProbeResult contradicted(LimitFit fit, PredictedLoad check, List<String> evidence) {
        return uncertain(
                text(
                        "No limit is certain: with a limit of %,d requests, those of %,d users would take %s ms, but took %s ms. Probe again when the machines are quiet.",
                        fit.limit(),
                        check.users(),
                        Texts.measured(check.predictedMs()),
                        Texts.measured(check.measuredMs())),
                check,
                evidence);
    }

    private ProbeResult unexplained(ProbeStep waiting) {
        return uncertain(
                text(
                        "With %,d users requests take %s ms instead of %s ms, but no concurrency limit explains that.",
                        waiting.users(), Texts.measured(waiting.meanMs()), Texts.measured(unloaded.meanMs())),
                null,
                List.of());
    }

    /** Requests wait, but for what is not certain. */
    private ProbeResult uncertain(String verdict, PredictedLoad check, List<String> evidence) {
        return result(verdict, ProbeEnding.LIMIT, null, null, check, evidence);
    }

    private ProbeResult withoutLimit() {
        boolean rate = isRateLimited(last(steps));
        ProbeEnding ending = rate ? ProbeEnding.RATE : ProbeEnding.USERS;
        return result(ProbeVerdict.withoutLimit(steps, rate), ending, null, null, null, List.of());
    }

    /** Errors rose before a request waited. */
    private ProbeResult stopped() {
        loop.users(0, 0);
        var all = new ArrayList<>(failed.responses());
        all.addAll(loop.stop());
        String stopped =
                text("Stopped with %s: %s.", users(failed.step()), failed.step().words());
        Rejections rejections = Rejections.of(all, unloaded.isKnown() ? unloaded.meanMs() : 0);
        if (rejections == null) return result(stopped, ProbeEnding.ERRORS, null, null, null, List.of());
        var fit = new LimitFit(rejections.accepted(), rejections.fewest(), rejections.most());
        return result(
                text(
                        "The service takes %,d %s at a time%s and rejects others: %s req/s at %s ms each. %s Its limit: permits. A limit of the rate can look the same.",
                        rejections.accepted(),
                        rejections.accepted() == 1 ? "request" : "requests",
                        range(fit),
                        Texts.measured(rejections.accepted()
                                * 1_000
                                / unloaded.request().inServiceMs()),
                        Texts.measured(unloaded.meanMs()),
                        stopped),
                ProbeEnding.ERRORS,
                OwnLimit.PERMITS,
                fit,
                null,
                List.of(rejections.words()));
    }

    private ProbeResult result(
            String verdict,
            ProbeEnding ending,
            OwnLimit limiter,
            LimitFit fit,
            PredictedLoad check,
            List<String> evidence) {
        loop.stop(); // or its last requests would not be counted
        return new ProbeResult(
                command,
                verdict,
                ending,
                fit == null
                        ? null
                        : new FoundLimit(fit.limit(), fit.from(), fit.to(), limiter == null ? null : limiter.words),
                request(fit),
                check,
                List.copyOf(steps),
                evidence,
                List.copyOf(remarks),
                new ProbeCost(client.sent(), (System.nanoTime() - startedNanos) / 1e9, clientPercent),
                List.of());
    }

    private UnloadedRequest request(LimitFit fit) {
        if (!unloaded.isKnown()) return new UnloadedRequest(last(steps).meanMs(), 0, 0);
        return capacity > 0 && fit != null ? unloaded.request().at(fit.limit(), capacity) : unloaded.request();
    }

    private static String range(LimitFit fit) {
        return fit.from() == fit.to() ? "" : text(" (%,d to %,d fit as well)", fit.from(), fit.to());
    }

    private static ProbeStep last(List<ProbeStep> some) {
        return some.get(some.size() - 1);
    }

    private static double cpuSeconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    /** The processors that the client can use: it has three busy threads. */
    private static int usable() {
        return Math.min(BUSY_THREADS, Runtime.getRuntime().availableProcessors());
    }
}
