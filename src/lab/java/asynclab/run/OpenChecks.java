package asynclab.run;

import static asynclab.document.Texts.text;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.CheckKind;
import asynclab.run.result.ValidityCheck;
import asynclab.server.ServerProbe;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Validity checks of a run with an open load: whether the generator kept its schedule, and whether client and server agree. */
final class OpenChecks {

    private static final double LATE_SHARE = 0.1;
    private static final double TOO_LATE_SHARE = 0.5;
    private static final double LEAST_MILLIS = 10; // JMeter's own clock, and the start of a thread
    private static final double LITTLES_LAW_TOLERANCE = 0.1;
    private static final int LEAST_READINGS = 10;

    private OpenChecks() {}

    static List<ValidityCheck> of(ArmRun run, LoadPlan load) {
        return List.of(arrivals(run.arm().name(), run.samples().sends(), load), littlesLaw(run, load));
    }

    /**
     * Whether requests were sent when they should have been. Response times count from the intended start, so a late request has a
     * longer response time, and not a shorter queue. Above half of the service time, or of the median response time without the
     * lateness, the run has measured its generator.
     */
    static ValidityCheck arrivals(String arm, Samples.OpenSends sends, LoadPlan load) {
        Latencies late = sends.lateness();
        double usual = Math.max(load.serviceMeanMs(), sends.asSent().histogram().getValueAtPercentile(50));
        double limit = Math.max(LEAST_MILLIS, LATE_SHARE * usual);
        double tooLate = Math.max(LEAST_MILLIS, TOO_LATE_SHARE * usual);
        return CheckKind.ARRIVALS.of(
                arm,
                late.p99Ms() <= limit,
                late.p99Ms() > tooLate,
                text(
                        "sent late by p50 %.0f, p99 %.0f, max %.0f ms; limit of p99 %.0f ms",
                        late.p50Ms(), late.p99Ms(), late.maxMs(), limit));
    }

    /**
     * L = λ·W by the client against the mean of the server's readings over JMX, one a second, during the arrivals. The server knows
     * two counts. The requests in its servlets are too few, because others wait for a thread. With the queue of the thread pool they are
     * too many. Jetty queues four jobs for a connection with one request: accept it, read the request, read its end and remove
     * it. So the client must count no fewer than the first and no more than the second, give or take 10 % or one request. If clients
     * leave before the answer, the server still has their requests, and the check is not applicable.
     */
    private static ValidityCheck littlesLaw(ArmRun run, LoadPlan load) {
        CheckKind name = CheckKind.LITTLES_LAW;
        String arm = run.arm().name();
        if (RunChecks.areSerious(run.samples().errorCount(), run.samples().all().size()))
            return name.notApplicable(arm, "clients left before the answer, or were refused");
        double from = run.samples().all().whole().fromMillis();
        var arrivals = new Trace.Window(from, from + load.arrivals().seconds() * 1_000);
        List<ServerProbe.Reading> readings = run.ticks().stream()
                .map(Sampler.Tick::server)
                .filter(at -> at.epochMillis() >= arrivals.fromMillis() && at.epochMillis() < arrivals.toMillis())
                .toList();
        if (readings.size() < LEAST_READINGS)
            return name.notApplicable(arm, "fewer than " + LEAST_READINGS + " readings over JMX");
        return littlesLaw(arm, run.samples().all().meanInFlight(arrivals), readings);
    }

    static ValidityCheck littlesLaw(String arm, double client, List<ServerProbe.Reading> readings) {
        double inServlets = mean(readings, ServerProbe.Reading::inFlight);
        double queued = mean(readings, at -> at.pool().queued());
        double limit = Math.max(1, LITTLES_LAW_TOLERANCE * client);
        return CheckKind.LITTLES_LAW.of(
                arm,
                client >= inServlets - limit && client <= inServlets + queued + limit,
                false,
                text(
                        "λ·W = %.1f requests by the client; by the server %.1f in its servlets and %.1f jobs queued in its pool"
                                + " (%d readings); limit ± %.1f",
                        client, inServlets, queued, readings.size(), limit));
    }

    private static double mean(List<ServerProbe.Reading> readings, ToDoubleFunction<ServerProbe.Reading> figure) {
        return readings.stream().mapToDouble(figure).average().orElseThrow();
    }
}
