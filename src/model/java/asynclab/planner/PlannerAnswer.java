package asynclab.planner;

import java.util.Map;

/**
 * An answer to a question of the Planner, before it is written. Immutable.
 *
 * @param status of HTTP
 * @param page what becomes JSON: the answer, or the sentence that refuses it
 * @param retryAfterSeconds when a client may ask again; 0 if it makes no difference
 */
public record PlannerAnswer(int status, Object page, int retryAfterSeconds) {

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;

    static PlannerAnswer of(Object page) {
        return new PlannerAnswer(OK, page, 0);
    }

    static PlannerAnswer refused(String why) {
        return refused(Map.of("error", why));
    }

    static PlannerAnswer refused(Map<String, ?> why) {
        return new PlannerAnswer(BAD_REQUEST, why, 0);
    }

    static PlannerAnswer unavailable(int retryAfterSeconds, String why) {
        return new PlannerAnswer(UNAVAILABLE, Map.of("error", why), retryAfterSeconds);
    }
}
