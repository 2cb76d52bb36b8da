package asynclab.web;

import asynclab.delay.BadParameter;
import asynclab.delay.Parameters;
import asynclab.queueing.Bounds;
import asynclab.queueing.Comparison;
import asynclab.queueing.Prediction;
import asynclab.queueing.Sizing;
import asynclab.queueing.Workload;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * {@code /predict}: what a closed workload comes to with a thread for each request and without, and whether that is worth it.
 *
 * <p>Query: the workload ({@link ModelServlet}), {@code threads=} usable request threads (100), {@code seed=} (1). For the
 * sizing: {@code rate=} requests per second (what the users come to if none ever waits for a thread), {@code processingMs=} of
 * a thread for each request (0), {@code waitingMs=} without need of one (the mean hold time), {@code resumeMs=} of a thread to
 * take it up again (1).
 *
 * <p><b>Try it.</b> {@code curl 'localhost:8080/predict?users=1000&ramp=30&loops=10&mix=80:1000,20:4000&threads=100'}
 */
public final class PredictServlet extends ModelServlet {

    private static final int MOST_RATE = 1_000_000;
    private static final long MOST_MILLIS = 600_000;

    @Override
    Question read(Parameters query) {
        Workload workload = workload(query);
        int threads = threads(query, 100);
        long seed = query.whole("seed", 0, Integer.MAX_VALUE, 1);
        Sizing sizing = sizing(query, workload);
        return budget -> {
            Comparison comparison = Comparison.of(workload, threads, seed, budget);
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", echo(workload));
            page.put("threads", threads);
            page.put("seed", seed);
            page.put("blocking", figures(comparison.blocking()));
            page.put("async", figures(comparison.async()));
            page.put("sizing", figures(sizing));
            page.put("verdict", comparison.verdict());
            return page;
        };
    }

    private static Sizing sizing(Parameters query, Workload workload) {
        double holdMillis = workload.hold().meanMillis();
        double cycleMillis = holdMillis + workload.think().meanMillis();
        Double rate = query.positive("rate", MOST_RATE);
        if (rate == null && cycleMillis == 0)
            throw new BadParameter("rate", "", "given when neither hold nor think takes time");
        Double waiting = query.has("waitingMs") ? (Double) (double) query.whole("waitingMs", 0, MOST_MILLIS, 0) : null;
        return new Sizing(
                rate != null ? rate : workload.users() * 1_000 / cycleMillis,
                query.whole("processingMs", 0, MOST_MILLIS, 0),
                waiting != null ? waiting : holdMillis,
                query.whole("resumeMs", 0, MOST_MILLIS, 1));
    }

    private static Map<String, Object> figures(Sizing sizing) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("requestsPerSecond", sizing.requestsPerSecond());
        figures.put("processingMs", sizing.processingMillis());
        figures.put("waitingMs", sizing.waitingMillis());
        figures.put("resumeMs", sizing.resumeMillis());
        figures.put("stackMegabytesPerThread", Sizing.STACK_MEGABYTES);
        figures.put("blockingThreads", sizing.blockingThreads());
        figures.put("blockingStackMegabytes", sizing.blockingStackMegabytes());
        figures.put("asyncThreads", sizing.asyncThreads());
        figures.put("asyncStackMegabytes", sizing.asyncStackMegabytes());
        figures.put("savedPercent", sizing.savedPercent());
        return figures;
    }

    private static Map<String, Object> figures(Prediction prediction) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("requests", prediction.requests());
        figures.put("failed", prediction.failed());
        figures.put("throughput", prediction.throughput());
        figures.put("throughputLow", prediction.throughputLow());
        figures.put("throughputHigh", prediction.throughputHigh());
        figures.put("steadyThroughput", prediction.steadyThroughput());
        figures.put("goodput", prediction.goodput());
        figures.put("meanMs", prediction.meanMs());
        figures.put("sdMs", prediction.sdMs());
        figures.put("p50Ms", prediction.p50Ms());
        figures.put("p75Ms", prediction.p75Ms());
        figures.put("p95Ms", prediction.p95Ms());
        figures.put("p99Ms", prediction.p99Ms());
        figures.put("maxMs", prediction.maxMs());
        figures.put("durationMs", prediction.durationMs());
        figures.put("maxInFlight", prediction.maxInFlight());
        Bounds bounds = prediction.bounds();
        figures.put("limitedBy", bounds.limiter().name().toLowerCase(Locale.ROOT));
        var limits = new LinkedHashMap<String, Object>();
        limits.put("arrivals", finite(bounds.arrivals()));
        limits.put("users", finite(bounds.users()));
        limits.put("threads", finite(bounds.threads()));
        figures.put("bounds", limits);
        return figures;
    }

    /** JSON has no infinity; null says that there is no such bound. */
    private static Double finite(double bound) {
        return Double.isFinite(bound) ? bound : null;
    }
}
