package asynclab.planner;

import static asynclab.discipline.QueueSetting.CLIENT_TIMEOUT_MILLIS;

import asynclab.delay.HoldTime;
import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSettings;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The shared part of the questions {@code predict} and {@code explain}: a closed workload, and the queue discipline.
 *
 * <p>The workload: {@code users=}; {@code ramp=} seconds; {@code loops=}, {@code duration=} seconds for each user, or both; a
 * hold time ({@link HoldTime#of}); {@code thinkMinMs=}, {@code thinkMaxMs=}; and {@code timeoutMs=}, the client timeout.
 *
 * <p>The queue discipline: {@code discipline=arrival-order} (the default), {@code reserved-threads} (Jetty's own order; {@code
 * reserved=} is the maximum number of its reserved threads, below that of the threads), {@code submission-queues} (those of a {@code ForkJoinPool}), or a
 * discipline of the application's own queue in front of a worker pool ({@link Discipline}) with its settings ({@link
 * QueueParameter}).
 */
final class WorkloadQuery {

    static final int MOST_REQUESTS = 200_000;
    static final int MOST_THREADS = 200_000;

    static final String RESERVED_THREADS = "reserved-threads";
    static final String SUBMISSION_QUEUES = "submission-queues";

    private static final List<String> DISCIPLINES = Stream.concat(
                    Stream.of("arrival-order", RESERVED_THREADS, SUBMISSION_QUEUES), Discipline.ids().stream())
            .toList();
    private static final int MOST_RAMP_SECONDS = 3_600;
    private static final int MOST_DURATION_SECONDS = 3_600;
    static final long MOST_TIMEOUT_MILLIS = 660_000;

    private WorkloadQuery() {}

    static Workload workload(Parameters query) {
        HoldTime hold = hold(query);
        if (!query.has("users")) throw missing("users", "a whole number from 1 to " + MOST_REQUESTS);
        boolean byTime = query.has("duration");
        int users = (int) query.whole("users", 1, MOST_REQUESTS, 1);
        var workload = new Workload(
                users,
                1_000 * query.whole("ramp", 0, MOST_RAMP_SECONDS, 0),
                (int) query.whole("loops", 1, MOST_REQUESTS, byTime ? Workload.UNLIMITED : 1),
                byTime ? durationMillis(query) : Workload.UNLIMITED,
                hold,
                new HoldTime.Uniform(
                        query.whole("thinkMinMs", 0, HoldTime.MAX_MILLIS, 0),
                        query.whole("thinkMaxMs", 0, HoldTime.MAX_MILLIS, 0)),
                Workload.UNLIMITED,
                timeoutMillis(query),
                Workload.UNLIMITED);
        if (workload.mostRequests() > MOST_REQUESTS)
            throw tooMany("users × requests per user", workload.mostRequests());
        return workload;
    }

    /**
     * Reads the queue discipline and, for reserved threads, their number. A server with fewer threads reserves all but one.
     *
     * @param absent the number of threads if the query has none
     * @return the request threads of a server, for a number of them
     */
    static IntFunction<Station> requestThreads(Parameters query, int absent) {
        boolean reserving = discipline(query).equals(RESERVED_THREADS);
        if (!reserving && query.has("reserved"))
            throw new BadParameter(
                    "reserved", query.text("reserved"), "left out unless discipline=" + RESERVED_THREADS);
        if (!reserving) return Station::requestThreads;
        if (!query.has("reserved"))
            throw missing(
                    "reserved", "a whole number from 1 to " + MOST_THREADS + " with discipline=" + RESERVED_THREADS);
        int threads = threads(query, absent);
        if (threads == 1)
            throw new BadParameter(
                    "reserved", query.text("reserved"), "left out if there is one thread, which serves the queue");
        int reserved = (int) query.whole("reserved", 1, Math.min(MOST_THREADS, threads - 1), 1);
        return number -> Station.jettyThreads(number, Math.min(reserved, number - 1));
    }

    static String discipline(Parameters query) {
        String discipline = query.has("discipline") ? query.text("discipline") : DISCIPLINES.get(0);
        if (!DISCIPLINES.contains(discipline))
            throw new BadParameter("discipline", discipline, "one of " + String.join(", ", DISCIPLINES));
        return discipline;
    }

    /**
     * The rule of the application's own queue, or null for another discipline.
     *
     * @param limitsRequests whether {@code limit} is a concurrency limit if the application has no queue
     */
    static QueueRule queue(Parameters query, boolean limitsRequests) {
        String name = discipline(query);
        boolean hasQueue = Discipline.ids().contains(name);
        for (QueueParameter parameter : QueueParameter.all())
            if (hasQueue || !limitsRequests || !parameter.name().equals(ServerQuery.LIMIT))
                parameter.checkUse(query, name);
        if (!hasQueue) return null;
        var discipline = Discipline.of(name);
        QueueSettings settings = QueueSettings.of(discipline).with(CLIENT_TIMEOUT_MILLIS, timeoutMillis(query));
        for (QueueParameter parameter : QueueParameter.of(discipline)) settings = parameter.read(query, settings);
        if (discipline == Discipline.DEADLINE && settings.get(CLIENT_TIMEOUT_MILLIS) == Workload.UNLIMITED)
            throw missing("deadlineMs", "given with discipline=deadline, unless timeoutMs is");
        return new QueueRule(settings, 0);
    }

    static HoldTime hold(Parameters query) {
        HoldTime hold = HoldTime.of(query);
        if (hold == null) throw missing(HoldTime.WAYS, "given in exactly one of these forms");
        return hold;
    }

    static long durationMillis(Parameters query) {
        return 1_000 * query.whole("duration", 1, MOST_DURATION_SECONDS, 1);
    }

    static long timeoutMillis(Parameters query) {
        return query.whole("timeoutMs", 1, MOST_TIMEOUT_MILLIS, Workload.UNLIMITED);
    }

    static BadParameter tooMany(String name, double requests) {
        return new BadParameter(
                name,
                requests >= Long.MAX_VALUE ? "infinite" : Long.toString((long) requests),
                "at most " + MOST_REQUESTS);
    }

    static int threads(Parameters query, int absent) {
        return (int) query.whole("threads", 1, MOST_THREADS, absent);
    }

    static BadParameter missing(String name, String range) {
        return new BadParameter(name, "", range);
    }

    /** The workload with the values that the computation uses, including defaults. */
    static Map<String, Object> echo(Workload workload) {
        var echo = new LinkedHashMap<String, Object>();
        echo.put("users", workload.users());
        echo.put("rampSeconds", workload.rampMillis() / 1_000);
        echo.put("loops", workload.loops() == Workload.UNLIMITED ? null : workload.loops());
        echo.put(
                "durationSeconds",
                workload.durationMillis() == Workload.UNLIMITED ? null : workload.durationMillis() / 1_000);
        echo.put("meanThinkMs", workload.think().meanMillis());
        echo.putAll(echoHold(workload.hold(), workload.timeoutMillis()));
        return echo;
    }

    static Map<String, Object> echoHold(HoldTime hold, long timeoutMillis) {
        var echo = new LinkedHashMap<String, Object>();
        echo.put("meanHoldMs", hold.meanMillis());
        echo.put("maxHoldMs", hold.maxMillis());
        echo.put("timeoutMs", timeoutMillis == Workload.UNLIMITED ? null : timeoutMillis);
        return echo;
    }
}
