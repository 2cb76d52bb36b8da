package asynclab.model;

import asynclab.model.Phase.Need;
import asynclab.model.station.Job;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** The events of a simulation that are still to come, in the order of their times. Not thread-safe. */
final class SimulatedEvents {

    /** In the order in which events of the same time happen. */
    enum EventType {
        OPENED, // the connection
        PROCESSED, // a phase that is not the last
        COMPUTED, // a phase on shared processors
        ANSWERED,
        TIMED_OUT,
        WAITED, // as long as a station lets it
        CONNECTS,
        ARRIVES
    }

    /** A request in the simulation, from its sending to its end on the server. Times are milliseconds. Not thread-safe. */
    static final class SimulatedRequest {

        /** Its stay at one of the stations. */
        static final class Visit extends Job {

            final SimulatedRequest request;
            double begins = Double.NaN; // its service; not a number until then

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
        long timeoutNumber = -1; // the order of its timeout, until this is an event
        int server; // behind a balancer
        double holdMillis;
        boolean keepsThread;
        private List<Phase> phases;
        private int phaseNumber;
        Phase phase;
        boolean isLastPhase;
        double phaseBegins;
        Visit permit;
        Visit first;
        Visit second;

        /** @param connects whether the request has to open a connection first */
        SimulatedRequest(int user, int loop, double sent, boolean connects) {
            this.user = user;
            this.loop = loop;
            this.sent = sent;
            this.connects = connects;
        }

        /** Gives it its phases. It is in the first one then. */
        void needs(List<Phase> inOrder) {
            phases = inOrder;
            toPhase(0);
        }

        void toNextPhase() {
            toPhase(phaseNumber + 1);
        }

        private void toPhase(int number) {
            phaseNumber = number;
            phase = phases.get(number);
            isLastPhase = number == phases.size() - 1;
        }

        /** Whether it computes in the phase after this one. */
        boolean computesNext() {
            return !isLastPhase && phases.get(phaseNumber + 1).need() == Need.PROCESSOR;
        }
    }

    private record WaitEnd(double millis, long tie, SimulatedRequest request) {}

    /**
     * The ends of waits, of which those that last equally long come in the order of their begins. Of these only the first is in the heap,
     * because most are out of date when they come.
     */
    private static final class EndsOfWaits {

        private final Queue<WaitEnd> later = new ArrayDeque<>(); // none before one that is in the heap
        private int inHeap;
        private double lastMillis;
        private long lastTie;

        /** Whether it keeps this event, which comes after one that is in the heap. If not, the event belongs there. */
        boolean keeps(double at, long tie, SimulatedRequest request) {
            boolean isLast = inHeap == 0 || at > lastMillis || at == lastMillis && tie > lastTie;
            if (isLast) {
                lastMillis = at;
                lastTie = tie;
            }
            if (isLast && inHeap > 0) return later.add(new WaitEnd(at, tie, request));
            inHeap++;
            return false;
        }

        /** One of them has left the heap, and the next one takes its place. */
        void removedFrom(EventHeap heap) {
            WaitEnd next = later.poll();
            if (next == null) inHeap--;
            else heap.add(next.millis, next.tie, next.request);
        }
    }

    private static final int BITS_BELOW_TYPE = 60;
    private static final EventType[] TYPES = EventType.values();

    private final EventHeap heap = new EventHeap();
    private final EndsOfWaits timeouts = new EndsOfWaits();
    private final EndsOfWaits waits = new EndsOfWaits();

    /** @param order the order among events of the same time and type, below 2<sup>60</sup> */
    void add(double at, EventType type, long order, SimulatedRequest request) {
        long tie = (long) type.ordinal() << BITS_BELOW_TYPE | order;
        EndsOfWaits ends = ends(type);
        if (ends == null || !ends.keeps(at, tie, request)) heap.add(at, tie, request);
    }

    private EndsOfWaits ends(EventType type) {
        if (type == EventType.WAITED) return waits;
        return type == EventType.TIMED_OUT ? timeouts : null;
    }

    boolean isEmpty() {
        return heap.isEmpty();
    }

    /** The time of the next event. */
    double millis() {
        return heap.millis();
    }

    EventType type() {
        return TYPES[(int) (heap.tie() >>> BITS_BELOW_TYPE)];
    }

    /** Removes the next event. */
    SimulatedRequest remove() {
        EndsOfWaits ends = ends(type());
        SimulatedRequest removed = heap.remove();
        if (ends != null) ends.removedFrom(heap);
        return removed;
    }
}
