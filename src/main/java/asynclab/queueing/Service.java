package asynclab.queueing;

import java.util.PriorityQueue;

/**
 * One run of {@link Stages}: the time at which each request gets a thread and a server of the second stage. Requests must come
 * in order of arrival. Times are milliseconds. Not thread-safe.
 */
final class Service {

    /** The servers of one stage, by the time at which they are free. The next request takes the first. */
    private record FreeServers(int count, PriorityQueue<Double> freeAt) {

        FreeServers(Station station) {
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
    private final FreeServers first;
    private final FreeServers second;
    private final Occupancy occupancy;

    Service(Stages stages, Occupancy occupancy) {
        this.stages = stages;
        this.first = new FreeServers(stages.first());
        this.second = new FreeServers(stages.second());
        this.occupancy = occupancy;
    }

    /** The time at which a new connection is open. Opening needs a thread, but takes no time. */
    double connect(double arrival) {
        double opens = first.take(arrival);
        first.free(opens);
        occupancy.queued(arrival, opens);
        return opens;
    }

    /** The time at which the request gets a thread. */
    double begin(double arrival) {
        double begins = first.take(arrival);
        occupancy.queued(arrival, begins);
        return begins;
    }

    /** The time at which the work of a request is done. The request has a thread. */
    double work(double begins, double holdMillis) {
        double ready = begins + stages.processingMillis();
        double workBegins = second.take(ready);
        double ends = workBegins + holdMillis;
        second.free(ends);
        occupancy.busy(begins, ready);
        occupancy.queued(ready, workBegins);
        occupancy.busy(workBegins, ends);
        return ends;
    }

    /** Returns the thread, also after a client timeout. */
    void leave(double begins, double ends) {
        double freed = stages.kept() ? ends : begins + stages.processingMillis();
        first.free(freed);
        occupancy.threads(begins, freed);
    }
}
