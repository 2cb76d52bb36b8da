package asynclab.planner;

import static asynclab.planner.PlannerParameter.CORES;
import static asynclab.planner.PlannerParameter.DISCIPLINE;
import static asynclab.planner.PlannerParameter.FIND;
import static asynclab.planner.PlannerParameter.KNOWN_CONNECTION_SHARE;
import static asynclab.planner.PlannerParameter.KNOWN_THREADS;
import static asynclab.planner.PlannerParameter.SUBMISSION_QUEUES;
import static asynclab.planner.PlannerParameter.THINK_MAX;
import static asynclab.planner.PlannerParameter.THINK_MIN;
import static asynclab.planner.PlannerParameter.TOLERANCE;
import static asynclab.planner.WorkloadQuery.echo;
import static asynclab.planner.WorkloadQuery.queue;
import static asynclab.planner.WorkloadQuery.requestThreads;
import static asynclab.planner.WorkloadQuery.workload;

import asynclab.model.Budget;
import asynclab.model.Simulation;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation;
import asynclab.model.advice.Published;
import asynclab.model.advice.Published.Statistic;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * {@code explain}: finds the unknown behind the published figures of a closed workload. The unknown is the number of threads or
 * workers, the number of connections, the processor time of a request, or the think time.
 *
 * <p>Query: the workload ({@link WorkloadQuery}); at least one of {@code throughput=} (requests per second), {@code mean=},
 * {@code p50=}, {@code p99=}, {@code max=} (milliseconds); {@code find=threads} (the default), {@code connections}, {@code
 * processing} or {@code think}. {@code tolerance=} is in per cent (3). {@code discipline=} is the order in which the threads or workers
 * serve.
 *
 * <p>{@code threads=} is known with every {@code find=} but {@code threads} (default: no limit). With {@code find=think} the query has no
 * think time. {@code connectionShare=} is the share of the hold time for which a request holds a connection, and {@code cores=} the number
 * of shared processors. Each of them adds an explanation to the answer, by connections or by processor time. The verdict counts the
 * explanations that fit and chooses none of them.
 *
 * <p>{@code source=}, and nothing else: a published benchmark with its parameters, {@link SourceQuestion}.
 */
public final class ExplainQuestion {

    private static final String FIND_THREADS = "threads";
    private static final String FIND_CONNECTIONS = "connections";
    private static final String FIND_PROCESSING = "processing";
    private static final String FIND_THINK = "think";

    /** A search for one unknown. */
    private interface Search {
        Explanation run(Budget budget);
    }

    private ExplainQuestion() {}

    /**
     * Reads the query and computes nothing yet.
     *
     * @throws BadParameter if a parameter is malformed, missing or out of range
     */
    public static Computation read(Parameters query) {
        if (query.has(SourceQuestion.NAME)) return SourceQuestion.read(query, query.text(SourceQuestion.NAME));
        Workload workload = workload(query, 0, Double.POSITIVE_INFINITY);
        Published published = published(query);
        Double asked = TOLERANCE.positive(query);
        double tolerance = asked == null ? Explanation.USUAL_TOLERANCE_PERCENT : asked;
        String find = find(query);
        Map<String, Search> searches = searches(query, find, workload, published, tolerance);
        PlannerParameter.checkOwn(query, PlannerParameter.ofExplain(), PlannerParameter.ofPredict());
        List<String> assumptions = WorkloadQuery.assumptions(query, workload);
        if (find.equals(FIND_THINK)) assumptions.remove(0); // it has no think time
        String assumed = assumptions.isEmpty() ? "" : " Assumed: " + String.join("; ", assumptions) + ".";
        return budget -> {
            Explanation explanation = searches.remove(find).run(budget);
            List<Explanation> alternatives =
                    searches.values().stream().map(search -> search.run(budget)).toList();
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", echo(workload));
            page.put("discipline", DISCIPLINE.choice(query));
            page.put("tolerancePercent", tolerance);
            page.put("explanation", figures(explanation));
            page.put(
                    "alternatives",
                    alternatives.stream().map(ExplainQuestion::figures).toList());
            page.put("verdict", Explanation.verdict(explanation, alternatives) + assumed);
            return page;
        };
    }

    /** The search that was asked for, and those for the other unknowns that the query has enough for. */
    private static Map<String, Search> searches(
            Parameters query, String find, Workload workload, Published published, double tolerance) {
        IntFunction<Station> servers = servers(query);
        int threads = (int) KNOWN_THREADS.whole(query, Simulation.UNLIMITED);
        Station station = threads == Simulation.UNLIMITED ? Station.unlimited() : servers.apply(threads);
        Double share = ServerQuery.share(query);
        int cores = ServerQuery.cores(query);
        var searches = new LinkedHashMap<String, Search>();
        if (find.equals(FIND_THINK)) {
            searches.put(find, budget -> Explanation.ofThink(workload, station, published, tolerance, budget));
            return searches;
        }
        if (!KNOWN_THREADS.isIn(query))
            searches.put(
                    FIND_THREADS, budget -> Explanation.ofThreads(workload, servers, published, tolerance, budget));
        if (share != null)
            searches.put(
                    FIND_CONNECTIONS,
                    budget -> Explanation.ofConnections(workload, station, share, published, tolerance, budget));
        if (cores != Simulation.UNLIMITED)
            searches.put(
                    FIND_PROCESSING,
                    budget -> Explanation.ofProcessing(workload, station, cores, published, tolerance, budget));
        return searches;
    }

    /** The threads or workers in the asked discipline, for a number of them. */
    private static IntFunction<Station> servers(Parameters query) {
        IntFunction<Station> requestThreads = requestThreads(query, Simulation.UNLIMITED);
        QueueRule queue = queue(query, false);
        if (queue != null) return workers -> Station.queue(workers, queue);
        return DISCIPLINE.choice(query).equals(SUBMISSION_QUEUES)
                ? workers ->
                        Station.commonPool(Math.min(workers, Station.MOST_PARALLELISM)) // the JDK makes none larger
                : requestThreads;
    }

    /** What is to be found. */
    private static String find(Parameters query) {
        String find = FIND.choice(query);
        boolean think = find.equals(FIND_THINK);
        if (think && (THINK_MIN.isIn(query) || THINK_MAX.isIn(query)))
            throw new BadParameter("thinkMinMs/thinkMaxMs", "given", "left out with find=think");
        if (find.equals(FIND_THREADS) && KNOWN_THREADS.isIn(query))
            throw KNOWN_THREADS.superfluous(query, "left out unless find=connections, processing or think");
        for (PlannerParameter it : List.of(KNOWN_CONNECTION_SHARE, CORES))
            if (think && it.isIn(query)) throw it.superfluous(query, "left out with find=think");
        if (find.equals(FIND_PROCESSING) && !CORES.isIn(query)) throw CORES.missing("given with find=processing");
        if (find.equals(FIND_CONNECTIONS) && !KNOWN_CONNECTION_SHARE.isIn(query))
            throw KNOWN_CONNECTION_SHARE.missing("given with find=connections");
        Double share = ServerQuery.share(query);
        if (share != null && share == 0) throw KNOWN_CONNECTION_SHARE.superfluous(query, "above 0 and at most 1");
        return find;
    }

    private static Published published(Parameters query) {
        var given = new EnumMap<Statistic, Double>(Statistic.class);
        given.put(Statistic.THROUGHPUT, PlannerParameter.THROUGHPUT.positive(query));
        given.put(Statistic.MEAN, PlannerParameter.MEAN.positive(query));
        given.put(Statistic.P50, PlannerParameter.P50.positive(query));
        given.put(Statistic.P99, PlannerParameter.P99.positive(query));
        given.put(Statistic.MAX, PlannerParameter.MAX.positive(query));
        given.values().removeIf(Objects::isNull);
        if (given.isEmpty())
            throw new BadParameter("throughput, mean, p50, p99, max", "", "given, at least one of them");
        checkOrder(query, PlannerParameter.P50, PlannerParameter.P99);
        for (PlannerParameter it : List.of(PlannerParameter.MEAN, PlannerParameter.P50, PlannerParameter.P99))
            checkOrder(query, it, PlannerParameter.MAX);
        return new Published(given);
    }

    private static void checkOrder(Parameters query, PlannerParameter less, PlannerParameter more) {
        if (less.isIn(query) && more.isIn(query) && less.positive(query) > more.positive(query))
            throw less.superfluous(query, "at most " + more.name());
    }

    private static Map<String, Object> figures(Explanation explanation) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("outcome", explanation.outcome());
        figures.put("unknown", explanation.unknown());
        figures.put("value", explanation.value());
        figures.put("from", explanation.from());
        figures.put("to", explanation.to());
        figures.put("deviationPercent", explanation.deviationPercent());
        figures.put("figures", explanation.figures());
        figures.put("pauses", explanation.thinkRanges());
        figures.put("verdict", explanation.verdict());
        return figures;
    }
}
