package asynclab.run.plan;

import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.model.Stages;
import asynclab.model.Station;
import java.util.List;
import java.util.Locale;

/**
 * The limits of an arm besides request threads, and what a request needs of them. First a request computes. Then it waits in the
 * database and holds a connection. Last it waits for the hold time of the load, and needs neither processor nor connection. The
 * servlets of an arm that computes or needs a connection are {@code /phases} and {@code /phases-async}. Immutable.
 *
 * @param cpuMs how long a request computes
 * @param overheadMs the additional processor time of the server for a request, as measured before
 * @param connectionMs how long a request waits in the database
 * @param connections the size of the connection pool; null if no connection pool limits
 * @param processors the number of processors to which the server is pinned; null for all
 * @param virtual whether the request threads are virtual, so that their number does not limit
 * @param limit the permits in front of virtual threads; null for none
 */
public record PlannedStations(
        double cpuMs,
        double overheadMs,
        int connectionMs,
        Integer connections,
        Integer processors,
        boolean virtual,
        Integer limit) {

    /** @throws IllegalArgumentException for a limit in front of threads that are not virtual */
    public PlannedStations {
        if (limit != null && !virtual)
            throw new IllegalArgumentException("A limit in front of the request threads needs virtual threads.");
    }

    /**
     * The server in the model.
     *
     * @param threads its request threads
     * @param processingMillis how long a request occupies a request thread before it is held
     * @param kept whether a request keeps its thread
     */
    public Stages stages(Station threads, long processingMillis, boolean kept) {
        Station pool = connections == null ? Station.unlimited() : Station.connections(connections, 0);
        var stages = new Stages(virtual ? Station.unlimited() : threads, 0, kept, pool)
                .with(List.of(
                        Phase.processor(processingMillis + cpuMs + overheadMs),
                        Phase.connection(connectionMs),
                        Phase.hold(Need.NOTHING)));
        if (processors != null) stages = virtual ? stages.onCarriers(processors) : stages.onProcessors(processors);
        return limit == null ? stages : stages.behind(Station.limit(limit));
    }

    /** The overhead stays, because the server itself gets no faster. */
    PlannedStations faster(int speed) {
        return new PlannedStations(
                cpuMs / speed,
                overheadMs,
                LoadPlan.divided("time on a connection (ms)", connectionMs, speed),
                connections,
                processors,
                virtual,
                limit);
    }

    /** The part of a request's query for these limits, with a leading {@code &}; empty if a request needs none of them. */
    public String query() {
        if (cpuMs == 0 && connectionMs == 0) return "";
        return String.format(Locale.ROOT, "&cpuMs=%s&connectionMs=%d", number(cpuMs), connectionMs);
    }

    private static String number(double millis) {
        return millis == Math.rint(millis) ? Long.toString((long) millis) : Double.toString(millis);
    }
}
