package asynclab.exchange;

import java.util.Locale;

/** How an exchange ended. Every request that enters has exactly one. The ledger, its readers and the book take their lists from here. */
public enum Ending {
    ANSWERED("its answer, or 400"),
    TIMED_OUT("503 with Retry-After: its deadline passed first"),
    FAILED("500 after an exception, or 502 if a backend failed"),
    CLIENT_GONE("nothing: the connection was broken when the answer was written"),
    SHED("503 with Retry-After: a queue of the application refused it, or dropped it"),
    REJECTED("503 with Retry-After, before any work"),
    DRAINED("503 with Retry-After: the application was being stopped");

    private final String http;

    Ending(String http) {
        this.http = http;
    }

    /** What the client gets. */
    public String http() {
        return http;
    }

    /** Its name in a metric, such as {@code timed_out}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its name for a person, such as {@code timed out}. */
    public String title() {
        return label().replace('_', ' ');
    }

    /** Its name in JSON and in JMX, such as {@code timedOut}. */
    public String id() {
        String label = label();
        int end = label.indexOf('_');
        return end < 0 ? label : label.substring(0, end) + name().charAt(end + 1) + label.substring(end + 2);
    }
}
