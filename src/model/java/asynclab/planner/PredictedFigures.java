package asynclab.planner;

import asynclab.model.Bounds;
import asynclab.model.Occupancy;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.advice.BlockingVersusAsync;
import asynclab.model.advice.StationLimit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The figures of a prediction, as {@code /predict} answers them. */
final class PredictedFigures {

    private PredictedFigures() {}

    /** Each threading model, by its name in the answer. */
    static Map<String, Object> of(BlockingVersusAsync comparison) {
        var models = new LinkedHashMap<String, Object>();
        var server = comparison.server();
        models.put("blocking", figures(comparison, server.blocking(), comparison.blocking()));
        models.put("async", figures(comparison, server.async(), comparison.async()));
        models.put("virtual", figures(comparison, server.virtual(), comparison.virtual()));
        return models;
    }

    static Map<String, Object> figures(BlockingVersusAsync comparison, Stages stages, Prediction prediction) {
        Map<String, Object> figures = figures(prediction);
        figures.put(
                "limits",
                comparison.limits(stages, prediction).stream()
                        .map(PredictedFigures::figures)
                        .toList());
        return figures;
    }

    private static Map<String, Object> figures(StationLimit limit) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("station", limit.station().name().toLowerCase(Locale.ROOT));
        figures.put("size", limit.size());
        figures.put("perSecond", finite(limit.perSecond()));
        figures.put("busyPercent", limit.busyPercent());
        figures.put("meanWaitMs", limit.meanWaitMillis());
        return figures;
    }

    private static Map<String, Object> figures(Prediction prediction) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("requests", prediction.requests());
        figures.put("failed", prediction.failed());
        figures.put("throughput", finite(prediction.throughput()));
        figures.put("throughputLow", finite(prediction.throughputLow()));
        figures.put("throughputHigh", finite(prediction.throughputHigh()));
        figures.put("steadyThroughput", prediction.steadyThroughput());
        figures.put("steadyInFlight", prediction.steadyInFlight());
        figures.put("goodput", finite(prediction.goodput()));
        figures.put("meanMs", prediction.latencies().meanMs());
        figures.put("goodMeanMs", prediction.latencies().goodMeanMs());
        figures.put("sdMs", prediction.latencies().sdMs());
        figures.put("p50Ms", prediction.latencies().p50Ms());
        figures.put("p75Ms", prediction.latencies().p75Ms());
        figures.put("p95Ms", prediction.latencies().p95Ms());
        figures.put("p99Ms", prediction.latencies().p99Ms());
        figures.put("maxMs", prediction.latencies().maxMs());
        figures.put("durationMs", prediction.durationMs());
        figures.put("maxInFlight", prediction.maxInFlight());
        Bounds bounds = prediction.bounds();
        figures.put("limitedBy", bounds.limiter().name().toLowerCase(Locale.ROOT));
        var limits = new LinkedHashMap<String, Object>();
        limits.put("arrivals", finite(bounds.arrivals()));
        limits.put("users", finite(bounds.users()));
        limits.put("threads", finite(bounds.threads()));
        limits.put("secondStage", finite(bounds.second()));
        limits.put("limit", finite(bounds.limit()));
        limits.put("processors", finite(bounds.processors()));
        figures.put("bounds", limits);
        figures.put("lastMinute", prediction.lastMinute());
        figures.put("occupancy", figures(prediction.occupancy()));
        return figures;
    }

    private static Map<String, Object> figures(Occupancy occupancy) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("everyMs", occupancy.everyMillis());
        figures.put("threads", rounded(occupancy.threads()));
        figures.put("busy", rounded(occupancy.busy()));
        figures.put("queued", rounded(occupancy.queued()));
        return figures;
    }

    private static double[] rounded(double[] means) {
        return Arrays.stream(means).map(mean -> Math.round(mean * 100) / 100.0).toArray();
    }

    /** JSON has no infinity. Null means that there is no such bound, or that the run took no time. */
    static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
