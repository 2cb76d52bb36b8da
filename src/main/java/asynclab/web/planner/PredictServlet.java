package asynclab.web.planner;

import asynclab.delay.HoldTime;
import asynclab.model.Bounds;
import asynclab.model.Load;
import asynclab.model.Occupancy;
import asynclab.model.OpenWorkload;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.BlockingVersusAsync;
import asynclab.model.advice.Sizing;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code /predict}: the model's figures for a workload, blocking and asynchronous, and a verdict on which is better.
 *
 * <p>The query has a closed workload ({@link ModelServlet}) or an open one. An open workload has {@code arrivalRate=}
 * requests per second for {@code duration=} seconds, {@code arrivals=poisson} (the default) or {@code constant}, a hold time
 * and {@code timeoutMs=}. {@code seed=} is for both (1).
 *
 * <p>The server: {@code threads=} usable request threads (100); {@code processingMs=}, the processing time before the hold
 * time (0); {@code backend=}, the concurrency limit of the backend; {@code workers=}, to predict a worker
 * pool of this size as well. {@code discipline=reserved-threads} is the order of the request threads; {@code
 * submission-queues} and those of the application's own queue are that of the worker pool, and need {@code workers=}.
 *
 * <p>The sizing: {@code rate=} requests per second (default: the arrival rate, or the rate of users that never queue), {@code
 * waitingMs=} without a thread (default: the mean hold time), {@code resumeMs=} on a thread to resume the request (1).
 *
 * <p><b>Try it.</b> {@code curl 'localhost:8080/predict?users=1000&ramp=30&loops=10&mix=80:1000,20:4000&threads=100'}, then
 * {@code &backend=50}; {@code curl 'localhost:8080/predict?arrivalRate=70&duration=300&mix=80:1000,20:4000&threads=100'}
 */
public final class PredictServlet extends ModelServlet {

    private static final int MOST_RATE = 1_000_000;
    private static final long MOST_MILLIS = 600_000;
    private static final List<String> CLOSED_ONLY = List.of("users", "ramp", "loops", "thinkMinMs", "thinkMaxMs");

    @Override
    public Computation read(Parameters query) {
        boolean open = query.has("arrivalRate") || query.has("arrivals");
        Load load = open ? openWorkload(query) : workload(query);
        int threads = threads(query, 100);
        long processing = query.whole("processingMs", 0, MOST_MILLIS, 0);
        Station backend = query.has("backend")
                ? Station.backend((int) query.whole("backend", 1, MOST_THREADS, 1))
                : Station.unlimited();
        Station requestThreads = requestThreads(query, threads).apply(threads);
        Station workers = workers(query);
        long seed = query.whole("seed", 0, Integer.MAX_VALUE, 1);
        Sizing sizing = sizing(query, load, processing);
        return budget -> {
            BlockingVersusAsync comparison = BlockingVersusAsync.of(
                    load,
                    Stages.blocking(requestThreads, processing, backend),
                    Stages.async(requestThreads, processing, backend),
                    workers == null ? null : Stages.async(requestThreads, processing, workers.orNarrower(backend)),
                    seed,
                    budget);
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", load instanceof OpenWorkload it ? echo(it) : echo((Workload) load));
            page.put("threads", threads);
            page.put("discipline", discipline(query));
            page.put("reserved", requestThreads.reserved());
            page.put("processingMs", processing);
            page.put("backend", backend.isUnlimited() ? null : backend.threads());
            page.put("workers", workers == null ? null : workers.threads());
            page.put("seed", seed);
            page.put("blocking", figures(comparison.blocking()));
            page.put("async", figures(comparison.async()));
            if (workers != null) page.put("workerPool", figures(comparison.workers()));
            page.put("sizing", figures(sizing));
            page.put("verdict", comparison.verdict());
            return page;
        };
    }

    /** The worker pool, or null for none. */
    private static Station workers(Parameters query) {
        boolean commonPool = discipline(query).equals(SUBMISSION_QUEUES);
        QueueRule queue = queue(query);
        if ((commonPool || queue != null) && !query.has("workers"))
            throw missing("workers", "given with discipline=" + discipline(query));
        if (!query.has("workers")) return null;
        int workers = (int) query.whole("workers", 1, commonPool ? Station.MOST_PARALLELISM : MOST_THREADS, 1);
        if (queue != null) return Station.queue(workers, queue);
        return commonPool ? Station.commonPool(workers) : Station.workers(workers);
    }

    private static OpenWorkload openWorkload(Parameters query) {
        for (String name : CLOSED_ONLY)
            if (query.has(name))
                throw new BadParameter(name, query.text(name), "left out when arrivalRate or arrivals is given");
        HoldTime hold = hold(query);
        Double rate = query.positive("arrivalRate", MOST_RATE);
        if (rate == null) throw missing("arrivalRate", "given when arrivals is given");
        if (!query.has("duration")) throw missing("duration", "given when arrivalRate is given");
        String arrivals = query.has("arrivals") ? query.text("arrivals") : "poisson";
        if (!arrivals.equals("poisson") && !arrivals.equals("constant"))
            throw new BadParameter("arrivals", arrivals, "poisson or constant");
        var workload = new OpenWorkload(
                OpenWorkload.Arrivals.valueOf(arrivals.toUpperCase(Locale.ROOT)),
                rate,
                durationMillis(query),
                hold,
                timeoutMillis(query));
        if (workload.meanRequests() > MOST_REQUESTS) throw tooMany("arrivalRate × duration", workload.meanRequests());
        return workload;
    }

    /** The workload with the values that the computation uses. */
    private static Map<String, Object> echo(OpenWorkload workload) {
        var echo = new LinkedHashMap<String, Object>();
        echo.put("arrivals", workload.arrivals().name().toLowerCase(Locale.ROOT));
        echo.put("arrivalRate", workload.requestsPerSecond());
        echo.put("durationSeconds", workload.durationMillis() / 1_000);
        echo.put("offeredThreads", workload.offeredThreads());
        echo.putAll(echoHold(workload.hold(), workload.timeoutMillis()));
        return echo;
    }

    private static Sizing sizing(Parameters query, Load load, long processingMillis) {
        double holdMillis = load.hold().meanMillis();
        Double asked = query.positive("rate", MOST_RATE);
        double rate = asked != null
                ? asked
                : load instanceof OpenWorkload open
                        ? open.requestsPerSecond()
                        : load.usersPerSecond((processingMillis + holdMillis) / 1_000);
        if (Double.isInfinite(rate))
            throw new BadParameter("rate", "", "given when processing time, hold time and think time are all 0");
        Double waiting = query.has("waitingMs") ? (Double) (double) query.whole("waitingMs", 0, MOST_MILLIS, 0) : null;
        return new Sizing(
                rate,
                processingMillis,
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
        figures.put("throughput", finite(prediction.throughput()));
        figures.put("throughputLow", finite(prediction.throughputLow()));
        figures.put("throughputHigh", finite(prediction.throughputHigh()));
        figures.put("steadyThroughput", prediction.steadyThroughput());
        figures.put("steadyInFlight", prediction.steadyInFlight());
        figures.put("goodput", finite(prediction.goodput()));
        figures.put("meanMs", prediction.latencies().meanMs());
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
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
