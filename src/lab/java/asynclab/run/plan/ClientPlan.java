package asynclab.run.plan;

import asynclab.model.Workload.Fall;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * How the client treats its connections, which responses it accepts, and when users leave.
 *
 * @param timeoutMs client timeout, or null for none
 * @param keepAlive whether a user keeps its connection; true if absent
 * @param connectionMs the age at which a user replaces a connection that it has kept; JMeter's default of 60 s if absent
 * @param body a regular expression that every response body must match; null for "ok"
 * @param falls when the load falls, because users leave; empty if absent
 */
public record ClientPlan(
        Integer timeoutMs,
        Boolean keepAlive,
        Integer connectionMs,
        String body,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlannedFall> falls) {

    /**
     * Users leave before their time. The first users of each hundred leave first.
     *
     * @param atSeconds seconds from the first user's start; the users that leave send no request after this time
     * @param percent the percentage of all users that have left by then
     */
    public record PlannedFall(int atSeconds, int percent) {

        Fall toModel() {
            return new Fall(atSeconds * 1_000L, percent);
        }
    }

    private static final int JMETERS_LIFETIME_MS = 60_000; // httpclient4.time_to_live

    public static final ClientPlan USUAL = new ClientPlan(null, true, JMETERS_LIFETIME_MS, null, List.of());

    public ClientPlan {
        keepAlive = keepAlive == null || keepAlive;
        connectionMs = connectionMs == null ? (Integer) JMETERS_LIFETIME_MS : connectionMs;
        falls = falls == null ? List.of() : List.copyOf(falls);
        int left = 0;
        for (PlannedFall fall : falls) {
            if (fall.percent <= left || fall.percent > 100)
                throw new IllegalArgumentException(
                        "The falls of the load must have increasing percentages up to 100, but were " + falls + ".");
            left = fall.percent;
        }
    }

    ClientPlan faster(int speed) {
        return new ClientPlan(
                timeoutMs == null ? null : (Integer) LoadPlan.divided("client timeout (ms)", timeoutMs, speed),
                keepAlive,
                LoadPlan.divided("lifetime of a connection (ms)", connectionMs, speed),
                body,
                falls.stream()
                        .map(fall -> new PlannedFall(
                                LoadPlan.divided("fall of the load (s)", fall.atSeconds, speed), fall.percent))
                        .toList());
    }
}
