package asynclab.web.planner;

import asynclab.input.BadParameter;
import asynclab.input.Parameters;
import asynclab.queueing.ClosedSimulation;
import asynclab.queueing.Workload;
import asynclab.queueing.advice.Explanation;
import asynclab.queueing.advice.Published;
import java.util.LinkedHashMap;

/**
 * {@code /explain}: somebody published figures of a closed workload; how many threads or workers were behind it, or how long was
 * the pause between requests?
 *
 * <p>Query: the workload ({@link ModelServlet}); at least one of {@code throughput=} (requests per second), {@code mean=},
 * {@code p50=}, {@code p99=}, {@code max=} (milliseconds); {@code find=threads}, or {@code find=think} with {@code threads=}
 * (without: no limit) and no pause; {@code tolerance=} per cent (3).
 *
 * <p><b>Try it.</b> {@code curl
 * 'localhost:8080/explain?users=100&ramp=30&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&throughput=23.6&mean=1719'}
 *
 * <p><b>What you will see.</b> 8 threads or workers and no other number: experiment E3's Callable.
 */
public final class ExplainServlet extends ModelServlet {

    private static final double MOST_THROUGHPUT = 1_000_000;
    private static final double MOST_MILLIS = 100_000_000;
    private static final double MOST_TOLERANCE_PERCENT = 50;

    @Override
    public Question read(Parameters query) {
        Workload workload = workload(query);
        Published published = published(query);
        Double asked = query.positive("tolerance", MOST_TOLERANCE_PERCENT);
        double tolerance = asked == null ? Explanation.USUAL_TOLERANCE_PERCENT : asked;
        boolean think = find(query).equals("think");
        if (think && (query.has("thinkMinMs") || query.has("thinkMaxMs")))
            throw new BadParameter("thinkMinMs/thinkMaxMs", "given", "left out with find=think");
        if (!think && query.has("threads"))
            throw new BadParameter("threads", query.text("threads"), "left out unless find=think");
        int threads = threads(query, ClosedSimulation.UNLIMITED);
        return budget -> {
            var page = new LinkedHashMap<String, Object>();
            page.put("workload", echo(workload));
            page.put("tolerancePercent", tolerance);
            page.put(
                    "explanation",
                    think
                            ? Explanation.ofThink(workload, threads, published, tolerance, budget)
                            : Explanation.ofThreads(workload, published, tolerance, budget));
            return page;
        };
    }

    private static String find(Parameters query) {
        String find = query.text("find");
        if (find == null) return "threads";
        if (!find.equals("threads") && !find.equals("think")) throw new BadParameter("find", find, "threads or think");
        return find;
    }

    private static Published published(Parameters query) {
        Double throughput = query.positive("throughput", MOST_THROUGHPUT);
        Double mean = query.positive("mean", MOST_MILLIS);
        Double p50 = query.positive("p50", MOST_MILLIS);
        Double p99 = query.positive("p99", MOST_MILLIS);
        Double max = query.positive("max", MOST_MILLIS);
        if (throughput == null && mean == null && p50 == null && p99 == null && max == null)
            throw missing("throughput, mean, p50, p99, max", "given, at least one of them");
        return new Published(throughput, mean, p50, p99, max);
    }
}
