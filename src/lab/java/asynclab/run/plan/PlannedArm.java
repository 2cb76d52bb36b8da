package asynclab.run.plan;

import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.options.LabException;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * An arm of an experiment.
 *
 * @param workers the size of the second pool, or the parallelism of a common pool; none if absent
 * @param requestThreads the size of the server's pool for this arm, or null for the experiment's size
 * @param reservedThreads how many request threads Jetty reserves for new requests, see jetty.xml: absent for none, -1 for Jetty's
 *     own number
 * @param jvm flags of the server's JVM beyond the usual ones; empty if absent
 * @param minJdk the oldest Java that the arm runs on, 0 for any
 * @param stopAfterSeconds when the arm is stopped, because the author of the post stopped it; null to let the arm end
 * @param optional whether the arm runs only if it is named
 * @param published the figures of the post
 * @param stations connections, processors and a limit; null if only threads limit the arm
 * @param percent the level of the arm in a series of loads, in per cent of the arrivals; null if the arm has all arrivals
 */
public record PlannedArm(
        String name,
        String path,
        HeldBy heldBy,
        PlannedPool workers,
        Integer requestThreads,
        int reservedThreads,
        List<String> jvm,
        PlannedStations stations,
        int minJdk,
        Integer stopAfterSeconds,
        boolean optional,
        PublishedFigures published,
        Integer percent) {

    /** What a request holds while it waits. */
    public enum HeldBy {
        @JsonProperty("request-threads")
        REQUEST_THREADS,
        @JsonProperty("workers")
        WORKERS,
        @JsonProperty("common-pool")
        COMMON_POOL,
        @JsonProperty("nothing")
        NOTHING
    }

    public PlannedArm {
        workers = workers == null ? PlannedPool.NONE : workers;
        jvm = jvm == null ? List.of() : jvm;
        published = published == null ? PublishedFigures.NONE : published;
    }

    /** An arm that no experiment has. */
    public static PlannedArm of(String name, String path, HeldBy heldBy) {
        return of(name, path, heldBy, PlannedPool.NONE, null);
    }

    /** The same with workers and with further limits. @param stations null for none */
    public static PlannedArm of(
            String name, String path, HeldBy heldBy, PlannedPool workers, PlannedStations stations) {
        return new PlannedArm(
                name, path, heldBy, workers, null, 0, List.of(), stations, 0, null, false, PublishedFigures.NONE, null);
    }

    /** The same arm at a level of the load. Its name contains the level: {@code blocking-150}. */
    PlannedArm at(int level) {
        return copy(name + "-" + level, path, workers, stations, stopAfterSeconds, published, level);
    }

    private PlannedArm copy(
            String name,
            String path,
            PlannedPool workers,
            PlannedStations stations,
            Integer stopAfterSeconds,
            PublishedFigures published,
            Integer percent) {
        return new PlannedArm(
                name,
                path,
                heldBy,
                workers,
                requestThreads,
                reservedThreads,
                jvm,
                stations,
                minJdk,
                stopAfterSeconds,
                optional,
                published,
                percent);
    }

    /** Whether the arm or its curve is among these names. */
    public boolean isAmong(List<String> names) {
        return names.contains(name) || names.contains(curve());
    }

    /** Whether requests wait where no reading of the server sees them: as virtual threads, for a permit of the container. */
    public boolean waitsUnseen() {
        return stations != null && stations.limit() != null;
    }

    /** The name without the level: the arms of one curve share it. */
    public String curve() {
        return percent == null ? name : name.substring(0, name.lastIndexOf('-'));
    }

    /** @throws LabException if a time divided by the speed is not a whole number */
    public PlannedArm faster(int speed) {
        return copy(
                name,
                path,
                workers.faster(speed),
                stations == null ? null : stations.faster(speed),
                stopAfterSeconds == null
                        ? null
                        : (Integer) LoadPlan.divided("stop of the arm (s)", stopAfterSeconds, speed),
                published.faster(speed),
                percent);
    }

    /** The same arm with the path of another service. */
    public PlannedArm at(String otherPath) {
        return copy(name, otherPath, workers, stations, stopAfterSeconds, published, percent);
    }

    /**
     * What a request needs on a server.
     *
     * @param reserved the number of reserved threads; -1 if the server is not Jetty
     * @param processingMillis how long it occupies a request thread before it is held
     * @param connected whether the clients have opened their connections before
     */
    public Stages stages(int usableThreads, int reserved, long processingMillis, boolean connected) {
        Station threads = threads(usableThreads, reserved, connected);
        if (stations != null) return stations.stages(threads, processingMillis, heldBy == HeldBy.REQUEST_THREADS);
        return switch (heldBy) {
            case REQUEST_THREADS -> new Stages(threads, processingMillis, true, Station.unlimited());
            case WORKERS -> pool(threads, processingMillis, workers.station());
            case COMMON_POOL -> pool(threads, processingMillis, Station.commonPool(workers.threads()));
            case NOTHING -> Stages.async(threads, processingMillis, Station.unlimited());
        };
    }

    private Station threads(int usable, int reserved, boolean connected) {
        if (stations != null && stations.virtual()) return Station.unlimited(); // their number may be unknown
        Station free = reserved < 0 ? Station.requestThreads(usable) : Station.jettyThreads(usable, reserved);
        return connected ? free.connected() : free;
    }

    /** The parameters of its requests besides the hold time, with a leading {@code &}. */
    public String query() {
        return workers.query() + (stations == null ? "" : stations.query());
    }

    private static Stages pool(Station threads, long processingMillis, Station pool) {
        return processingMillis == 0 ? Stages.of(pool) : Stages.async(threads, processingMillis, pool);
    }
}
