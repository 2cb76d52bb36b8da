package asynclab.accesslog;

import java.util.regex.Pattern;

/** Requests that are counted apart, because they would distort what the log says of the traffic. */
public enum Apart {
    WEBSOCKET("WebSocket connections (status 101)"),
    STREAM("requests of over ten minutes, such as event streams"),
    NO_REQUEST("connections without a request line"),
    HEALTH("health checks");

    private static final double LONGEST_MICROS = 600e6;
    private static final Pattern HEALTH_PATH = Pattern.compile(
            "(/[\\w.-]+)?/(health|healthz|healthcheck|health-check|health_check|livez|readyz|liveness|readiness|ping|heartbeat"
                    + "|actuator/health|health/(live|ready|liveness|readiness|started)|q/health(/\\w+)?)/?");
    private static final int MOST_CHARACTERS = 60;

    private final String words;

    Apart(String words) {
        this.words = words;
    }

    /** What a table calls them. */
    public String words() {
        return words;
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
        int query = path.indexOf('?');
        String plain = query < 0 ? path : path.substring(0, query);
        return plain.length() < MOST_CHARACTERS && HEALTH_PATH.matcher(plain).matches() ? HEALTH : null;
    }
}
