package asynclab.queueing;

import java.util.PriorityQueue;

/**
 * One run of {@link Stages}: when each request gets a thread and a place of the second stage. Requests must come in order of
 * arrival. Times are milliseconds. Not thread-safe.
 */
final class Service {

    /** Threads, workers or slots, by when they are free: the next request takes the first. */
    private record Places(int count, PriorityQueue<Double> freeAt) {

        Places(Station station) {
            this(station.threads(), new PriorityQueue<>());
        }

        double take(double millis) {
            return freeAt.size() == count ? Math.max(millis, freeAt.remove()) : millis;
        }

        void free(double millis) {
            if (count != ClosedSimulation.UNLIMITED) freeAt.add(millis);
        }
    }

    private final Stages stages;
    private final Places first;
    private final Places second;
    private final Occupancy occupancy;

    Service(Stages stages, Occupancy occupancy) {
        this.stages = stages;
        this.first = new Places(stages.first());
        this.second = new Places(stages.second());
        this.occupancy = occupancy;
    }

    /** When a new connection is open: it takes a thread, for no time. */
    double connect(double arrival) {
        double opens = first.take(arrival);
        first.free(opens);
        occupancy.queued(arrival, opens);
        return opens;
    }

    /** When the request gets a thread. */
    double begin(double arrival) {
        double begins = first.take(arrival);
        occupancy.queued(arrival, begins);
        return begins;
    }

    /** When the work of a request that has a thread is done. */
    double work(double begins, double holdMillis) {
        double ready = begins + stages.processingMillis();
        double works = second.take(ready);
        double ends = works + holdMillis;
        second.free(ends);
        occupancy.busy(begins, ready);
        occupancy.queued(ready, works);
        occupancy.busy(works, ends);
        return ends;
    }

    /** Gives the thread back, whether or not anybody waits for the answer any more. */
    void leave(double begins, double ends) {
        double freed = stages.kept() ? ends : begins + stages.processingMillis();
        first.free(freed);
        occupancy.threads(begins, freed);
    }
}
