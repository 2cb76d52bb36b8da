package asynclab.accesslog;

import java.util.Set;

/** Requests that are counted apart, because they would distort what the log says of the traffic. */
public enum Apart {
    WEBSOCKET("WebSocket connection%s (status 101)"),
    STREAM("request%s of over ten minutes, such as event streams"),
    NO_REQUEST("connection%s without a request line"),
    HEALTH("health check%s");

    private static final double LONGEST_MICROS = 600e6;
    /** The last part of the path of a health check. */
    private static final Set<String> HEALTH_PATHS = Set.of(
            ("health healthz healthcheck health-check health_check livez readyz liveness readiness ping heartbeat")
                    .split(" "));
    /** What follows {@code health/}. */
    private static final Set<String> HEALTH_GROUPS =
            Set.of("live", "ready", "liveness", "readiness", "started", "well");

    private static final int LONGEST_PART = 15;

    private final String words;

    Apart(String words) {
        this.words = words;
    }

    /** What a table calls so many of them. */
    public String words(long number) {
        return words.formatted(number == 1 ? "" : "s");
    }

    /**
     * Which kind a request is; null if it is traffic.
     *
     * @param hasPaths whether the format of the log has paths
     */
    static Apart of(String path, int status, double micros, boolean hasPaths) {
        if (status == 101) return WEBSOCKET;
        if (hasPaths && path.isEmpty()) return NO_REQUEST;
        if (micros > LONGEST_MICROS) return STREAM;
        return isHealth(path) ? HEALTH : null;
    }

    private static boolean isHealth(String path) {
        int query = path.indexOf('?');
        int end = query < 0 ? path.length() : query;
        if (end > 1 && path.charAt(end - 1) == '/') end--;
        int slash = path.lastIndexOf('/', end - 1);
        if (slash < 0 || end - slash > LONGEST_PART || end - slash < 4 || "hlprsw".indexOf(path.charAt(slash + 1)) < 0)
            return false;
        String last = path.substring(slash + 1, end);
        return HEALTH_PATHS.contains(last)
                || HEALTH_GROUPS.contains(last) && path.lastIndexOf("/health/", slash) == slash - "/health".length();
    }
}
