package asynclab.planner;

import static asynclab.planner.WorkloadQuery.MOST_THREADS;
import static asynclab.planner.WorkloadQuery.MOST_TIMEOUT_MILLIS;

import asynclab.discipline.Discipline;
import asynclab.model.Simulation;
import asynclab.model.Station;
import asynclab.model.advice.BlockingVersusAsync;
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
 * processors that all requests share while they are processed; without it, processing takes a thread and no longer if many are processed. Virtual
 * threads take turns on them.
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

    static final String LIMIT = "limit";

    private static final int MOST_CORES = 1_024;
    private static final double MOST_MILLIS = 600_000;

    /** @throws BadParameter if a parameter is out of range, or given without the one that it belongs to */
    static ServerQuery of(Parameters query, Station requestThreads) {
        boolean hasPool = query.has("connections");
        for (String name : List.of("connectionShare", "connectionTimeoutMs"))
            if (!hasPool && query.has(name))
                throw new BadParameter(name, query.text(name), "left out unless connections is given");
        for (String name : List.of("backend", "workers"))
            if (hasPool && query.has(name))
                throw new BadParameter(name, query.text(name), "left out if connections is given");
        Double share = share(query);
        boolean hasLimit = query.has(LIMIT) && !hasQueue(query);
        return new ServerQuery(
                query,
                new ServerSizes(
                        hasLimit ? Station.limit((int) query.whole(LIMIT, 1, MOST_THREADS, 1)) : Station.unlimited(),
                        requestThreads,
                        query.decimal("processingMs", MOST_MILLIS),
                        cores(query),
                        second(query),
                        share == null ? 1 : share),
                share);
    }

    /** The processors, or no limit. */
    static int cores(Parameters query) {
        return (int) query.whole("cores", 1, MOST_CORES, Simulation.UNLIMITED);
    }

    /** The share of the hold time for which a request holds a connection, or null if it is not given. */
    static Double share(Parameters query) {
        return query.has("connectionShare") ? (Double) query.decimal("connectionShare", 1) : null;
    }

    private static boolean hasQueue(Parameters query) {
        return Discipline.ids().contains(WorkloadQuery.discipline(query));
    }

    private static Station second(Parameters query) {
        if (query.has("connections"))
            return Station.connections(
                    (int) query.whole("connections", 1, MOST_THREADS, 1),
                    query.whole("connectionTimeoutMs", 1, MOST_TIMEOUT_MILLIS, 0));
        return query.has("backend")
                ? Station.backend((int) query.whole("backend", 1, MOST_THREADS, 1))
                : Station.unlimited();
    }

    /** The worker pool, or null for none. */
    Station workers(String discipline, QueueRule queue) {
        boolean commonPool = discipline.equals(WorkloadQuery.SUBMISSION_QUEUES);
        if ((commonPool || queue != null) && !query.has("workers"))
            throw WorkloadQuery.missing("workers", "given with discipline=" + discipline);
        if (!query.has("workers")) return null;
        int workers = (int) query.whole("workers", 1, commonPool ? Station.MOST_PARALLELISM : MOST_THREADS, 1);
        if (queue != null) return Station.queue(workers, queue);
        return commonPool ? Station.commonPool(workers) : Station.workers(workers);
    }

    boolean hasUnknownShare() {
        return query.has("connections") && share == null;
    }

    /** The values that the computation uses; null for what is not given. */
    Map<String, Object> echo() {
        var echo = new LinkedHashMap<String, Object>();
        double processing = sizes.processingMillis();
        Station second = sizes.second();
        boolean hasPool = query.has("connections");
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
        List<String> assumptions = assumptions();
        if (!assumptions.isEmpty()) parts.add("Assumed: " + String.join("; ", assumptions) + ".");
        return parts;
    }

    private static String itsVerdict(BlockingVersusAsync comparison) {
        return comparison.verdict() + comparison.virtualInWords();
    }

    private List<String> assumptions() {
        var assumptions = new ArrayList<String>();
        boolean computes = sizes.processingMillis() > 0;
        boolean limited = sizes.processors() != Simulation.UNLIMITED;
        if (!computes) assumptions.add("requests take no processor time (processingMs= is not given or 0)");
        else if (!limited) assumptions.add("processors are not limited (cores= is not given)");
        if (!query.has("connections") && !query.has("backend"))
            assumptions.add("requests hold no connection of a pool (connections= is not given)");
        if (hasUnknownShare()) assumptions.add("the share lies between these ends (connectionShare= is not given)");
        if (query.has("connections") && sizes.second().mostWaitMillis() == 0)
            assumptions.add("a request waits for a connection without end (connectionTimeoutMs= is not given)");
        return assumptions;
    }
}
