package asynclab.model.station;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Several equal instances behind a load balancer. Each instance has its own servers and its own queue in order of arrival. A job
 * stays at the instance to which it was sent. The balancer sends jobs to the instances in turn, or to the one with the fewest jobs
 * in flight, queued ones included. One instance is {@link ArrivalOrder}.
 */
public final class Fleet implements StationQueue {

    /** To which instance the balancer sends a job. */
    public enum FleetSpread {
        IN_TURN,
        LEAST_LOADED // of equally loaded instances, one at random
    }

    /**
     * @param instances at least 1; the station's servers are divided by this number, so it must have a multiple of it
     */
    public record FleetRule(int instances, FleetSpread spread) implements Rule {

        public FleetRule {
            if (instances < 1) throw new IllegalArgumentException("instances must be at least 1, but was " + instances);
        }

        @Override
        public StationQueue start(int servers, Decisions decisions, SplittableRandom random) {
            if (servers % instances != 0)
                throw new IllegalArgumentException(
                        "servers must be a multiple of the " + instances + " instances, but was " + servers);
            return new Fleet(this, servers / instances, decisions, random);
        }
    }

    private final FleetRule rule;
    private final Decisions decisions;
    private final SplittableRandom random;
    private final int serversEach;
    private final int[] inFlight;
    private final List<Queue<Job>> queues;
    private int turn;

    private Fleet(FleetRule rule, int serversEach, Decisions decisions, SplittableRandom random) {
        this.rule = rule;
        this.decisions = decisions;
        this.random = random;
        this.serversEach = serversEach;
        inFlight = new int[rule.instances];
        queues = Stream.<Queue<Job>>generate(ArrayDeque::new)
                .limit(rule.instances)
                .toList();
    }

    @Override
    public void arrive(Job job, double now) {
        int instance = rule.spread == FleetSpread.IN_TURN ? turn++ % rule.instances : leastLoaded();
        job.placeAt(instance);
        if (inFlight[instance]++ < serversEach) decisions.serve(job, now);
        else queues.get(instance).add(job);
    }

    private int leastLoaded() {
        int offset = random.nextInt(inFlight.length);
        int least = offset;
        for (int i = 1; i < inFlight.length; i++) {
            int other = (offset + i) % inFlight.length;
            if (inFlight[other] < inFlight[least]) least = other;
        }
        return least;
    }

    @Override
    public void free(Job job, double now) {
        int instance = job.place();
        inFlight[instance]--;
        Job next = queues.get(instance).poll();
        if (next != null) decisions.serve(next, now);
    }
}
