package asynclab.accesslog.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A JSON object in each line. The name of a field within other objects has dots, as in {@code request.uri}. Immutable.
 *
 * @param fields what each field is
 * @param only what the values of some fields must match; lines with other values are no requests
 * @param outer the names of the objects that have such fields
 */
public record JsonFormat(Map<String, FieldRole> fields, Map<String, Pattern> only, Set<String> outer, About about)
        implements LogFormat {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int DEEPEST = 8;
    private static final int LONGEST_PREFIX = 200;

    /** The format of these fields. */
    public static JsonFormat of(Map<String, FieldRole> fields, Map<String, Pattern> only, About about) {
        var outer = new HashSet<String>();
        for (Set<String> names : List.of(fields.keySet(), only.keySet()))
            for (String name : names)
                for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1))
                    outer.add(name.substring(0, dot));
        return new JsonFormat(Map.copyOf(fields), Map.copyOf(only), Set.copyOf(outer), about);
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        int[] found = new int[3]; // fields that a request has, conditions that hold, and times with a fraction
        boolean whole = read(line, outer::contains, (name, json) -> {
            FieldRole field = fields.get(name);
            Pattern required = only.isEmpty() ? null : only.get(name);
            if (field == null && required == null) return;
            String text = json.getText();
            if (required != null && required.matcher(text).matches()) found[1]++;
            if (field == null) return;
            if (field.role() == FieldRole.Role.TIME) {
                boolean fine = text.indexOf('.') >= 0;
                if (fine) found[2]++;
                else if (found[2] > 0) return; // of two times of a request the finer one counts
            }
            if (field.role().isDuration() || field.role() == FieldRole.Role.PATH) found[0]++;
            into.take(field, Stamp.ANY, text, 0, text.length());
        });
        if (!whole) return BadLine.SHAPE;
        if (found[1] < only.size()) return BadLine.OTHER;
        BadLine bad = into.checked();
        return bad != null && bad.isUnread() && found[0] == 0 ? BadLine.OTHER : bad;
    }

    @Override
    public JsonFormat with(About other) {
        return new JsonFormat(fields, only, outer, other);
    }

    /** Reads the scalar fields of a line, with dots in the names of those within other objects. A line that is no JSON has none. */
    public static Map<String, String> scalars(String line) {
        var values = new LinkedHashMap<String, String>();
        boolean whole = read(
                line,
                name -> name.length() <= LONGEST_PREFIX
                        && name.chars().filter(c -> c == '.').count() < DEEPEST,
                (name, json) -> values.put(name, json.getText()));
        return whole ? values : Map.of();
    }

    /** Gets the scalar fields of a JSON object. */
    public interface ScalarVisitor {

        /** @param json has the value as its current token */
        void scalar(String name, JsonParser json) throws IOException;
    }

    /**
     * Passes each scalar field that is not null to the visitor.
     *
     * @param enters whether the fields of an inner object are read
     * @return whether the line is one JSON object. Of two in a line, the second would be lost
     */
    public static boolean read(String line, Predicate<String> enters, ScalarVisitor visitor) {
        try (JsonParser json = JSON.createParser(line)) {
            return json.nextToken() == JsonToken.START_OBJECT && object(json, "", enters, visitor) && !hasAnother(json);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether an object follows. Other text, such as a comma, does no harm. */
    private static boolean hasAnother(JsonParser json) {
        try {
            return json.nextToken() == JsonToken.START_OBJECT;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean object(JsonParser json, String prefix, Predicate<String> enters, ScalarVisitor visitor)
            throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = prefix + json.currentName();
            JsonToken value = json.nextToken();
            if (value == null) return false;
            if (value == JsonToken.START_OBJECT && enters.test(name)) {
                if (!object(json, name + ".", enters, visitor)) return false;
            } else if (!value.isScalarValue()) {
                json.skipChildren();
            } else if (value != JsonToken.VALUE_NULL) {
                visitor.scalar(name, json);
            }
        }
        return true;
    }
}
