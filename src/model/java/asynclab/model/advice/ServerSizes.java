package asynclab.model.advice;

import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Station;
import java.util.List;

/**
 * How large the stations of a server are, and how long a request holds each. The server is the same for each threading model. The
 * threading model decides how long a request has a thread. Immutable.
 *
 * @param limit a concurrency limit in front of the threads, or {@link Station#unlimited}
 * @param threads the platform threads for requests
 * @param processingMillis processor time of a request, before its hold time, in milliseconds
 * @param processors which requests share, or {@link Simulation#UNLIMITED}: then processing takes a thread for its time and no longer
 * @param second a connection pool or a backend, or {@link Station#unlimited}
 * @param share of the hold time for which a request holds a server of the second station, from 0 to 1; this part comes first
 */
public record ServerSizes(
        Station limit, Station threads, double processingMillis, int processors, Station second, double share) {

    /** Threads and a second station for the whole hold time. Nothing else limits the server. */
    public static ServerSizes of(Station threads, double processingMillis, Station second) {
        return new ServerSizes(Station.unlimited(), threads, processingMillis, Simulation.UNLIMITED, second, 1);
    }

    /** The same with another share of the hold time. */
    public ServerSizes withShare(double other) {
        return new ServerSizes(limit, threads, processingMillis, processors, second, other);
    }

    /** A request keeps its thread to the end. */
    public Stages blocking() {
        return complete(Stages.blocking(threads, processingMillis, second), share);
    }

    /** A request has a thread while it is processed. */
    public Stages async() {
        return complete(Stages.async(threads, processingMillis, second), share);
    }

    /** A request keeps a virtual thread to the end. Their number has no limit. Those that compute take turns on the processors. */
    public Stages virtual() {
        Stages stages = complete(new Stages(Station.unlimited(), processingMillis, false, second), share);
        boolean takeTurns = processingMillis > 0 && processors != Simulation.UNLIMITED;
        return takeTurns ? stages.onCarriers(processors) : stages;
    }

    /** A request thread hands the request over to a worker, for its hold time. The narrower of workers and backend limits it. */
    public Stages workers(Station workers) {
        return complete(Stages.async(threads, processingMillis, workers.orNarrower(second)), 1);
    }

    private Stages complete(Stages stages, double held) {
        Stages limited = stages.onProcessors(processors).behind(limit);
        if (held == 1) return limited;
        return limited.with(List.of(
                Phase.processor(processingMillis),
                new Phase(Need.CONNECTION, 0, held),
                new Phase(Need.NOTHING, 0, 1 - held)));
    }
}
