package asynclab.traffic;

import asynclab.model.Phase;
import asynclab.model.RecordedWorkload.Recording;
import java.util.BitSet;
import java.util.List;

/**
 * A part of the traffic as a recording: some requests in a row. Immutable.
 *
 * @param from the first request
 * @param size the number of requests
 * @param async the endpoints whose requests keep no thread while they wait
 * @param phases of each endpoint's requests; empty if all of them only wait
 */
record TrafficWindow(Traffic traffic, int from, int size, BitSet async, List<List<Phase>> phases) implements Recording {

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
        return new TrafficWindow(traffic, busiest, size, new BitSet(), List.of());
    }

    /** The same requests with other needs. */
    TrafficWindow with(BitSet others, List<List<Phase>> needs) {
        return new TrafficWindow(traffic, from, size, others, needs);
    }

    boolean isAll() {
        return size == traffic.size();
    }

    @Override
    public double startMillis(int request) {
        return (traffic.startMicros(from + request) - traffic.startMicros(from)) / 1e3;
    }

    @Override
    public double holdMillis(int request) {
        return traffic.durationMicros(from + request) / 1e3;
    }

    @Override
    public List<Phase> phases(int request, List<Phase> usual) {
        return phases.isEmpty() ? usual : phases.get(traffic.endpoint(from + request));
    }

    @Override
    public boolean keepsThread(int request, boolean usual) {
        return !async.get(traffic.endpoint(from + request));
    }
}
