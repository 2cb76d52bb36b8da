package asynclab.queueing;

import asynclab.queueing.discipline.Job;
import java.util.PriorityQueue;
import java.util.Queue;

/** The events of a simulation that are still to come, in the order of their times. Not thread-safe. */
final class SimulatedEvents {

    /** In the order in which events of the same time happen. */
    enum EventType {
        OPENED, // the connection
        PROCESSED,
        ANSWERED,
        TIMED_OUT,
        CONNECTS,
        ARRIVES
    }

    /** A request in the simulation, from its sending to its end on the server. Times are milliseconds. Not thread-safe. */
    static final class SimulatedRequest {

        /** Its stay at one of the two stages. */
        static final class Visit extends Job {

            final SimulatedRequest request;
            double begins; // its service

            Visit(SimulatedRequest request, double arrivedMillis, double plannedMillis) {
                super(arrivedMillis, plannedMillis, request.connects);
                this.request = request;
            }
        }

        final int user;
        final int loop;
        final double sent;
        boolean connects; // until its connection is open
        boolean ended; // as its client sees it
        Visit first;
        Visit second;

        /** @param connects whether the request has to open a connection first */
        SimulatedRequest(int user, int loop, double sent, boolean connects) {
            this.user = user;
            this.loop = loop;
            this.sent = sent;
            this.connects = connects;
        }
    }

    /** @param tie the order among events of the same time */
    record SimulatedEvent(double millis, long tie, EventType type, SimulatedRequest request)
            implements Comparable<SimulatedEvent> {

        @Override
        public int compareTo(SimulatedEvent other) {
            return millis < other.millis ? -1 : millis > other.millis ? 1 : Long.compare(tie, other.tie);
        }
    }

    private static final int BITS_BELOW_TYPE = 60;

    private final Queue<SimulatedEvent> later = new PriorityQueue<>();
    private SimulatedEvent next; // before all later ones, or null; a request that takes no time needs no priority queue

    /** @param order the order among events of the same time and type, below 2<sup>60</sup> */
    void add(double millis, EventType type, long order, SimulatedRequest request) {
        var event = new SimulatedEvent(millis, (long) type.ordinal() << BITS_BELOW_TYPE | order, type, request);
        SimulatedEvent first = next == null ? later.peek() : next;
        if (first != null && event.compareTo(first) >= 0) {
            later.add(event);
        } else {
            if (next != null) later.add(next);
            next = event;
        }
    }

    /** The next event, or null if there is none. */
    SimulatedEvent poll() {
        if (next == null) return later.poll();
        SimulatedEvent event = next;
        next = null;
        return event;
    }
}
