package asynclab.run;

import static asynclab.document.Texts.text;

import asynclab.exchange.Ledger;
import asynclab.model.Trace;
import asynclab.model.station.Outcomes;
import asynclab.options.LabException;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.figures.SentBurst;
import asynclab.run.result.figures.ServerFigures;
import asynclab.run.result.figures.ThreadLanes;
import asynclab.server.JvmProbe;
import asynclab.server.ServerProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The results of one run of an arm, on one server JVM.
 *
 * @param ticks the readings from before the warm-up to after the last request
 * @param threads empty if the server's pool is too large to sample its threads
 * @param ledger the server's request ledger at the end of the run, including the warm-up
 * @param peakRssBytes null if the system does not report it
 * @param stolenShare of the processor time that this machine wanted during the load; not a number if the system does not say it
 * @param stacks null unless the server's JVM tracks its native memory
 * @param burst how the burst was sent; null if the users have a ramp
 */
record ArmRun(
        PlannedArm arm,
        int number,
        Samples samples,
        List<Sampler.Tick> ticks,
        int missedSeconds,
        List<ThreadLanes.Sample> threads,
        Ledger.Snapshot ledger,
        Long peakRssBytes,
        double stolenShare,
        JvmProbe.Stacks stacks,
        double clientCpuSeconds,
        SentBurst burst) {

    ArmRun {
        if (ticks.isEmpty())
            throw new LabException("The run " + arm.name() + "-" + number
                    + " has no figures of the server, because JMX did not answer once.");
    }

    /** Not a number if the system does not say it. */
    double meanMachineLoad() {
        return measured().stream()
                .mapToDouble(Sampler.Tick::machineLoad)
                .filter(load -> load >= 0)
                .average()
                .orElse(Double.NaN);
    }

    /** The readings from the first request to the first reading after the last response; at least the last reading. */
    private List<Sampler.Tick> measured() {
        Trace.Window whole = samples.all().whole();
        var during = new ArrayList<Sampler.Tick>();
        for (Sampler.Tick tick : ticks) {
            double at = tick.server().epochMillis();
            if (at >= whole.fromMillis()) during.add(tick);
            if (at > whole.toMillis()) break; // an open load idles to the end of its schedule
        }
        return during.isEmpty() ? ticks.subList(ticks.size() - 1, ticks.size()) : during;
    }

    /**
     * The server's processor time between the first and the last reading of the run ÷ the requests that ended in this time. Null
     * with a single reading, or if no request ended in this time. Null for a burst: it is received before the first reading.
     */
    Double cpuMicrosPerRequest() {
        if (burst != null) return null;
        var during = measured();
        ServerProbe.Reading first = during.get(0).server();
        ServerProbe.Reading last = during.get(during.size() - 1).server();
        if (first == last) return null;
        double ended = samples.all().endedIn(new Trace.Window(first.epochMillis(), last.epochMillis()));
        return ended == 0 ? null : (Double) ((last.cpuNanos() - first.cpuNanos()) / 1_000.0 / ended);
    }

    /**
     * The outcomes of the requests in a window. The waste is the rate of served requests minus the rate of requests answered in
     * time, both between the first and the last reading in the window.
     *
     * @param capacity the requests per second that the server can serve
     */
    Outcomes outcomes(Trace.Window window, double capacity) {
        var during = ticks.stream()
                .map(Sampler.Tick::server)
                .filter(at -> at.epochMillis() >= window.fromMillis() && at.epochMillis() < window.toMillis())
                .toList();
        return samples.all().outcomes(window, during.size() < 2 ? null : waste(during), capacity);
    }

    private Double waste(List<ServerProbe.Reading> readings) {
        ServerProbe.Reading first = readings.get(0);
        ServerProbe.Reading last = readings.get(readings.size() - 1);
        var between = new Trace.Window(first.epochMillis(), last.epochMillis());
        double served = (last.served() - first.served()) * 1_000.0 / between.millis();
        return Math.max(0, served - samples.all().outcomes(between, null, 1).goodput());
    }

    ServerFigures serverFigures() {
        var readings = measured().stream().map(Sampler.Tick::server).toList();
        return new ServerFigures(
                cpuMicrosPerRequest(),
                new ServerFigures.ThreadFigures(
                        (int) most(readings, at -> at.pool().max()),
                        (int) most(readings, at -> at.pool().usable()),
                        readings.get(0).pool().reserved(),
                        (int) most(readings, at -> at.pool().busy()),
                        stacks == null
                                ? null
                                : new ServerFigures.StackFigures(
                                        stacks.threads(), stacks.reservedBytes(), stacks.residentBytes()),
                        !threads.isEmpty()),
                (int) most(readings, ServerProbe.Reading::jvmThreads),
                most(readings, ArmRun::waiting),
                most(readings, ServerProbe.Reading::inFlight),
                most(readings, ServerProbe.Reading::heapBytes),
                peakRssBytes,
                new ServerFigures.ClientFigures(clientCpuSeconds, samples.maxConnectMs()),
                meanMachineLoad(),
                missedSeconds,
                samples.warmup(),
                ledger);
    }

    private static long most(List<ServerProbe.Reading> readings, ToLongFunction<ServerProbe.Reading> figure) {
        return readings.stream().mapToLong(figure).max().orElse(0);
    }

    private static long waiting(ServerProbe.Reading server) {
        return server.pool().queued()
                + Math.max(0, server.inFlight() - server.pool().busy());
    }

    /** What the threads of the server did; empty if they were not sampled. */
    List<ThreadLanes.LaneSpan> threadSpans() {
        Trace.Window whole = samples.all().whole();
        return ThreadLanes.merge(threads, whole.fromMillis(), whole.toMillis(), samples.warmup());
    }

    /**
     * The processor load of the server since the previous reading, the requests answered in time per second, and the requests
     * served per second.
     */
    private String since(Sampler.Tick before, Sampler.Tick tick) {
        var between =
                new Trace.Window(before.server().epochMillis(), tick.server().epochMillis());
        return text(
                "%.2f,%.0f,%.0f",
                tick.serverLoadSince(before),
                samples.all().outcomes(between, null, 1).goodput(),
                (tick.server().served() - before.server().served()) * 1_000.0 / between.millis());
    }

    /** Writes a row for each second: the number of requests that ended, and the figures of the server. {@code Timeline} reads it. */
    void writeTimeline(Path file) throws IOException {
        Trace trace = samples.all();
        double origin = trace.whole().fromMillis();
        Sampler.Tick before = null;
        var csv = new StringBuilder(
                "second,ended,busyThreads,usableThreads,queued,inFlight,jvmThreads,heapBytes,machineLoad,serverLoad,goodput,served\n");
        for (Sampler.Tick tick : measured()) {
            ServerProbe.Reading at = tick.server();
            double second = (at.epochMillis() - origin) / 1_000;
            double ended = trace.throughput(new Trace.Window(at.epochMillis() - 500, at.epochMillis() + 500));
            csv.append(text(
                    "%.1f,%.0f,%d,%d,%d,%d,%d,%d,%.2f,%s\n",
                    second,
                    ended,
                    at.pool().busy(),
                    at.pool().usable(),
                    at.pool().queued(),
                    at.inFlight(),
                    at.jvmThreads(),
                    at.heapBytes(),
                    tick.machineLoad(),
                    before == null ? ",," : since(before, tick)));
            before = tick;
        }
        Files.writeString(file, csv);
    }
}
