package asynclab.traffic;

import asynclab.model.Balancer;
import asynclab.model.Balancer.Spread;
import asynclab.model.Budget;
import asynclab.model.RecordedWorkload;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Simulates the traffic of a log, and searches the threads, endpoints and servers that hold it. Traffic is held if the p99 of the waiting is at most 100 ms. A request waits for a
 * thread if its endpoint blocks. If the processor time is known, every request also takes that part of its duration on one of the
 * processors of its server, in order of arrival. The log's durations contain the waiting for processors at the log's traffic, so only
 * what is added to it counts. Each figure is that of the longer wait. Not thread-safe.
 */
final class Forecast {

    private static final double MOST_LOAD_FACTOR = 10;
    private static final double LEAST_LOAD_FACTOR = 0.05;
    private static final double PRECISION = 0.02;
    private static final int MOST_INSTANCES = 1_000;

    private record Simulated(ServerFleet servers, double loadFactor) {}

    private final TrafficWindow window;
    private final Question question;
    private final Budget budget;
    private final double cpuShare; // of the durations; 0 if unknown
    private final Map<Simulated, Waiting> processors = new HashMap<>(); // the same for all threading models
    private final Map<Simulated, Waiting> known = new HashMap<>();

    Forecast(TrafficWindow window, Question question, double cpuShare, Budget budget) {
        this.window = window;
        this.question = question;
        this.cpuShare = cpuShare;
        this.budget = budget;
    }

    /** Each is simulated once: the searches ask for many of them again. */
    Waiting waiting(ServerFleet servers, double loadFactor) {
        return known.computeIfAbsent(new Simulated(servers, loadFactor), any -> simulated(servers, loadFactor));
    }

    private Waiting simulated(ServerFleet servers, double loadFactor) {
        Waiting threads = threads(servers, loadFactor);
        if (cpuShare == 0) return threads;
        ServerFleet logged = ServerFleet.withoutLimit(question.instances(), Spread.IN_TURN);
        return threads.orLonger(processors(servers, loadFactor)
                .beyond(processors(logged, 1), threads(ServerFleet.withoutLimit(1, Spread.IN_TURN), loadFactor)));
    }

    private Waiting processors(ServerFleet servers, double loadFactor) {
        ServerFleet anyThreads = ServerFleet.withoutLimit(servers.instances(), servers.spread());
        Stages stages = servers(servers, question.cores());
        return processors.computeIfAbsent(
                new Simulated(anyThreads, loadFactor),
                any -> simulate(window.with(new BitSet(), cpuShare), stages, loadFactor));
    }

    private Waiting threads(ServerFleet servers, double loadFactor) {
        if (servers.threads() > 0)
            return simulate(window.with(servers.async(), 1), servers(servers, servers.threads()), loadFactor);
        var everything = new BitSet();
        everything.set(0, window.traffic().endpoints().size());
        var all = new RecordedWorkload(window, loadFactor);
        return Waiting.of(
                all,
                new RecordedWorkload(window.with(everything, 1), loadFactor),
                new Trace(0),
                question.timeoutMillis());
    }

    private Waiting simulate(TrafficWindow sent, Stages stages, double loadFactor) {
        var workload = new RecordedWorkload(sent, loadFactor);
        Trace trace = workload.simulate(stages, question.seed(), budget);
        return Waiting.of(new RecordedWorkload(window, loadFactor), workload, trace, question.timeoutMillis());
    }

    private static Stages servers(ServerFleet servers, int threadsEach) {
        return Stages.of(Station.requestThreads(threadsEach))
                .behind(new Balancer(servers.instances(), servers.spread()));
    }

    private boolean holds(ServerFleet servers, double loadFactor) {
        return waiting(servers, loadFactor).isHeld();
    }

    /** Requests in flight, at the most, if none waits. */
    int mostInFlight(double loadFactor) {
        return new RecordedWorkload(window, loadFactor)
                .simulate(Stages.of(Station.unlimited()), question.seed(), budget)
                .maxInFlight();
    }

    Variant.Limit lasts(ServerFleet servers) {
        if (holds(servers, MOST_LOAD_FACTOR)) return new Variant.Limit(MOST_LOAD_FACTOR, true);
        double held = LEAST_LOAD_FACTOR;
        double not = MOST_LOAD_FACTOR;
        while (not > held * (1 + PRECISION)) {
            double middle = Math.sqrt(held * not);
            if (holds(servers, middle)) held = middle;
            else not = middle;
        }
        return new Variant.Limit(Math.round(held * 100) / 100.0, false);
    }

    /** The threads of each server that hold the traffic; null if threads alone do not. */
    Integer smallestPool(double loadFactor) {
        int enough = mostInFlight(loadFactor);
        return smallest(
                1,
                enough,
                threads -> holds(ServerFleet.blocking(question.instances(), threads, Spread.IN_TURN), loadFactor));
    }

    /**
     * How many of the endpoints, made asynchronous in this order, hold the traffic with the same pool; null if even all do not.
     *
     * @param order the numbers of the endpoints
     */
    Integer fewestAsync(int[] order, double loadFactor) {
        return smallest(0, order.length, number -> holds(async(order, number), loadFactor));
    }

    /** The log's servers with the first endpoints of the order asynchronous. */
    ServerFleet async(int[] order, int number) {
        var async = new BitSet();
        for (int i = 0; i < number; i++) async.set(order[i]);
        return new ServerFleet(question.instances(), question.threads(), async, Spread.IN_TURN);
    }

    /** How many blocking servers hold the traffic; null if a thousand do not. */
    Integer blockingInstances(double loadFactor, Spread spread) {
        int low = Math.max(1, (int) (meanInFlight(loadFactor) / question.threads() / 2));
        return fleet(low, instances -> holds(ServerFleet.blocking(instances, question.threads(), spread), loadFactor));
    }

    /** How many servers hold the traffic if no request waits for a thread; 1 if the processor time is unknown. */
    Integer asyncInstances(double loadFactor, Spread spread) {
        return fleet(1, instances -> holds(ServerFleet.withoutLimit(instances, spread), loadFactor));
    }

    private Integer fleet(int low, IntPredicate holds) {
        if (low > MOST_INSTANCES) return null; // a simulation of so many would not fit the memory
        int high = low;
        while (!holds.test(high)) {
            if (high >= MOST_INSTANCES) return null;
            low = high + 1;
            high = Math.min(MOST_INSTANCES, 2 * high);
        }
        return smallest(Math.min(low, high), high, holds);
    }

    private double meanInFlight(double loadFactor) {
        double held = 0;
        for (int i = 0; i < window.size(); i++) held += window.holdMillis(i);
        return loadFactor * held / new RecordedWorkload(window, loadFactor).lengthMillis();
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
