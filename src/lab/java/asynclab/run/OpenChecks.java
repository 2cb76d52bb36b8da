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

    private static final String WAITING_UNSEEN =
            "requests that wait for a permit of the virtual threads are in no count of the server";

    private OpenChecks() {}

    static List<ValidityCheck> of(ArmRun run, LoadPlan load) {
        return List.of(arrivals(run.arm().name(), run.samples().sends(), load), littlesLaw(run, load));
    }

    /**
     * Whether requests were sent on schedule. Response times count from the intended start. So a late send makes the response
     * time longer, and does not make the queue look shorter. The limit is half of the service time, or half of the median
     * response time without the lateness. Above this limit the run has measured the load generator and not the server.
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
     * Compares the client's L = λ·W with the server's mean during the arrivals. The server is read over JMX once a second. It has
     * two counts. The number of requests in its servlets is too low, because other requests wait for a thread. This number plus
     * the queue of the thread pool is too high. For a connection with one request Jetty queues four jobs: accept the connection,
     * read the request, read its end and remove the connection. So the client's number must be between the two counts, with a
     * tolerance of 10 % or one request. The check is not applicable in two cases. If clients leave before the answer, the server
     * still has their requests. And if virtual threads wait for a permit, no count has them.
     */
    private static ValidityCheck littlesLaw(ArmRun run, LoadPlan load) {
        CheckKind name = CheckKind.LITTLES_LAW;
        String arm = run.arm().name();
        if (RunChecks.areSerious(run.samples().errorCount(), run.samples().all().size()))
            return name.notApplicable(arm, "clients left before the answer, or were refused");
        if (run.arm().waitsUnseen()) return name.notApplicable(arm, WAITING_UNSEEN);
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
