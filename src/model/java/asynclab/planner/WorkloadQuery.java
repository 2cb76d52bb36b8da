package asynclab.planner;

import static asynclab.discipline.QueueSetting.CLIENT_TIMEOUT_MILLIS;
import static asynclab.planner.PlannerParameter.DISCIPLINE;
import static asynclab.planner.PlannerParameter.DURATION;
import static asynclab.planner.PlannerParameter.LIMIT;
import static asynclab.planner.PlannerParameter.LOOPS;
import static asynclab.planner.PlannerParameter.MOST_REQUESTS;
import static asynclab.planner.PlannerParameter.RAMP;
import static asynclab.planner.PlannerParameter.RESERVED;
import static asynclab.planner.PlannerParameter.RESERVED_THREADS;
import static asynclab.planner.PlannerParameter.RESERVED_THREADS_12_0;
import static asynclab.planner.PlannerParameter.THINK_MAX;
import static asynclab.planner.PlannerParameter.THINK_MIN;
import static asynclab.planner.PlannerParameter.THREADS;
import static asynclab.planner.PlannerParameter.TIMEOUT;
import static asynclab.planner.PlannerParameter.USERS;

import asynclab.delay.HoldTime;
import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.model.station.ReservedThreads.ReservedRule;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The shared part of the questions {@code predict} and {@code explain}: a closed workload, and the queue discipline.
 *
 * <p>The workload: {@code users=}; {@code ramp=} seconds; {@code loops=}, {@code duration=} seconds for each user, or both; a
 * hold time ({@link HoldTime#of}); {@code thinkMinMs=}, {@code thinkMaxMs=}; and {@code timeoutMs=}, the client timeout.
 *
 * <p>The queue discipline: {@code discipline=arrival-order} (the default), {@code reserved-threads} (Jetty's own order; {@code
 * reserved=} is the maximum number of its reserved threads, below that of the threads), {@code reserved-threads-12.0} (that of Jetty
 * 9.4 to 12.1.3), {@code submission-queues} (those of a {@code ForkJoinPool}), or a
 * discipline of the application's own queue in front of a worker pool ({@link Discipline}) with its settings ({@link
 * QueueParameter}).
 */
final class WorkloadQuery {

    private WorkloadQuery() {}

    /**
     * The closed workload, unless it has too many requests.
     *
     * @param processingMillis of a request, before its hold time
     * @param mostPerSecond that the processors can serve; infinite without a limit
     */
    static Workload workload(Parameters query, double processingMillis, double mostPerSecond) {
        HoldTime hold = hold(query);
        if (!USERS.isIn(query)) throw USERS.missing("a whole number from 1 to " + MOST_REQUESTS);
        boolean byTime = DURATION.isIn(query);
        int users = (int) USERS.whole(query, 1);
        var workload = new Workload(
                users,
                1_000 * RAMP.whole(query),
                (int) LOOPS.whole(query, byTime ? Workload.UNLIMITED : 1),
                byTime ? durationMillis(query) : Workload.UNLIMITED,
                hold,
                think(query),
                Workload.UNLIMITED,
                timeoutMillis(query),
                Workload.UNLIMITED);
        // Without a duration, time bounds nothing. With a client timeout users send again, however slow the server is.
        boolean bounded = byTime && workload.timeoutMillis() == Workload.UNLIMITED;
        double served = bounded
                ? users + mostPerSecond * (workload.rampMillis() + workload.durationMillis()) / 1_000
                : Double.POSITIVE_INFINITY;
        double most = Math.min(served, workload.mostRequests(processingMillis));
        if (most > MOST_REQUESTS) throw tooMany("users × requests per user", most);
        return workload;
    }

    /**
     * Reads the queue discipline and, for reserved threads, their number. A server with fewer threads reserves all but one.
     *
     * @param absent the number of threads if the query has none
     * @return the request threads of a server, for a number of them
     */
    static IntFunction<Station> requestThreads(Parameters query, int absent) {
        boolean older = DISCIPLINE.choice(query).equals(RESERVED_THREADS_12_0);
        boolean reserving = older || DISCIPLINE.choice(query).equals(RESERVED_THREADS);
        if (!reserving && RESERVED.isIn(query))
            throw RESERVED.superfluous(query, "left out unless discipline=" + RESERVED_THREADS);
        if (!reserving) return Station::requestThreads;
        int threads = (int) THREADS.whole(query, absent);
        if (threads == 1)
            throw DISCIPLINE.superfluous(query, "one without reserved threads if there is only one thread");
        int most = (int) Math.min(RESERVED.max(), threads - 1);
        if (!RESERVED.isIn(query))
            throw RESERVED.missing("a whole number from 1 to " + most + " with discipline=" + DISCIPLINE.choice(query));
        int reserved = (int) query.whole(RESERVED.name(), 1, most, 1);
        return number -> {
            int kept = Math.min(reserved, number - 1);
            return older && kept > 0
                    ? Station.jettyThreads(number, ReservedRule.before12_1_4(kept))
                    : Station.jettyThreads(number, kept);
        };
    }

    /**
     * The rule of the application's own queue, or null for another discipline.
     *
     * @param limitsRequests whether {@code limit} is a concurrency limit if the application has no queue
     */
    static QueueRule queue(Parameters query, boolean limitsRequests) {
        String name = DISCIPLINE.choice(query);
        boolean hasQueue = Discipline.ids().contains(name);
        for (QueueParameter parameter : QueueParameter.all())
            if (hasQueue || !limitsRequests || !parameter.name().equals(LIMIT.name())) parameter.checkUse(query, name);
        if (!hasQueue) return null;
        var discipline = Discipline.of(name);
        QueueSettings settings = QueueSettings.of(discipline).with(CLIENT_TIMEOUT_MILLIS, timeoutMillis(query));
        for (QueueParameter parameter : QueueParameter.of(discipline)) settings = parameter.read(query, settings);
        if (discipline == Discipline.DEADLINE && settings.get(CLIENT_TIMEOUT_MILLIS) == Workload.UNLIMITED)
            throw new BadParameter("deadlineMs", "", "given with discipline=deadline, unless timeoutMs is");
        return new QueueRule(settings, 0);
    }

    /**
     * A refused user without think time sends again at the same moment, and is refused again. Only a number of loops ends that. A learnt
     * limit begins at the workers. After a client timeout the server goes on working, so there may be more requests than users.
     *
     * @throws BadParameter if users would be refused for ever
     */
    static void checkRefused(Parameters query, Workload workload, QueueRule queue, int workers) {
        boolean refuses = queue != null && queue.settings().discipline().uses(QueueSetting.LIMIT);
        if (!refuses
                || workload.loops() != Workload.UNLIMITED
                || workload.think().meanMillis() > 0) return;
        double atOnce = Math.min(1, (double) workload.durationMillis() / Math.max(1, workload.rampMillis()));
        boolean learns = queue.settings().discipline() == Discipline.ADAPTIVE;
        boolean givesUp = workload.timeoutMillis() != Workload.UNLIMITED;
        long room = workers + (learns ? 0 : queue.settings().get(QueueSetting.LIMIT));
        if (!givesUp && workload.users() * atOnce <= room) return;
        String why = givesUp ? "timeoutMs is given" : learns ? "users exceed workers" : "users exceed workers + limit";
        throw new BadParameter(
                THINK_MAX.name(),
                THINK_MAX.isIn(query) ? query.text(THINK_MAX.name()) : "",
                "at least 2 without loops if " + why + ", because refused users would send again at once, without end");
    }

    /** What the answer about users rests on because it is not given. */
    static List<String> assumptions(Parameters query, Workload workload) {
        var assumptions = new ArrayList<String>();
        if (workload.think().meanMillis() == 0)
            assumptions.add("users do not think (thinkMinMs= and thinkMaxMs= are not given or 0)");
        if (!LOOPS.isIn(query) && !DURATION.isIn(query))
            assumptions.add("each user sends one request (loops= and duration= are not given)");
        return assumptions;
    }

    /** A maximum of 0 is none: the minimum is the think time. */
    private static HoldTime think(Parameters query) {
        var think = new HoldTime.Uniform(THINK_MIN.whole(query), THINK_MAX.whole(query));
        checkOrder(query, THINK_MIN.name(), THINK_MAX.name());
        return think;
    }

    /** Both are whole numbers, or missing. */
    private static void checkOrder(Parameters query, String min, String max) {
        if (!query.has(min) || !query.has(max)) return;
        long most = Long.parseLong(query.text(max));
        if (most > 0 && most < Long.parseLong(query.text(min)))
            throw new BadParameter(max, query.text(max), "0 or at least " + min);
    }

    static HoldTime hold(Parameters query) {
        HoldTime hold = HoldTime.of(query);
        checkOrder(query, "minMs", "maxMs");
        if (hold == null) throw new BadParameter(HoldTime.WAYS, "", "given in exactly one of these forms");
        return hold;
    }

    static long durationMillis(Parameters query) {
        return 1_000 * DURATION.whole(query, 1);
    }

    static long timeoutMillis(Parameters query) {
        return TIMEOUT.whole(query, Workload.UNLIMITED);
    }

    static BadParameter tooMany(String name, double requests) {
        return new BadParameter(
                name,
                requests >= Long.MAX_VALUE ? "infinite" : Long.toString((long) Math.ceil(requests)),
                "at most " + MOST_REQUESTS);
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
