package asynclab.traffic;

import asynclab.model.RecordedWorkload.Recording;
import java.util.BitSet;

/**
 * A part of the traffic as a recording: some requests in a row, without some endpoints. Immutable.
 *
 * @param from the first request
 * @param size the number of requests
 * @param without the endpoints that are not sent
 * @param share the part of each duration that counts, from 0 to 1
 */
record TrafficWindow(Traffic traffic, int from, int size, BitSet without, double share) implements Recording {

    /** The busiest requests in a row, up to this number: those with the most requests in flight. */
    static TrafficWindow busiest(Traffic traffic, int most) {
        int size = Math.min(most, traffic.size());
        int busiest = 0;
        double held = 0;
        double heldMost = 0;
        for (int i = 0; i < traffic.size(); i++) {
            held += traffic.durationMicros(i);
            if (i >= size) held -= traffic.durationMicros(i - size);
            int from = i + 1 - size;
            if (from < 0) continue;
            double inFlight = held / Math.max(1, traffic.startMicros(i) - traffic.startMicros(from));
            if (from > 0 && inFlight <= heldMost) continue;
            heldMost = inFlight;
            busiest = from;
        }
        return new TrafficWindow(traffic, busiest, size, new BitSet(), 1);
    }

    /** The same without these endpoints, and another share of each duration. */
    TrafficWindow with(BitSet left, double counted) {
        return new TrafficWindow(traffic, from, size, left, counted);
    }

    boolean isAll() {
        return size == traffic.size();
    }

    /** The number of requests that are sent. */
    int included() {
        int number = 0;
        for (int i = 0; i < size; i++) if (includes(i)) number++;
        return number;
    }

    @Override
    public double startMillis(int request) {
        return (traffic.startMicros(from + request) - traffic.startMicros(from)) / 1e3;
    }

    @Override
    public double holdMillis(int request) {
        return share * traffic.durationMicros(from + request) / 1e3;
    }

    @Override
    public boolean includes(int request) {
        return !without.get(traffic.endpoint(from + request));
    }
}
