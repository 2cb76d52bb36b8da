package asynclab.model;

import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.Arrays;

/** Requests in the order of moments, and of a number where these are equal. Not thread-safe. */
final class EventHeap {

    // A heap in arrays. With a PriorityQueue of records the searches of ExplanationTest took a third longer.
    private double[] millis = new double[64];
    private long[] ties = new long[64];
    private SimulatedRequest[] requests = new SimulatedRequest[64];
    private int size;

    /** @param tie the order among those of the same moment */
    void add(double at, long tie, SimulatedRequest request) {
        if (size == millis.length) grow();
        rise(size++, at, tie, request);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The moment of the first one. */
    double millis() {
        return millis[0];
    }

    /** The order of the first one among those of its moment. */
    long tie() {
        return ties[0];
    }

    /** The first one. */
    SimulatedRequest request() {
        return requests[0];
    }

    /** Removes the first one. */
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
