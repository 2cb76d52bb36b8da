package asynclab.model;

import asynclab.model.Phase.Need;
import asynclab.model.station.Job;
import java.util.Arrays;
import java.util.List;

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

    private static final int BITS_BELOW_TYPE = 60;
    private static final EventType[] TYPES = EventType.values();

    // A heap in arrays. With a PriorityQueue of records the searches of ExplanationTest took a third longer.
    private double[] millis = new double[64];
    private long[] ties = new long[64]; // the type and the order of each event
    private SimulatedRequest[] requests = new SimulatedRequest[64];
    private int size;

    /** @param order the order among events of the same time and type, below 2<sup>60</sup> */
    void add(double at, EventType type, long order, SimulatedRequest request) {
        if (size == millis.length) grow();
        rise(size++, at, (long) type.ordinal() << BITS_BELOW_TYPE | order, request);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The time of the next event. */
    double millis() {
        return millis[0];
    }

    EventType type() {
        return TYPES[(int) (ties[0] >>> BITS_BELOW_TYPE)];
    }

    /** The order of the next event among those of its time and type. */
    long order() {
        return ties[0] & (1L << BITS_BELOW_TYPE) - 1;
    }

    /** Removes the next event. */
    SimulatedRequest remove() {
        SimulatedRequest removed = requests[0];
        size--;
        int hole = sinkHole();
        rise(hole, millis[size], ties[size], requests[size]);
        requests[size] = null;
        return removed;
    }

    /** Moves the hole at the root down to a leaf, each time with the earlier child. The last event of the heap, a late one, fills it. */
    private int sinkHole() {
        double[] times = millis; // local, because a field would be read again after each write
        long[] orders = ties;
        SimulatedRequest[] of = requests;
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            int other = child + 1;
            double at = times[child];
            if (other < size && (times[other] < at || times[other] == at && orders[other] < orders[child]))
                child = other;
            times[hole] = times[child];
            orders[hole] = orders[child];
            of[hole] = of[child];
            hole = child;
        }
        return hole;
    }

    /** Puts an event in a place, and moves it up as long as it is before its parent. */
    private void rise(int from, double at, long tie, SimulatedRequest request) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) / 2;
            double before = millis[parent];
            if (at > before || at == before && tie > ties[parent]) break;
            millis[place] = before;
            ties[place] = ties[parent];
            requests[place] = requests[parent];
            place = parent;
        }
        millis[place] = at;
        ties[place] = tie;
        requests[place] = request;
    }

    private void grow() {
        millis = Arrays.copyOf(millis, 2 * size);
        ties = Arrays.copyOf(ties, 2 * size);
        requests = Arrays.copyOf(requests, 2 * size);
    }
}
