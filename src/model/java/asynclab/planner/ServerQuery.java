package asynclab.planner;

import static asynclab.planner.PlannerParameter.BACKEND;
import static asynclab.planner.PlannerParameter.CONNECTIONS;
import static asynclab.planner.PlannerParameter.CONNECTION_SHARE;
import static asynclab.planner.PlannerParameter.CONNECTION_TIMEOUT;
import static asynclab.planner.PlannerParameter.CORES;
import static asynclab.planner.PlannerParameter.DISCIPLINE;
import static asynclab.planner.PlannerParameter.LIMIT;
import static asynclab.planner.PlannerParameter.MOST_THREADS;
import static asynclab.planner.PlannerParameter.PROCESSING;
import static asynclab.planner.PlannerParameter.SUBMISSION_QUEUES;
import static asynclab.planner.PlannerParameter.WORKERS;

import asynclab.delay.LogNormal;
import asynclab.delay.Percentiles;
import asynclab.discipline.Discipline;
import asynclab.model.Load;
import asynclab.model.Simulation;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.BlockingVersusAsync;
import asynclab.model.advice.InWords;
import asynclab.model.advice.ServerSizes;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The server that a query of {@code /predict} describes. Immutable.
 *
 * <p>{@code processingMs=}: processing time of a request before its hold time, in milliseconds, a decimal number (0). {@code cores=}: the
 * processors that all requests share while they are processed. Virtual threads take turns on them. Without it, processing occupies a
 * thread, and takes no longer if many requests are processed.
 *
 * <p>{@code connections=}: the size of a connection pool. {@code connectionShare=}: the share of the hold time for which a request holds
 * a connection, from 0 to 1. If it is not given, both ends are computed. {@code connectionTimeoutMs=}: the longest wait for a connection,
 * after which a request fails (no limit). {@code backend=}: the concurrency limit of the backend, held for the whole hold time.
 *
 * <p>{@code limit=}: a concurrency limit in front of the threads. With a discipline of the application's own queue it is a setting of
 * that queue. {@code workers=}: to predict a worker pool of this size as well.
 *
 * @param share null if it is unknown
 */
record ServerQuery(Parameters query, ServerSizes sizes, Double share) {

    private static final double ROUNDED = 0.05; // a difference of the means that is said

    /** @throws BadParameter if a parameter is out of range, or given without the one that it belongs to */
    static ServerQuery of(Parameters query, Station requestThreads) {
        boolean hasPool = CONNECTIONS.isIn(query);
        for (PlannerParameter it : List.of(CONNECTION_SHARE, CONNECTION_TIMEOUT))
            if (!hasPool && it.isIn(query)) throw it.superfluous(query, "left out unless connections is given");
        for (PlannerParameter it : List.of(BACKEND, WORKERS))
            if (hasPool && it.isIn(query)) throw it.superfluous(query, "left out if connections is given");
        Double share = share(query);
        boolean hasLimit = LIMIT.isIn(query) && !hasQueue(query);
        return new ServerQuery(
                query,
                new ServerSizes(
                        hasLimit ? Station.limit((int) LIMIT.whole(query, 1)) : Station.unlimited(),
                        requestThreads,
                        PROCESSING.decimal(query),
                        cores(query),
                        second(query),
                        share == null ? 1 : share),
                share);
    }

    /** The processors, or no limit. */
    static int cores(Parameters query) {
        return (int) CORES.whole(query, Simulation.UNLIMITED);
    }

    /** The share of the hold time for which a request holds a connection, or null if it is not given. */
    static Double share(Parameters query) {
        return CONNECTION_SHARE.isIn(query) ? (Double) CONNECTION_SHARE.decimal(query) : null;
    }

    private static boolean hasQueue(Parameters query) {
        return Discipline.ids().contains(DISCIPLINE.choice(query));
    }

    private static Station second(Parameters query) {
        if (CONNECTIONS.isIn(query))
            return Station.connections((int) CONNECTIONS.whole(query, 1), CONNECTION_TIMEOUT.whole(query, 0));
        return BACKEND.isIn(query) ? Station.backend((int) BACKEND.whole(query, 1)) : Station.unlimited();
    }

    /** The worker pool, or null for none. */
    Station workers(String discipline, QueueRule queue) {
        boolean commonPool = discipline.equals(SUBMISSION_QUEUES);
        if ((commonPool || queue != null) && !WORKERS.isIn(query))
            throw WORKERS.missing("given with discipline=" + discipline);
        if (!WORKERS.isIn(query)) return null;
        int workers = (int) query.whole(WORKERS.name(), 1, commonPool ? Station.MOST_PARALLELISM : MOST_THREADS, 1);
        int backend = (int) BACKEND.whole(query, MOST_THREADS);
        if ((commonPool || queue != null) && BACKEND.isIn(query) && backend < workers)
            throw new BadParameter(
                    WORKERS.name(),
                    Integer.toString(workers),
                    "at most " + backend + ", which is backend, with discipline=" + discipline);
        if (queue != null) return Station.queue(workers, queue);
        return commonPool ? Station.commonPool(workers) : Station.workers(workers);
    }

    boolean hasUnknownShare() {
        return CONNECTIONS.isIn(query) && share == null;
    }

    /** The values that the computation uses; null for what is not given. */
    Map<String, Object> echo() {
        var echo = new LinkedHashMap<String, Object>();
        double processing = sizes.processingMillis();
        Station second = sizes.second();
        boolean hasPool = CONNECTIONS.isIn(query);
        echo.put("processingMs", processing == (long) processing ? (Number) (long) processing : processing);
        echo.put("cores", sizes.processors() == Simulation.UNLIMITED ? null : sizes.processors());
        echo.put("limit", sizes.limit().isUnlimited() ? null : sizes.limit().threads());
        echo.put("backend", hasPool || second.isUnlimited() ? null : second.threads());
        echo.put("connections", hasPool ? second.threads() : null);
        echo.put("connectionShare", share);
        echo.put("connectionTimeoutMs", second.mostWaitMillis() == 0 ? null : second.mostWaitMillis());
        return echo;
    }

    /**
     * The verdict with the limits that bind, and with what it assumes, in a few paragraphs.
     *
     * @param unheld the comparison if requests hold no connection; null if the share is known
     */
    List<String> verdict(BlockingVersusAsync comparison, BlockingVersusAsync unheld) {
        var parts = new ArrayList<String>();
        if (unheld == null) parts.addAll(List.of(itsVerdict(comparison), comparison.limitsInWords()));
        else
            parts.addAll(List.of(
                    "If each request holds a connection for its whole hold time (connectionShare=1): "
                            + itsVerdict(comparison),
                    comparison.limitsInWords(),
                    "If no request holds one (connectionShare=0): " + itsVerdict(unheld),
                    unheld.limitsInWords(),
                    "The figures are those of connectionShare=1."));
        String times = comparison.timesInWords();
        if (!times.isEmpty()) parts.add(times);
        List<String> assumptions = assumptions(comparison.load());
        if (!assumptions.isEmpty()) parts.add("Assumed: " + String.join("; ", assumptions) + ".");
        return parts;
    }

    private static String itsVerdict(BlockingVersusAsync comparison) {
        return comparison.verdict() + comparison.virtualInWords();
    }

    private List<String> assumptions(Load load) {
        var assumptions = new ArrayList<String>();
        boolean computes = sizes.processingMillis() > 0;
        boolean limited = sizes.processors() != Simulation.UNLIMITED;
        if (!computes) assumptions.add("requests take no processor time (processingMs= is not given or 0)");
        else if (!limited) assumptions.add("processors are not limited (cores= is not given)");
        if (!CONNECTIONS.isIn(query) && !BACKEND.isIn(query))
            assumptions.add("requests hold no connection of a pool (connections= is not given)");
        if (hasUnknownShare()) assumptions.add("the share lies between these ends (connectionShare= is not given)");
        if (CONNECTIONS.isIn(query) && sizes.second().mostWaitMillis() == 0)
            assumptions.add("a request waits for a connection without end (connectionTimeoutMs= is not given)");
        if (load instanceof Workload users) assumptions.addAll(WorkloadQuery.assumptions(query, users));
        double mean = load.hold().meanMillis();
        double drawn = load.hold().meanDrawnMillis();
        double uncut =
                load.hold() instanceof LogNormal it ? it.medianMillis() * Math.exp(it.sigma() * it.sigma() / 2) : mean;
        if (mean < (1 - ROUNDED) * uncut)
            assumptions.add("hold times end at 600,000 ms, so their mean is " + InWords.millis(mean) + " instead of "
                    + InWords.millis(uncut) + " ms");
        if (load.hold() instanceof Percentiles)
            assumptions.add("hold times are on straight lines between the percentiles, with a mean of "
                    + InWords.millis(mean) + " ms");
        if (Math.abs(drawn - mean) > ROUNDED * mean)
            assumptions.add("hold times are rounded to whole milliseconds, with a mean of " + InWords.millis(drawn)
                    + " instead of " + InWords.millis(mean) + " ms");
        return assumptions;
    }
}
