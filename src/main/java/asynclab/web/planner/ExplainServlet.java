package asynclab.web.planner;

import asynclab.model.Simulation;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation;
import asynclab.model.advice.Published;
import asynclab.model.advice.Published.Statistic;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * {@code /explain}: finds the unknown behind the published figures of a closed workload. The unknown is the number of threads or
 * workers, or the think time.
 *
 * <p>Query: the workload ({@link ModelServlet}); at least one of {@code throughput=} (requests per second), {@code mean=},
 * {@code p50=}, {@code p99=}, {@code max=} (milliseconds); {@code find=threads} (the default) or {@code find=think}. With
 * {@code find=think} the query has {@code threads=} (default: no limit) and no think time. {@code tolerance=} is in per cent (3).
 * {@code discipline=} is the order in which the threads or workers serve.
 *
 * <p><b>Try it.</b> {@code curl
 * 'localhost:8080/explain?users=100&ramp=30&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&throughput=23.6&mean=1719'}
 *
 * <p><b>What you will see.</b> 8 threads or workers and no other number. This is experiment E3's Callable.
 */
public final class ExplainServlet extends ModelServlet {

    private static final double MOST_THROUGHPUT = 1_000_000;
    private static final double MOST_MILLIS = 100_000_000;
    private static final double MOST_TOLERANCE_PERCENT = 50;

    @Override
    public Computation read(Parameters query) {
        Workload workload = workload(query);
        Published published = published(query);
        Double asked = query.positive("tolerance", MOST_TOLERANCE_PERCENT);
        double tolerance = asked == null ? Explanation.USUAL_TOLERANCE_PERCENT : asked;
        boolean think = find(query).equals("think");
        if (think && (query.has("thinkMinMs") || query.has("thinkMaxMs")))
            throw new BadParameter("thinkMinMs/thinkMaxMs", "given", "left out with find=think");
        if (!think && query.has("threads"))
            throw new BadParameter("threads", query.text("threads"), "left out unless find=think");
        IntFunction<Station> servers = servers(query);
        int threads = threads(query, Simulation.UNLIMITED);
        Station station = threads == Simulation.UNLIMITED ? Station.unlimited() : servers.apply(threads);
        return budget -> {
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", echo(workload));
            page.put("discipline", discipline(query));
            page.put("tolerancePercent", tolerance);
            page.put(
                    "explanation",
                    figures(
                            think
                                    ? Explanation.ofThink(workload, station, published, tolerance, budget)
                                    : Explanation.ofThreads(workload, servers, published, tolerance, budget)));
            return page;
        };
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

    private static String find(Parameters query) {
        String find = query.text("find");
        if (find == null) return "threads";
        if (!find.equals("threads") && !find.equals("think")) throw new BadParameter("find", find, "threads or think");
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
