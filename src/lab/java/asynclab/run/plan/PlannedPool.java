package asynclab.run.plan;

import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.model.Station;
import asynclab.model.station.ApplicationQueue.QueueRule;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;

/**
 * The workers of an arm. An experiment's file has the number of workers. It has an object instead if requests wait for the
 * workers in the application's own queue. {@code web.xml} sets up this queue for the arm's path.
 *
 * @param threads 0 if no worker holds the request
 * @param discipline one of the names in {@link Discipline}; null if the pool serves in order of arrival
 * @param limit the limit of the disciplines {@code bounded} and {@code adaptive}; 0 if absent
 * @param clientTimeoutMs the client timeout that each request states to the queue; 0 if requests state none
 * @param timeoutMs the server's own timeout of a request, above the client timeout; 0 for the long timeout of {@code web.xml}
 */
public record PlannedPool(int threads, String discipline, int limit, int clientTimeoutMs, int timeoutMs) {

    public static final PlannedPool NONE = of(0);

    public PlannedPool {
        if (discipline != null) Discipline.of(discipline); // throws if there is no such discipline
    }

    /** Workers without a queue of the application. */
    @JsonCreator
    public static PlannedPool of(int threads) {
        return new PlannedPool(threads, null, 0, 0, 0);
    }

    PlannedPool faster(int speed) {
        return new PlannedPool(
                threads,
                discipline,
                limit,
                LoadPlan.divided("client timeout (ms)", clientTimeoutMs, speed),
                LoadPlan.divided("timeout of the server (ms)", timeoutMs, speed));
    }

    Station station() {
        return discipline == null
                ? Station.workers(threads)
                : Station.queue(threads, new QueueRule(queue(), timeoutMs));
    }

    private QueueSettings queue() {
        return QueueSettings.of(Discipline.of(discipline))
                .with(QueueSetting.LIMIT, limit)
                .with(QueueSetting.CLIENT_TIMEOUT_MILLIS, clientTimeoutMs);
    }

    /** The settings of the application that make this queue. Empty for a pool without a queue. */
    public List<String> jvmFlags() {
        return discipline == null
                ? List.of()
                : List.of("-Dasynclab.queue-servers=" + threads, "-Dasynclab.queue-limit=" + limit);
    }

    /** The parameters of each request for the queue, as the end of a query. */
    public String query() {
        return (clientTimeoutMs == 0 ? "" : "&clientTimeoutMs=" + clientTimeoutMs)
                + (timeoutMs == 0 ? "" : "&timeoutMs=" + timeoutMs);
    }
}
