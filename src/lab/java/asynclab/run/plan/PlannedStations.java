package asynclab.run.plan;

import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.model.Stages;
import asynclab.model.Station;
import java.util.List;
import java.util.Locale;

/**
 * What limits the requests of an arm besides request threads, and what they need of it. A request computes, then it waits in the
 * database while it holds a connection, then comes the hold time of the load, in which it holds nothing else. The servlets of such an
 * arm are {@code /phases} and {@code /phases-async}. Immutable.
 *
 * @param cpuMs how long a request computes
 * @param overheadMs the processor time that the server needs for a request besides, as measured before
 * @param connectionMs how long a request waits in the database
 * @param connections the size of the connection pool; null for no pool that limits
 * @param processors to which the server is pinned; null for all
 * @param virtual whether the request threads are virtual, so that their number does not limit
 * @param limit the permits in front of the request threads; null for none
 */
public record PlannedStations(
        double cpuMs,
        double overheadMs,
        int connectionMs,
        Integer connections,
        Integer processors,
        boolean virtual,
        Integer limit) {

    /** The server as the model has it. @param threads its request threads @param kept whether a request keeps its thread */
    public Stages stages(Station threads, boolean kept) {
        Station pool = connections == null ? Station.unlimited() : Station.connections(connections, 0);
        var stages = new Stages(virtual ? Station.unlimited() : threads, 0, kept, pool)
                .with(List.of(
                        Phase.processor(cpuMs + overheadMs), Phase.connection(connectionMs), Phase.hold(Need.NOTHING)));
        if (processors != null) stages = virtual ? stages.onCarriers(processors) : stages.onProcessors(processors);
        return limit == null ? stages : stages.behind(Station.limit(limit));
    }

    /** The part of a request's query that it determines, with a leading {@code &}. */
    public String query() {
        return String.format(Locale.ROOT, "&cpuMs=%s&connectionMs=%d", number(cpuMs), connectionMs);
    }

    private static String number(double millis) {
        return millis == Math.rint(millis) ? Long.toString((long) millis) : Double.toString(millis);
    }
}
