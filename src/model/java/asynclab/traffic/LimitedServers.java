package asynclab.traffic;

import asynclab.model.Balancer;
import asynclab.model.Balancer.Spread;
import asynclab.model.Bounds.Limiter;
import java.util.BitSet;

/**
 * The servers that a prediction assumes, and what limits them. Do not change {@code async}.
 *
 * @param instances how many
 * @param spread how a balancer spreads the requests over the instances
 * @param threads of each; 0 if a request does not need one of a limited number
 * @param async the endpoints whose requests keep no thread while they wait
 * @param permits of a concurrency limit in front of the threads; 0 for none
 * @param connections whether the pool of connections limits
 * @param processors whether the processors limit
 * @param carriers whether the threads are virtual: those that compute take turns on the processors, because they have no time slices
 */
record LimitedServers(
        int instances,
        Spread spread,
        int threads,
        BitSet async,
        int permits,
        boolean connections,
        boolean processors,
        boolean carriers) {

    LimitedServers {
        if (instances == 1) spread = Spread.IN_TURN; // there is nothing to spread
    }

    /** Those of the question, with blocking endpoints. */
    static LimitedServers of(Question question) {
        Limits limits = question.limits();
        return new LimitedServers(
                question.instances(),
                Spread.IN_TURN,
                question.threads(),
                new BitSet(),
                0,
                limits.connections() > 0,
                limits.limitProcessors(),
                question.threads() == 0);
    }

    Balancer balancer() {
        return new Balancer(instances, spread);
    }

    LimitedServers of(int number, Spread how) {
        return new LimitedServers(number, how, threads, async, permits, connections, processors, carriers);
    }

    /** With so many threads. */
    LimitedServers blocking(int number) {
        return new LimitedServers(instances, spread, number, async, permits, connections, processors, carriers);
    }

    LimitedServers async(BitSet endpoints) {
        return new LimitedServers(instances, spread, threads, endpoints, permits, connections, processors, carriers);
    }

    /** No request waits for a thread or a permit. */
    LimitedServers withoutThreads() {
        return new LimitedServers(instances, spread, 0, new BitSet(), 0, connections, processors, carriers);
    }

    /** With virtual threads, or without. */
    LimitedServers onCarriers(boolean virtual) {
        return new LimitedServers(instances, spread, threads, async, permits, connections, processors, virtual);
    }

    LimitedServers withoutConnections() {
        return new LimitedServers(instances, spread, threads, async, permits, false, processors, carriers);
    }

    LimitedServers behind(int limit) {
        return new LimitedServers(instances, spread, threads, async, limit, connections, processors, carriers);
    }

    /** Nothing else limits. */
    LimitedServers only(Limiter limiter) {
        return new LimitedServers(
                instances,
                spread,
                limiter == Limiter.THREADS ? threads : 0,
                limiter == Limiter.THREADS ? async : new BitSet(),
                limiter == Limiter.LIMIT ? permits : 0,
                limiter == Limiter.CONNECTIONS,
                limiter == Limiter.PROCESSORS,
                carriers);
    }
}
