package asynclab.parameter;

import java.util.LinkedHashMap;
import java.util.Map;

/** A parameter that cannot be used: its name, the value as sent (cut short) and what would have been accepted. */
public final class BadParameter extends RuntimeException {

    private static final int SHOWN_CHARS = 40;

    private final String name;
    private final String value;
    private final String range;

    /**
     * @param name the parameter as the caller spelled it
     * @param value what was sent, of any length; the first 40 characters are kept
     * @param range what is accepted, in words, such as "a whole number from 0 to 600000"
     */
    public BadParameter(String name, String value, String range) {
        super(null, null, false, false); // without a stack trace: it is an answer, not a bug
        this.name = name;
        this.value = value.length() <= SHOWN_CHARS ? value : value.substring(0, shown(value)) + "…";
        this.range = range;
    }

    /** A character of two chars is shown whole or not at all. */
    private static int shown(String value) {
        return Character.isHighSurrogate(value.charAt(SHOWN_CHARS - 1)) ? SHOWN_CHARS - 1 : SHOWN_CHARS;
    }

    public String name() {
        return name;
    }

    public String value() {
        return value;
    }

    public String range() {
        return range;
    }

    /** The sentence and its parts, for an answer in JSON. */
    public Map<String, Object> parts() {
        var parts = new LinkedHashMap<String, Object>();
        parts.put("error", getMessage());
        parts.put("parameter", name);
        parts.put("value", value);
        parts.put("range", range);
        return parts;
    }

    /** One sentence for a person. */
    @Override
    public String getMessage() {
        return name + " must be " + range + ", but was " + (value.isEmpty() ? "missing or empty" : '"' + value + '"')
                + ".";
    }
}
