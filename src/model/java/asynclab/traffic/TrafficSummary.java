package asynclab.traffic;

import java.util.Arrays;
import java.util.List;

/**
 * What an answer needs of the requests of a log. It is gathered piece by piece, so a log of any length needs the same memory. Do not change
 * what it has.
 *
 * @param epochMicros the first start on the log's clock
 * @param logged what the requests take, by the durations as logged
 * @param removed the waiting for a thread; null with several servers, and if our recorder knows the waiting
 * @param service what the requests take without this waiting and that which our recorder knows; null with several servers of other logs
 * @param longest the same if each request took as long as it may have; null if the durations are exact
 * @param remarks what the summary leaves out of the log, a sentence each
 * @param recorded what our recorder knows; null if it did not write the log
 */
record TrafficSummary(
        long epochMicros,
        TrafficStatistics statistics,
        Demand logged,
        QueueingRemoved removed,
        Demand service,
        TrafficSummary longest,
        List<String> remarks,
        RecordedParts recorded) {

    /** Of traffic that is kept as a whole. @param traffic with a request at least */
    static TrafficSummary of(Traffic traffic, Question question) {
        var gathering = new Gathering(question.pool(), question.mostRequests(), InFlight.Sweep.of(traffic));
        gathering.add(traffic, traffic.recorded() != null);
        TrafficSummary summary = gathering.summary(EndpointOrder.asRead(traffic.endpoints()));
        return traffic.unsureMicros() == 0 ? summary : summary.with(of(traffic.longest(), question), List.of());
    }

    /** The same with what is known besides. */
    TrafficSummary with(TrafficSummary longer, List<String> more) {
        return new TrafficSummary(epochMicros, statistics, logged, removed, service, longer, more, recorded);
    }

    TrafficSummary with(RecordedParts known) {
        return new TrafficSummary(epochMicros, statistics, logged, removed, service, longest, remarks, known);
    }

    /** Gathers it. Not thread-safe. */
    static final class Gathering {

        private final TrafficStatistics.Tally statistics = new TrafficStatistics.Tally();
        private final InFlight.Sweep sweep;
        private final Demand.Sums logged;
        private final QueueingRemoved removed;
        private final Demand.Sums service;
        private long epochMicros;
        private long requests;
        private long lastStart;
        private boolean recorded;
        private boolean knowsConnectionWait;

        /**
         * @param pool the threads of the server; 0 for several servers
         * @param most requests that the model replays
         */
        Gathering(int pool, int most, InFlight.Sweep sweep) {
            this.sweep = sweep;
            logged = new Demand.Sums(most);
            service = new Demand.Sums(most);
            removed = pool == 0 ? null : new QueueingRemoved(pool);
        }

        /** The next requests, in the order of their starts. @param isRecorded whether our recorder wrote them */
        void add(Traffic piece, boolean isRecorded) {
            epochMicros = piece.epochMicros();
            requests += piece.size();
            lastStart = piece.startMicros(piece.size() - 1);
            statistics.add(piece);
            sweep.add(piece);
            logged.add(piece);
            recorded |= isRecorded;
            knowsConnectionWait |= piece.knowsConnectionWait();
            if (recorded) service.add(piece.service());
            else if (removed != null) service.add(removed.of(piece));
        }

        /** The sum of the durations. */
        double heldMicros() {
            return Arrays.stream(logged.heldMicros()).sum();
        }

        /** The order of the endpoints by their time. @param read their names */
        EndpointOrder order(List<String> read) {
            return EndpointOrder.of(read, logged.heldMicros());
        }

        TrafficSummary summary(EndpointOrder order) {
            double length = Traffic.lengthMicros(lastStart, requests);
            return new TrafficSummary(
                    epochMicros,
                    statistics.statistics(order, length, sweep.end(length)),
                    logged.demand(order, length),
                    recorded ? null : removed,
                    removed == null && !recorded ? null : service.demand(order, length, knowsConnectionWait),
                    null,
                    List.of(),
                    null);
        }
    }
}
