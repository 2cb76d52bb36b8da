package asynclab.accesslog.format;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a field of a line says of its request, such as {@code duration:ms}. Immutable.
 *
 * @param unit of a duration; null if only the values can tell, and for other roles
 */
public record FieldRole(Role role, DurationUnit unit) {

    /** What a field can be. */
    public enum Role {
        /** The time of the line. Its format says whether it is the start or the end of the request. */
        TIME,
        /** A part of a second that is added to the time. */
        FRACTION,
        /** A date whose time of day is in another field. */
        DATE,
        /** The zone of a time that has none, such as {@code +0100}. */
        ZONE,
        START,
        END,
        METHOD,
        PATH,
        /** The first line of a request, such as {@code GET /a HTTP/1.1}. */
        REQUEST,
        STATUS,
        /** From the first byte of the request to the last of the response, as the writer of the log saw it. */
        DURATION,
        /** What the server behind a proxy took. */
        SERVER,
        /** The same until the headers of its response arrived. The time to write the body is not in it. */
        HEADERS,
        /** The time to connect to the server; -1 if no connection was made, as HAProxy writes it. */
        TRIED,
        /** The time in a queue before a server began. */
        WAIT,
        /** The time to receive the request, before the queue. */
        READ,
        /** The time to connect to the server. */
        CONNECT,
        /** The processor time of all threads that served the request, as our recorder measured it. */
        PROCESSOR,
        /** The waiting for connections of a pool, after the server began. */
        CONNECTION_WAIT,
        /** The time during which connections of a pool were held. */
        CONNECTION_HELD,
        /** Whether the request was asynchronous: {@code yes} or {@code no}. */
        ASYNC,
        /** Where the waiting before the server began: {@code proxy} and {@code pool} are before the waiting for a thread. */
        WAIT_FROM,
        /** The server behind a proxy that got the request; a dash if none did. */
        UPSTREAM,
        /** What a cache in front of the servers did, such as {@code Hit}. */
        CACHE,
        /** A word that is not read. */
        SKIPPED,
        /** Any text that is not read, such as a user agent without quotes. */
        REST;

        /** Whether it is a length of time. */
        public boolean isDuration() {
            return ordinal() >= DURATION.ordinal() && ordinal() <= CONNECTION_HELD.ordinal();
        }

        /** How a format names it, such as {@code duration}. */
        public String id() {
            return this == SKIPPED ? "*" : this == REST ? "**" : name().toLowerCase(Locale.ROOT);
        }
    }

    public static final FieldRole SKIPPED = of(Role.SKIPPED);

    /** A role without a unit. */
    public static FieldRole of(Role role) {
        return new FieldRole(role, null);
    }

    /**
     * A role and perhaps a unit, such as {@code status} or {@code duration:ms}.
     *
     * @throws UnreadableLog if there is no such role or unit
     */
    @JsonCreator
    public static FieldRole of(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Role role = Arrays.stream(Role.values())
                .filter(it -> it.id().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnreadableLog("A field must be one of "
                        + Arrays.stream(Role.values()).map(Role::id).collect(Collectors.joining(", "))
                        + ", but was \"" + name + "\"."));
        return new FieldRole(role, colon < 0 ? null : DurationUnit.of(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return unit == null ? role.id() : role.id() + ":" + unit.id();
    }
}
