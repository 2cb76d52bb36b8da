package asynclab.model;

import asynclab.model.Occupancy.At;
import java.util.SplittableRandom;

/**
 * Several equal servers behind a load balancer. A request stays on the server to which it was sent. Immutable.
 *
 * @param servers at least 1
 * @param spread to which server a request is sent
 */
public record Balancer(int servers, Spread spread) {

    /** To which server the balancer sends a request. */
    public enum Spread {
        IN_TURN,
        LEAST_LOADED // the one with the fewest requests in flight, queued ones included; of several, one at random
    }

    /** A single server. */
    public static final Balancer NONE = new Balancer(1, Spread.IN_TURN);

    public Balancer {
        if (servers < 1) throw new IllegalArgumentException("servers must be at least 1, but was " + servers);
    }

    /** What it draws in a simulation with this seed: the numbers after those of the servers' stations. */
    SplittableRandom random(long seed) {
        var random = new SplittableRandom(seed);
        for (int station = 0; station < servers * At.values().length; station++) random.split();
        return random.split();
    }

    /** @param turn the number of the request @param inFlight of each server */
    int next(int turn, int[] inFlight, SplittableRandom random) {
        if (servers == 1) return 0;
        if (spread == Spread.IN_TURN) return turn % servers;
        int offset = random.nextInt(servers);
        int least = offset;
        for (int i = 1, other = offset; i < servers; i++) {
            other = other + 1 == servers ? 0 : other + 1; // no remainder, which divides
            if (inFlight[other] < inFlight[least]) least = other;
        }
        return least;
    }
}
