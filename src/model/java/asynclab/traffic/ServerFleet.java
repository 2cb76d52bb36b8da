package asynclab.traffic;

import asynclab.model.Balancer.Spread;
import java.util.BitSet;

/**
 * The servers that a prediction assumes. Do not change {@code async}.
 *
 * @param instances how many
 * @param threads of each; 0 if a request does not need one of a limited number
 * @param async the endpoints whose requests wait without a thread
 * @param spread how a balancer spreads the requests over the instances
 */
record ServerFleet(int instances, int threads, BitSet async, Spread spread) {

    ServerFleet {
        if (instances == 1) spread = Spread.IN_TURN; // there is nothing to spread
    }

    /** All endpoints block. */
    static ServerFleet blocking(int instances, int threads, Spread spread) {
        return new ServerFleet(instances, threads, new BitSet(), spread);
    }

    /** No request waits for a thread. */
    static ServerFleet withoutLimit(int instances, Spread spread) {
        return new ServerFleet(instances, 0, new BitSet(), spread);
    }
}
