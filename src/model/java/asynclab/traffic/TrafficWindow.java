package asynclab.traffic;

import asynclab.model.Phase;
import asynclab.model.RecordedWorkload.Recording;
import java.util.BitSet;
import java.util.List;

/**
 * Requests in a row as a recording. Immutable.
 *
 * @param async the endpoints whose requests keep no thread while they wait
 * @param phases of each endpoint's requests; empty if all of them only wait
 * @param own of each request, where the log knows more than of its endpoint; empty if it knows no more
 */
record TrafficWindow(Traffic traffic, BitSet async, List<List<Phase>> phases, List<List<Phase>> own)
        implements Recording {

    static TrafficWindow of(Traffic traffic) {
        return new TrafficWindow(traffic, new BitSet(), List.of(), List.of());
    }

    /** The same requests with other needs. */
    TrafficWindow with(BitSet others, List<List<Phase>> needs, List<List<Phase>> each) {
        return new TrafficWindow(traffic, others, needs, each);
    }

    @Override
    public int size() {
        return traffic.size();
    }

    @Override
    public double startMillis(int request) {
        return (traffic.startMicros(request) - traffic.startMicros(0)) / 1e3;
    }

    @Override
    public double holdMillis(int request) {
        return traffic.durationMicros(request) / 1e3;
    }

    @Override
    public List<Phase> phases(int request, List<Phase> usual) {
        if (!own.isEmpty()) return own.get(request);
        return phases.isEmpty() ? usual : phases.get(traffic.endpoint(request));
    }

    @Override
    public boolean keepsThread(int request, boolean usual) {
        return !async.get(traffic.endpoint(request));
    }
}
