package asynclab.planner;

import static asynclab.planner.WorkloadQuery.SUBMISSION_QUEUES;
import static asynclab.planner.WorkloadQuery.discipline;
import static asynclab.planner.WorkloadQuery.echo;
import static asynclab.planner.WorkloadQuery.missing;
import static asynclab.planner.WorkloadQuery.queue;
import static asynclab.planner.WorkloadQuery.requestThreads;
import static asynclab.planner.WorkloadQuery.threads;
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
 */
public final class ExplainQuestion {

    private static final double MOST_THROUGHPUT = 1_000_000;
    private static final double MOST_MILLIS = 100_000_000;
    private static final double MOST_TOLERANCE_PERCENT = 50;
    private static final String THREADS = "threads";
    private static final String CONNECTIONS = "connections";
    private static final String PROCESSING = "processing";
    private static final String THINK = "think";
    private static final List<String> UNKNOWNS = List.of(THREADS, CONNECTIONS, PROCESSING, THINK);

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
        Workload workload = workload(query);
        Published published = published(query);
        Double asked = query.positive("tolerance", MOST_TOLERANCE_PERCENT);
        double tolerance = asked == null ? Explanation.USUAL_TOLERANCE_PERCENT : asked;
        String find = find(query);
        Map<String, Search> searches = searches(query, find, workload, published, tolerance);
        return budget -> {
            Explanation explanation = searches.remove(find).run(budget);
            List<Explanation> alternatives =
                    searches.values().stream().map(search -> search.run(budget)).toList();
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", echo(workload));
            page.put("discipline", discipline(query));
            page.put("tolerancePercent", tolerance);
            page.put("explanation", figures(explanation));
            page.put(
                    "alternatives",
                    alternatives.stream().map(ExplainQuestion::figures).toList());
            page.put("verdict", Explanation.verdict(explanation, alternatives));
            return page;
        };
    }

    /** The search that was asked for, and those for the other unknowns that the query has enough for. */
    private static Map<String, Search> searches(
            Parameters query, String find, Workload workload, Published published, double tolerance) {
        IntFunction<Station> servers = servers(query);
        int threads = threads(query, Simulation.UNLIMITED);
        Station station = threads == Simulation.UNLIMITED ? Station.unlimited() : servers.apply(threads);
        Double share = ServerQuery.share(query);
        int cores = ServerQuery.cores(query);
        var searches = new LinkedHashMap<String, Search>();
        if (find.equals(THINK)) {
            searches.put(find, budget -> Explanation.ofThink(workload, station, published, tolerance, budget));
            return searches;
        }
        if (!query.has(THREADS))
            searches.put(THREADS, budget -> Explanation.ofThreads(workload, servers, published, tolerance, budget));
        if (share != null)
            searches.put(
                    CONNECTIONS,
                    budget -> Explanation.ofConnections(workload, station, share, published, tolerance, budget));
        if (cores != Simulation.UNLIMITED)
            searches.put(
                    PROCESSING,
                    budget -> Explanation.ofProcessing(workload, station, cores, published, tolerance, budget));
        return searches;
    }

    /** The threads or workers in the asked discipline, for a number of them. */
    private static IntFunction<Station> servers(Parameters query) {
        IntFunction<Station> requestThreads = requestThreads(query, Simulation.UNLIMITED);
        QueueRule queue = queue(query, false);
        if (queue != null) return workers -> Station.queue(workers, queue);
        return discipline(query).equals(SUBMISSION_QUEUES)
                ? workers ->
                        Station.commonPool(Math.min(workers, Station.MOST_PARALLELISM)) // the JDK makes none larger
                : requestThreads;
    }

    /** What is to be found. */
    private static String find(Parameters query) {
        String find = query.has("find") ? query.text("find") : THREADS;
        if (!UNKNOWNS.contains(find)) throw new BadParameter("find", find, "one of " + String.join(", ", UNKNOWNS));
        boolean think = find.equals(THINK);
        if (think && (query.has("thinkMinMs") || query.has("thinkMaxMs")))
            throw new BadParameter("thinkMinMs/thinkMaxMs", "given", "left out with find=think");
        if (find.equals(THREADS) && query.has(THREADS))
            throw new BadParameter(
                    THREADS, query.text(THREADS), "left out unless find=connections, processing or think");
        for (String name : List.of("connectionShare", "cores"))
            if (think && query.has(name)) throw new BadParameter(name, query.text(name), "left out with find=think");
        if (find.equals(PROCESSING) && !query.has("cores")) throw missing("cores", "given with find=processing");
        if (find.equals(CONNECTIONS) && !query.has("connectionShare"))
            throw missing("connectionShare", "given with find=connections");
        Double share = ServerQuery.share(query);
        if (share != null && share == 0)
            throw new BadParameter("connectionShare", query.text("connectionShare"), "above 0 and at most 1");
        return find;
    }

    private static Published published(Parameters query) {
        var given = new EnumMap<Statistic, Double>(Statistic.class);
        given.put(Statistic.THROUGHPUT, query.positive("throughput", MOST_THROUGHPUT));
        given.put(Statistic.MEAN, query.positive("mean", MOST_MILLIS));
        given.put(Statistic.P50, query.positive("p50", MOST_MILLIS));
        given.put(Statistic.P99, query.positive("p99", MOST_MILLIS));
        given.put(Statistic.MAX, query.positive("max", MOST_MILLIS));
        given.values().removeIf(Objects::isNull);
        if (given.isEmpty()) throw missing("throughput, mean, p50, p99, max", "given, at least one of them");
        return new Published(given);
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
