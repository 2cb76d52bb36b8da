package asynclab.run.plan;

import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.model.Station;
import asynclab.model.station.ApplicationQueue.QueueRule;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;

/**
 * The workers of an arm. In an experiment's file it is their number, or an object if the application's own queue is in front of them, as
 * {@code web.xml} sets it up for the arm's path.
 *
 * @param threads 0 if no worker holds the request
 * @param discipline one of the names in {@link Discipline}; null if the pool serves in order of arrival
 * @param limit of {@code bounded} and {@code adaptive}; 0 if absent
 * @param clientTimeoutMs the client timeout that each request tells the queue; 0 if absent, then it tells none
 * @param timeoutMs the server's own timeout of a request, above the client timeout; 0 if absent, for the long one of {@code web.xml}
 */
public record PlannedPool(int threads, String discipline, int limit, int clientTimeoutMs, int timeoutMs) {

    public static final PlannedPool NONE = of(0);

    public PlannedPool {
        if (discipline != null) Discipline.of(discipline); // throws if there is none
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

    /** The settings of the application that make this queue; none for a pool without one. */
    public List<String> jvmFlags() {
        return discipline == null
                ? List.of()
                : List.of("-Dasynclab.queue-servers=" + threads, "-Dasynclab.queue-limit=" + limit);
    }

    /** What each request says of itself, as the end of a query. */
    public String query() {
        return (clientTimeoutMs == 0 ? "" : "&clientTimeoutMs=" + clientTimeoutMs)
                + (timeoutMs == 0 ? "" : "&timeoutMs=" + timeoutMs);
    }
}
