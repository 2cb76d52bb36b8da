package asynclab.plan;

/**
 * How the client treats its connections, and which responses it accepts.
 *
 * @param timeoutMs client timeout, or null for none
 * @param keepAlive whether a user keeps its connection; true if absent
 * @param connectionMs the age at which a user replaces its connection all the same; JMeter's own 60 s if absent
 * @param body a regular expression that every response body must match; null for "ok"
 */
public record ClientPlan(Integer timeoutMs, Boolean keepAlive, Integer connectionMs, String body) {

    private static final int JMETERS_LIFETIME_MS = 60_000; // httpclient4.time_to_live

    public static final ClientPlan USUAL = lasting(JMETERS_LIFETIME_MS);

    public ClientPlan {
        keepAlive = keepAlive == null || keepAlive;
        connectionMs = connectionMs == null ? (Integer) JMETERS_LIFETIME_MS : connectionMs;
    }

    /** The usual client, whose connections last another time. */
    public static ClientPlan lasting(int connectionMs) {
        return new ClientPlan(null, true, connectionMs, null);
    }

    ClientPlan faster(int speed) {
        return new ClientPlan(
                timeoutMs == null ? null : (Integer) LoadPlan.divided("client timeout (ms)", timeoutMs, speed),
                keepAlive,
                LoadPlan.divided("lifetime of a connection (ms)", connectionMs, speed),
                body);
    }
}
