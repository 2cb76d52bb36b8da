package asynclab.planner;

import static asynclab.planner.PlannerParameter.ARRIVALS;
import static asynclab.planner.PlannerParameter.ARRIVAL_RATE;
import static asynclab.planner.PlannerParameter.CLIENT;
import static asynclab.planner.PlannerParameter.CORES;
import static asynclab.planner.PlannerParameter.DISCIPLINE;
import static asynclab.planner.PlannerParameter.DURATION;
import static asynclab.planner.PlannerParameter.LOOPS;
import static asynclab.planner.PlannerParameter.MOST_REQUESTS;
import static asynclab.planner.PlannerParameter.PROCESSING;
import static asynclab.planner.PlannerParameter.RAMP;
import static asynclab.planner.PlannerParameter.RATE;
import static asynclab.planner.PlannerParameter.RESUME;
import static asynclab.planner.PlannerParameter.SEED;
import static asynclab.planner.PlannerParameter.THINK_MAX;
import static asynclab.planner.PlannerParameter.THINK_MIN;
import static asynclab.planner.PlannerParameter.THREADS;
import static asynclab.planner.PlannerParameter.USERS;
import static asynclab.planner.PlannerParameter.WAITING;
import static asynclab.planner.WorkloadQuery.checkRefused;
import static asynclab.planner.WorkloadQuery.durationMillis;
import static asynclab.planner.WorkloadQuery.echoHold;
import static asynclab.planner.WorkloadQuery.hold;
import static asynclab.planner.WorkloadQuery.queue;
import static asynclab.planner.WorkloadQuery.requestThreads;
import static asynclab.planner.WorkloadQuery.timeoutMillis;
import static asynclab.planner.WorkloadQuery.tooMany;
import static asynclab.planner.WorkloadQuery.workload;

import asynclab.delay.HoldTime;
import asynclab.model.Load;
import asynclab.model.OpenWorkload;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.BlockingVersusAsync;
import asynclab.model.advice.Sizing;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code predict}: the model's figures for a workload, blocking, asynchronous and with virtual threads, and a verdict on which is
 * better. Each has its {@code limits}, the one that binds first in front.
 *
 * <p>The query has a closed workload ({@link WorkloadQuery}) or an open one. An open workload has {@code arrivalRate=}
 * requests per second for {@code duration=} seconds, {@code arrivals=poisson} (the default) or {@code constant}, a hold time
 * and {@code timeoutMs=}. {@code seed=} is for both (1). {@code client=} is a load tool: {@code client} of the answer then has the
 * throughput that it would print ({@link asynclab.corpus.LoadTool}).
 *
 * <p>The server: {@code threads=} usable request threads (100), and what {@link ServerQuery} reads. {@code
 * discipline=reserved-threads} is the order of the request threads; {@code submission-queues} and those of the application's own queue
 * are that of the worker pool, and need {@code workers=}.
 *
 * <p>The sizing: {@code rate=} requests per second (default: the arrival rate, or the rate of users that never queue), {@code
 * waitingMs=} without a thread (default: the mean hold time), {@code resumeMs=} on a thread to resume the request (1).
 */
public final class PredictQuestion {

    private static final List<PlannerParameter> CLOSED_ONLY = List.of(USERS, RAMP, LOOPS, THINK_MIN, THINK_MAX);

    private PredictQuestion() {}

    /**
     * Reads the query and computes nothing yet.
     *
     * @throws BadParameter if a parameter is malformed, missing or out of range
     */
    public static Computation read(Parameters query) {
        boolean open = ARRIVAL_RATE.isIn(query) || ARRIVALS.isIn(query);
        Load load = open ? openWorkload(query) : closedWorkload(query);
        int threads = (int) THREADS.whole(query);
        var server = ServerQuery.of(query, requestThreads(query, threads).apply(threads));
        QueueRule queue = queue(query, true);
        Station workers = server.workers(DISCIPLINE.choice(query), queue);
        if (load instanceof Workload closed && workers != null) checkRefused(query, closed, queue, workers.threads());
        long seed = SEED.whole(query);
        String client = CLIENT.choice(query);
        Sizing sizing = sizing(query, load, server.sizes().processingMillis());
        PlannerParameter.checkOwn(query, PlannerParameter.ofPredict(), PlannerParameter.ofExplain());
        return budget -> {
            BlockingVersusAsync comparison = BlockingVersusAsync.of(load, server.sizes(), workers, seed, budget);
            BlockingVersusAsync unheld = server.hasUnknownShare()
                    ? BlockingVersusAsync.of(load, server.sizes().withShare(0), null, seed, budget)
                    : null;
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", load instanceof OpenWorkload it ? echo(it) : WorkloadQuery.echo((Workload) load));
            page.put("threads", threads);
            page.put("discipline", DISCIPLINE.choice(query));
            page.put("reserved", server.sizes().threads().reserved());
            page.putAll(server.echo());
            page.put("workers", workers == null ? null : workers.threads());
            page.put("seed", seed);
            page.putAll(PredictedFigures.of(comparison));
            if (workers != null)
                page.put(
                        "workerPool",
                        PredictedFigures.figures(comparison, server.sizes().workers(workers), comparison.workers()));
            if (unheld != null) page.put("withoutConnections", PredictedFigures.of(unheld));
            page.put("client", PrintedThroughput.of(client, load, server.sizes(), seed, budget));
            page.put("sizing", figures(sizing));
            List<String> verdict = server.verdict(comparison, unheld);
            page.put("verdict", String.join(" ", verdict));
            page.put("verdictParts", verdict);
            return page;
        };
    }

    private static Workload closedWorkload(Parameters query) {
        double processing = PROCESSING.decimal(query);
        boolean limited = processing > 0 && CORES.isIn(query);
        return workload(
                query, processing, limited ? 1_000 * CORES.whole(query, 1) / processing : Double.POSITIVE_INFINITY);
    }

    private static OpenWorkload openWorkload(Parameters query) {
        for (PlannerParameter it : CLOSED_ONLY)
            if (it.isIn(query)) throw it.superfluous(query, "left out when arrivalRate or arrivals is given");
        if (!PrintedThroughput.AT_A_RATE.contains(CLIENT.choice(query)))
            throw CLIENT.superfluous(
                    query, "one of " + String.join(", ", PrintedThroughput.AT_A_RATE) + " when arrivalRate is given");
        HoldTime hold = hold(query);
        Double rate = ARRIVAL_RATE.positive(query);
        if (rate == null) throw ARRIVAL_RATE.missing("given when arrivals is given");
        if (!DURATION.isIn(query)) throw DURATION.missing("given when arrivalRate is given");
        String arrivals = ARRIVALS.choice(query);
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

    private static Sizing sizing(Parameters query, Load load, double processingMillis) {
        double holdMillis = load.hold().meanMillis();
        Double asked = RATE.positive(query);
        double rate = asked != null
                ? asked
                : load instanceof OpenWorkload open
                        ? open.requestsPerSecond()
                        : load.usersPerSecond((processingMillis + holdMillis) / 1_000);
        if (Double.isInfinite(rate))
            throw RATE.missing("given when processing time, hold time and think time are all 0");
        Double waiting = WAITING.isIn(query) ? (Double) (double) WAITING.whole(query, 0) : null;
        return new Sizing(rate, processingMillis, waiting != null ? waiting : holdMillis, RESUME.whole(query));
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
}
