package asynclab.accesslog.format;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The unit of a duration in a log. */
public enum DurationUnit {
    NANOSECONDS("ns", 1e-3),
    MICROSECONDS("us", 1),
    MILLISECONDS("ms", 1e3),
    SECONDS("s", 1e6),
    /** Each value has its own unit, such as {@code 12.3ms} or {@code 1m2s}. */
    IN_THE_VALUE("text", 1);

    private final String id;
    private final double micros;

    DurationUnit(String id, double micros) {
        this.id = id;
        this.micros = micros;
    }

    /** How a user names it, such as {@code ms}. */
    public String id() {
        return id;
    }

    /** The microseconds of one; 1 for a value with its own unit, because it is read as microseconds. */
    public double micros() {
        return micros;
    }

    /** Such as "milliseconds". */
    public String words() {
        return this == IN_THE_VALUE ? "the unit of each value" : name().toLowerCase(Locale.ROOT);
    }

    /** The unit of a usual name, such as {@code millis}; null if there is none. */
    public static DurationUnit named(String word) {
        double micros = Numbers.microsOf(word);
        return Arrays.stream(values())
                .filter(unit -> unit != IN_THE_VALUE && unit.micros == micros)
                .findFirst()
                .orElse(null);
    }

    /**
     * The unit of an id.
     *
     * @throws UnreadableLog if there is none of this id
     */
    @JsonCreator
    public static DurationUnit of(String id) {
        return Arrays.stream(values())
                .filter(unit -> unit.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new UnreadableLog("The unit of a duration must be "
                        + Arrays.stream(values()).map(DurationUnit::id).collect(Collectors.joining(", "))
                        + ", but was \"" + id + "\"."));
    }
}
