package asynclab.discipline;

/** A setting of a queue: its name in {@code web.xml} and in a query of {@code /predict}, its range and its default. */
public enum QueueSetting {
    /** Requests that are served at the same time. */
    SERVERS("servers", null, "servers", 1, 10_000, 8),
    /** Requests that may wait, for {@code bounded}. For {@code adaptive} the learnt limit is at most the servers plus this. */
    LIMIT("limit", "limit", "queue limit (requests)", 0, 1_000_000, 100),
    /** The longest wait under overload. */
    TARGET_MILLIS("target-millis", "targetMs", "CoDel target (ms)", 1, 600_000, 5),
    /** The longest wait otherwise, and the time without an empty line that makes an overload. */
    INTERVAL_MILLIS("interval-millis", "intervalMs", "CoDel interval (ms)", 1, 600_000, 100),
    /** The way of a request and of its answer. */
    MARGIN_MILLIS("margin-millis", "marginMs", "margin for the network (ms)", 0, 600_000, 50),
    /** The expected time of service, if the request does not say one. */
    EXPECTED_MILLIS("expected-millis", null, "expected time of service (ms)", 0, 600_000, 0),
    /** The client timeout of requests that do not say one; 0 if it is unknown. */
    CLIENT_TIMEOUT_MILLIS("client-timeout-millis", "deadlineMs", "known client timeout (ms)", 0, 600_000, 0),
    /** What a shed client is told. */
    RETRY_AFTER_SECONDS("retry-after-seconds", null, "Retry-After (s)", 0, 3_600, 1);

    private final String id;
    private final String parameter;
    private final String title;
    private final int min;
    private final int max;
    private final int absent;

    QueueSetting(String id, String parameter, String title, int min, int max, int absent) {
        this.id = id;
        this.parameter = parameter;
        this.title = title;
        this.min = min;
        this.max = max;
        this.absent = absent;
    }

    /** The init-param. A setting of the application has {@code queue-} before it. */
    public String id() {
        return id;
    }

    /** The parameter of {@code /predict}, or null if a prediction does not need it. */
    public String parameter() {
        return parameter;
    }

    /** What a page calls it. */
    public String title() {
        return title;
    }

    /** The least value. */
    public int min() {
        return min;
    }

    /** The greatest value. */
    public int max() {
        return max;
    }

    /** The default value. */
    public int absent() {
        return absent;
    }
}
