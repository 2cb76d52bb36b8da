package asynclab.report.plot;

import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.Line;
import asynclab.document.Plot.PlotKind;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Occupancy;
import asynclab.model.Occupancy.At;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/** The plots of a report, measured and predicted. They are made of stored files and the model. */
public final class ArmPlots {

    private static final Axis SECONDS = new Axis("seconds from the first request", Scale.LINEAR);
    private static final int TOGETHER = 5;
    private static final int FEW = 30;
    private static final double PERCENT = 100;
    private static final double MEGABYTE = 1.0 / (1 << 20);
    private static final String NO_MODEL = " The model does not predict it.";

    private final List<Evidence> arms;
    private final List<Plot.Span> spans;
    private final TimePlots times;

    private ArmPlots(List<Evidence> arms) {
        this.arms = arms;
        spans = arms.stream().map(Evidence::span).toList();
        times = new TimePlots(arms);
    }

    public static List<Plot> of(Summary summary, List<Evidence> arms) {
        return ArmResult.areLevels(summary.arms())
                ? new LevelPlots(summary.workload().arrivals().meanPerSecond(), arms).all()
                : new ArmPlots(arms).all();
    }

    private List<Plot> all() {
        var plots = new ArrayList<>(List.of(throughput(), times.percentiles()));
        boolean labels =
                arms.stream().anyMatch(e -> e.arm().measured().byLabel().size() > 1);
        if (labels) plots.add(times.byLabel());
        plots.addAll(List.of(busy(), waiting(), inFlight()));
        plots.add(times.distribution());
        plots.addAll(OverloadPlots.of(arms));
        plots.addAll(List.of(heap(), processors()));
        return plots;
    }

    private Plot throughput() {
        return overTime(
                "throughput",
                "Throughput over time",
                "Requests answered per second, read once a second. Shaded: the ramp, while users are still added."
                        + " The strips below show the ramp, the steady window (all users active) and the drain of each arm.",
                "requests per second",
                e -> e.timeline().points("ended", 1),
                e -> perSecond(e.prediction().run()),
                List.of());
    }

    /** Requests ended per second, counted around each whole second as the readings count them. */
    private static List<double[]> perSecond(Trace trace) {
        double origin = trace.whole().fromMillis();
        double[] ended = new double[(int) (trace.whole().millis() / 1_000) + 3];
        trace.forEach((user, start, end, ok) -> ended[(int) Math.round((end - origin) / 1_000)]++);
        var points = new ArrayList<double[]>();
        for (int second = 1; second < ended.length; second++) points.add(new double[] {second, ended[second]});
        return points;
    }

    private Plot busy() {
        var usable = new LinkedHashMap<Integer, List<String>>();
        arms.forEach(e -> usable.computeIfAbsent(e.arm().server().threads().usableThreads(), n -> new ArrayList<>())
                .add(e.arm().name()));
        return overTime(
                "threads",
                "Busy request threads over time",
                "Dotted: the usable threads of the pool. Where a curve reaches this line, no thread is free and new requests queue.",
                "threads",
                e -> e.timeline().points("busyThreads", 1),
                e -> occupancy(e, hasThreads(e) ? Occupancy::threads : ArmPlots::none),
                usable.entrySet().stream()
                        .map(u -> new Line(
                                u.getKey() + " usable"
                                        + (usable.size() == 1 ? "" : ": " + String.join(", ", u.getValue())),
                                u.getKey()))
                        .toList());
    }

    private Plot waiting() {
        return overTime(
                "waiting",
                "Jobs queued for a request thread over time",
                "Jobs in the pool's queue: requests, and connections to open or to close. The model counts requests only."
                        + " If clients open connections while no thread is free, the server has more jobs than requests.",
                "jobs in the queue",
                e -> e.timeline().points("queued", 1),
                e -> byQueue(e, ArmPlots::none, Occupancy::queued),
                List.of());
    }

    private Plot inFlight() {
        return overTime(
                "in-flight",
                "Requests in flight over time",
                "Requests inside the servlets. In a blocking arm each holds a thread. In an asynchronous arm each holds memory only."
                        + " In an arm with a worker pool each waits for a worker or holds one.",
                "requests",
                e -> e.timeline().points("inFlight", 1),
                e -> keepsThread(e) ? occupancy(e, Occupancy::threads) : byQueue(e, ArmPlots::inside, Occupancy::busy),
                List.of());
    }

    private static double[] inside(Occupancy occupancy) {
        double[] inside = occupancy.busy();
        double[] queued = occupancy.queued();
        for (int i = 0; i < inside.length; i++) inside[i] += queued[i];
        return inside;
    }

    private static double[] none(Occupancy occupancy) {
        return new double[occupancy.queued().length];
    }

    /** Whether a request keeps its thread, so that each request in a servlet has one. */
    private static boolean keepsThread(Evidence e) {
        Stages stages = e.prediction().stages();
        return stages.kept() && stages.first().limiter() == Limiter.THREADS;
    }

    /** Whether the number of request threads is limited. Those are then the first station, unless requests only pass to workers. */
    private static boolean hasThreads(Evidence e) {
        Station first = e.prediction().stages().first();
        return first.limiter() == Limiter.THREADS && !first.isUnlimited();
    }

    /**
     * A predicted curve that depends on the queue for a request thread. The model has one queue for all stations. So there is no curve
     * if requests wait both for a thread and for a connection or a worker.
     */
    private static List<double[]> byQueue(
            Evidence e, Function<Occupancy, double[]> ifNoneWaits, Function<Occupancy, double[]> ifSomeWait) {
        Occupancy occupancy = e.prediction().occupancy();
        if (!hasThreads(e) || occupancy.waitedMillis(At.THREADS) == 0) return occupancy(e, ifNoneWaits);
        return occupancy.waitedMillis(At.CONNECTIONS) > 0 ? List.of() : occupancy(e, ifSomeWait);
    }

    private static List<double[]> occupancy(Evidence e, Function<Occupancy, double[]> what) {
        Occupancy occupancy = e.prediction().occupancy();
        double[] means = what.apply(occupancy);
        var points = new ArrayList<double[]>();
        for (int i = 0; i < means.length; i++)
            points.add(new double[] {(i + 0.5) * occupancy.everyMillis() / 1_000, means[i]});
        return points;
    }

    private Plot heap() {
        return overTime(
                "heap",
                "Heap of the server over time",
                "Used heap, garbage included. It falls when the garbage collector runs." + NO_MODEL,
                "megabytes",
                e -> e.timeline().points("heapBytes", MEGABYTE),
                e -> List.of(),
                List.of());
    }

    private Plot processors() {
        var series = new ArrayList<Series>();
        boolean apart = arms.stream()
                .noneMatch(e -> e.timeline().points("serverLoad", 1).isEmpty());
        Evidence.each(arms, (i, e) -> {
            Series.add(
                    series,
                    e.arm().name() + ", machine",
                    i,
                    0,
                    PlotKind.MEASURED,
                    smooth(e.timeline().points("machineLoad", PERCENT)));
            Series.add(
                    series,
                    e.arm().name() + ", server",
                    i,
                    1,
                    PlotKind.MEASURED,
                    smooth(e.timeline().points("serverLoad", PERCENT)));
        });
        return new Plot(
                "processors",
                "Processor use over time",
                "Use of all processors of the machine, client and server together. A long run shows means of five readings. "
                        + (apart
                                ? "The server's part is a curve of its own."
                                : "The server's part was not recorded in this run.")
                        + NO_MODEL,
                SECONDS,
                new Axis("% busy", Scale.LINEAR),
                series,
                List.of(),
                spans);
    }

    private Plot overTime(
            String id,
            String title,
            String note,
            String unit,
            Function<Evidence, List<double[]>> measured,
            Function<Evidence, List<double[]>> predicted,
            List<Line> lines) {
        return new Plot(
                id,
                title,
                note,
                SECONDS,
                new Axis(unit, Scale.LINEAR),
                Evidence.curves(arms, measured, predicted),
                lines,
                spans);
    }

    /** Means of five readings, if there are many. One second is too short for a processor's load. */
    private static List<double[]> smooth(List<double[]> points) {
        if (points.size() < FEW) return points;
        var means = new ArrayList<double[]>();
        for (int i = 0; i + TOGETHER <= points.size(); i += TOGETHER) {
            List<double[]> part = points.subList(i, i + TOGETHER);
            means.add(new double[] {
                part.stream().mapToDouble(p -> p[0]).average().orElseThrow(),
                part.stream().mapToDouble(p -> p[1]).average().orElseThrow()
            });
        }
        return means;
    }
}
