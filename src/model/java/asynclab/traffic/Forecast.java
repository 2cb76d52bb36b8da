package asynclab.traffic;

import asynclab.model.Balancer.Spread;
import asynclab.model.Budget;
import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.model.RecordedWorkload;
import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Station;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;

/**
 * Simulates the traffic of a log, and searches the threads, endpoints and servers that hold it. Traffic is held if the p99 of the waiting is
 * at most {@link Question#maxWaitMillis} and no more than one request in a hundred fails. A request passes all limits of its server in one
 * simulation ({@link Stages}). An asynchronous one needs a thread to begin, and while it computes.
 *
 * <p>The log's durations contain the waiting for connections and processors at the log's traffic, so only what is added to it counts.
 * They do not contain that for threads and permits, nor that for connections if our recorder wrote the log. Thread-safe if its budget is.
 */
final class Forecast {

    private static final double MOST_LOAD_FACTOR = 10;
    /** A search ends when two traffics differ by less than this factor. */
    static final double PRECISION = 1.02;

    private static final int MOST_INSTANCES = 1_000;
    private static final int COPIES = 20;
    static final int REQUESTS_OF_COPIES = 20_000;
    private static final double NEAR = 1.25;
    private static final double LATE = 0.01;
    private static final int MANY = 4_096; // so that two simulations rarely wait for each other in a map

    private record Simulated(LimitedServers servers, double loadFactor, long seed) {}

    private final TrafficWindow window;
    private final Demand demand;
    private final Question question;
    private final Shares shares;
    private final Budget budget;
    private final Map<Simulated, Waiting> known = new ConcurrentHashMap<>(MANY);
    private final Map<Simulated, Boolean> held = new ConcurrentHashMap<>(MANY);
    private final Map<LimitedServers, Waiting> contained = new ConcurrentHashMap<>();
    private final Map<Boolean, List<List<Phase>>> own = new ConcurrentHashMap<>(); // by whether processors limit
    private Forecast shorter; // of the busiest part; guarded by this
    private Forecast served; // guarded by this

    Forecast(Demand demand, Question question, Shares shares, Budget budget) {
        this(demand.busiest(), demand, question, shares, budget);
    }

    private Forecast(TrafficWindow window, Demand demand, Question question, Shares shares, Budget budget) {
        this.window = window;
        this.demand = demand;
        this.question = question;
        this.shares = shares;
        this.budget = budget;
    }

    /** Each is simulated once: the searches ask for many of them again. */
    Waiting waiting(LimitedServers servers, double loadFactor) {
        return known.computeIfAbsent(new Simulated(servers, loadFactor, question.seed()), any -> {
            Waiting all = simulated(servers, loadFactor);
            if (!isLimited(then(servers))) return all;
            return all.beyond(logged(servers), Waiting.none(sent(servers, loadFactor), question));
        });
    }

    private Waiting simulated(LimitedServers servers, double loadFactor) {
        RecordedWorkload sent = sent(servers, loadFactor);
        if (!isLimited(servers)) return Waiting.none(sent, question);
        var count = new Waiting.Count(sent, question);
        simulate(sent, servers, question.seed(), count);
        return count.waiting();
    }

    /** The simulation, without events where order of arrival at the threads is all that matters. */
    private void simulate(RecordedWorkload sent, LimitedServers servers, long seed, RecordedWorkload.Watch watch) {
        boolean ordered = servers.threads() > 0
                && servers.permits() == 0
                && phases(servers).isEmpty();
        if (ordered) sent.inOrderOfArrival(servers.threads(), servers.balancer(), seed, budget, watch);
        else sent.simulate(stages(servers), seed, budget, watch);
    }

    /** The waiting that the log's durations contain. */
    private Waiting logged(LimitedServers servers) {
        LimitedServers then = then(servers);
        return contained.computeIfAbsent(then, any -> asServed().simulated(then, 1));
    }

    /** What the requests of the log may have waited for within their durations. */
    private LimitedServers then(LimitedServers servers) {
        LimitedServers then = servers.withoutThreads()
                .of(question.instances(), Spread.IN_TURN)
                .onCarriers(question.threads() == 0);
        return demand.withoutConnectionWait() ? then.withoutConnections() : then;
    }

    private RecordedWorkload sent(LimitedServers servers, double loadFactor) {
        return new RecordedWorkload(window.with(servers.async(), phases(servers), own(servers)), loadFactor);
    }

    /** Each request's own phases, if the log knows how long it held a connection. */
    private List<List<Phase>> own(LimitedServers servers) {
        if (!servers.connections() || !window.traffic().isRecorded()) return List.of();
        return own.computeIfAbsent(servers.processors(), processors -> shares.each(window.traffic(), processors));
    }

    private List<List<Phase>> phases(LimitedServers servers) {
        return shares.phases(servers.connections(), servers.processors());
    }

    /** Whether a request may wait. */
    private boolean isLimited(LimitedServers servers) {
        return servers.threads() > 0
                || servers.permits() > 0
                || !phases(servers).isEmpty();
    }

    private Stages stages(LimitedServers servers) {
        Limits limits = question.limits();
        return new Stages(
                servers.permits() == 0 ? Station.unlimited() : Station.limit(servers.permits()),
                servers.threads() == 0 ? Station.unlimited() : Station.requestThreads(servers.threads()),
                true,
                servers.connections()
                        ? Station.connections(limits.connections(), limits.connectionTimeoutMillis())
                        : Station.unlimited(),
                servers.processors() ? shares.cores() : Simulation.UNLIMITED,
                !servers.carriers(),
                List.of(Phase.hold(Need.NOTHING)),
                servers.balancer());
    }

    private boolean holds(LimitedServers servers, double loadFactor, long seed) {
        if (!isLimited(servers)) return true;
        return held.computeIfAbsent(new Simulated(servers, loadFactor, seed), any -> isHeld(servers, loadFactor, seed));
    }

    /** Simulates until it is clear. Most traffic that is not held shows it soon. */
    private boolean isHeld(LimitedServers servers, double loadFactor, long seed) {
        boolean isContained = isLimited(then(servers));
        double mostWait = question.maxWaitMillis()
                + (isContained ? logged(servers).times().p99Ms() : 0);
        double mostShare = LATE + (isContained ? logged(servers).failedPercent() / 100 : 0);
        RecordedWorkload sent = sent(servers, loadFactor);
        double size = loadFactor * window.size();
        double most = mostShare * (size + 5 * Math.sqrt(size) + 1); // a selection differs in size
        var counts = new int[2]; // ended, late
        simulate(sent, servers, seed, (request, millis, answered) -> {
            counts[0]++;
            if (!answered || millis - window.holdMillis(request) > mostWait) counts[1]++;
            return counts[1] <= most;
        });
        return counts[1] <= mostShare * counts[0];
    }

    private boolean holds(LimitedServers servers, double loadFactor) {
        return holds(servers, loadFactor, question.seed());
    }

    /** A search ends up to 2 % too low. If the traffic asked for lies there, it is tried, because the rest of the answer tries it, too. */
    Lasts lasts(LimitedServers servers) {
        if (holds(servers, MOST_LOAD_FACTOR)) return Lasts.orMore(MOST_LOAD_FACTOR);
        double lasts = highest(Lasts.LEAST, MOST_LOAD_FACTOR, factor -> holds(servers, factor));
        if (lasts == Lasts.LEAST && !holds(servers, lasts)) return Lasts.of(0);
        double rounded = Math.round(lasts * 100) / 100.0;
        double asked = question.traffic();
        if (asked <= Math.min(lasts, rounded) || asked > lasts * PRECISION) return Lasts.of(rounded);
        if (holds(servers, asked)) return Lasts.of(asked);
        return Lasts.of(rounded < asked ? rounded : Math.floor(lasts * 100) / 100); // 4.999 is not 5
    }

    /** The highest factor that is held, to 2 %. @param low is held, or is the answer if no higher one is @param high is not */
    private static double highest(double low, double high, DoublePredicate holds) {
        double lasts = low;
        double not = high;
        while (not > lasts * PRECISION) {
            double middle = Math.sqrt(lasts * not);
            if (holds.test(middle)) lasts = middle;
            else not = middle;
        }
        return lasts;
    }

    /**
     * The same with its range over twenty copies. Of a log with more than 20,000 requests only the busiest 20,000 are copied, and the range
     * is in proportion. Most seeds need two simulations: whether they exceed the range of those before.
     */
    Lasts overCopies(LimitedServers servers, Lasts lasts) {
        if (!isLimited(servers) || lasts.loadFactor() == 0) return lasts;
        if (window.size() <= REQUESTS_OF_COPIES) return copies(servers, lasts, 1);
        Forecast part = shorter();
        double lastsItself = part.lasts(servers).loadFactor();
        return lastsItself == 0 ? lasts : part.copies(servers, lasts, lasts.loadFactor() / lastsItself);
    }

    /** The requests at the moments when the server began them, if our recorder wrote the log. Other logs know only the arrivals. */
    private synchronized Forecast asServed() {
        if (!window.traffic().isRecorded()) return this;
        if (served == null)
            served = new Forecast(TrafficWindow.of(window.traffic().served()), demand, question, shares, budget);
        return served;
    }

    private synchronized Forecast shorter() {
        if (shorter == null) shorter = new Forecast(demand.busiestFew(), demand, question, shares, budget);
        return shorter;
    }

    private Lasts copies(LimitedServers servers, Lasts lasts, double ratio) {
        double first = lasts.loadFactor() / ratio;
        double least = first;
        double most = first;
        for (int copy = 1; copy < COPIES; copy++) {
            long seed = question.seed() + copy;
            DoublePredicate holds = factor -> holds(servers, factor, seed);
            if (!holds.test(least)) {
                double near = Math.max(Lasts.LEAST, least / NEAR);
                least = highest(holds.test(near) ? near : Lasts.LEAST, least, holds);
            } else if (most * PRECISION < MOST_LOAD_FACTOR && holds.test(most * PRECISION)) {
                double near = Math.min(MOST_LOAD_FACTOR, most * NEAR);
                most = highest(most * PRECISION, holds.test(near) ? MOST_LOAD_FACTOR : near, holds);
            }
        }
        return lasts.overCopies(Math.round(least * ratio * 100) / 100.0, Math.round(most * ratio * 100) / 100.0);
    }

    /** The threads of each server that hold the traffic; null if threads alone do not. */
    Integer smallestPool(LimitedServers servers, double loadFactor) {
        if (!holds(servers.withoutThreads(), loadFactor)) return null;
        int enough = sent(servers.withoutThreads(), loadFactor)
                .simulate(stages(servers.withoutThreads()), question.seed(), budget)
                .maxInFlight();
        return smallest(1, Math.max(1, enough), threads -> holds(servers.blocking(threads), loadFactor));
    }

    /**
     * How many of the endpoints, made asynchronous in this order, hold the traffic with the same pool; null if even all do not.
     *
     * @param order the numbers of the endpoints
     */
    Integer fewestAsync(LimitedServers servers, int[] order, double loadFactor) {
        return smallest(0, order.length, number -> holds(async(servers, order, number), loadFactor));
    }

    /**
     * The servers with the first endpoints of the order asynchronous. If all are, a thread is needed for computing only. Then the
     * processors are full before the threads, unless there are fewer threads.
     */
    LimitedServers async(LimitedServers servers, int[] order, int number) {
        if (number == order.length && servers.threads() >= shares.cores()) return servers.withoutThreads();
        var async = (BitSet) servers.async().clone();
        for (int i = 0; i < number; i++) async.set(order[i]);
        return servers.async(async);
    }

    /** How many servers hold the traffic; null if a thousand do not. 1 if no request waits. */
    Integer instances(LimitedServers servers, double loadFactor, Spread spread) {
        int low = Math.max(1, (int) (fullServers(servers, loadFactor) / 2));
        if (low > MOST_INSTANCES) return null; // a simulation of so many would not fit the memory
        IntPredicate holds = instances -> holds(servers.of(instances, spread), loadFactor);
        int high = low;
        if (holds.test(high)) low = 1; // the requests may wait for long, and the log be short
        for (int step = 1; !holds.test(high); step *= 2) { // the first ones are far from enough, and show it soon
            if (high >= MOST_INSTANCES) return null;
            low = high + 1;
            high = Math.min(MOST_INSTANCES, high + step);
        }
        return smallest(Math.min(low, high), high, holds);
    }

    /**
     * The number of servers whose threads, processors or connections would be taken all the time. Asynchronous requests
     * wait without a thread.
     */
    private double fullServers(LimitedServers servers, double loadFactor) {
        double waiting = 0;
        double computing = 0;
        double connected = 0;
        for (int i = 0; i < window.size(); i++) {
            double millis = window.holdMillis(i);
            int endpoint = window.traffic().endpoint(i);
            if (!servers.async().get(endpoint)) waiting += millis;
            computing += millis * shares.processor()[endpoint];
            connected += millis * shares.connection()[endpoint];
        }
        double full = servers.threads() == 0 ? 0 : waiting / servers.threads();
        if (servers.processors()) full = Math.max(full, computing / shares.cores());
        if (servers.connections())
            full = Math.max(full, connected / question.limits().connections());
        return loadFactor * full / new RecordedWorkload(window, loadFactor).lengthMillis();
    }

    /** The smallest number that holds, if a larger one always holds, too; null if the highest does not. */
    private static Integer smallest(int low, int high, IntPredicate holds) {
        if (!holds.test(high)) return null;
        while (low < high) {
            int middle = (low + high) / 2;
            if (holds.test(middle)) high = middle;
            else low = middle + 1;
        }
        return high;
    }
}
