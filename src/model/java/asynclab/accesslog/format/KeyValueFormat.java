package asynclab.accesslog.format;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Pairs of a key and a value anywhere in the line: {@code method=GET path="/a" took=12ms}, the attributes of an XML element, or LTSV
 * ({@code method:GET} between tabs). Immutable.
 *
 * @param fields what each key is
 * @param only what the values of some keys must match if a line has them; lines with other values are no requests
 */
public record KeyValueFormat(Map<String, FieldRole> fields, Map<String, Pattern> only, About about)
        implements LogFormat {

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        int[] found = new int[2]; // fields that a request has, and values of no request
        var taken = new HashSet<String>();
        pairs(line, (key, value) -> {
            Pattern required = only.get(key);
            if (required != null && !required.matcher(value).matches()) found[1]++;
            FieldRole field = fields.get(key);
            if (field == null || value.isEmpty() || !taken.add(key))
                return; // of a key that comes twice the first counts
            if (field.role().isDuration() || field.role() == FieldRole.Role.PATH) found[0]++;
            into.take(field, Stamp.ANY, value, 0, value.length());
        });
        if (found[1] > 0) return BadLine.OTHER;
        BadLine bad = into.checked();
        return bad != null && bad.isUnread() && found[0] == 0 ? BadLine.OTHER : bad;
    }

    /** The pairs of a line; of a key that comes twice, the first value. */
    public static Map<String, String> of(String line) {
        var pairs = new LinkedHashMap<String, String>();
        pairs(line, pairs::putIfAbsent);
        return pairs;
    }

    private static void pairs(String line, BiConsumer<String, String> pair) {
        if (line.indexOf('\t') >= 0 && isLabelled(line)) {
            for (String cell : line.split("\t")) {
                int colon = cell.indexOf(':');
                if (colon > 0) pair.accept(cell.substring(0, colon), cell.substring(colon + 1));
            }
            return;
        }
        int at = 0;
        for (int equals = line.indexOf('='); equals >= 0; equals = line.indexOf('=', at)) {
            int key = equals;
            while (key > at && isOfKey(line.charAt(key - 1))) key--;
            int from = equals + 1;
            boolean quoted = from < line.length() && line.charAt(from) == '"';
            int to = quoted ? endOfQuoted(line, from + 1) : endOfWord(line, from);
            if (key < equals) pair.accept(line.substring(key, equals), line.substring(quoted ? from + 1 : from, to));
            at = Math.min(line.length(), quoted ? to + 1 : to);
        }
    }

    private static boolean isLabelled(String line) {
        int colon = line.indexOf(':');
        int tab = line.indexOf('\t');
        int equals = line.indexOf('=');
        return colon > 0 && colon < tab && (equals < 0 || equals > colon);
    }

    private static boolean isOfKey(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '@';
    }

    private static int endOfQuoted(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) != '"') at += line.charAt(at) == '\\' ? 2 : 1;
        return Math.min(at, line.length());
    }

    private static int endOfWord(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '\t') at++;
        int end = at;
        while (end > from && (line.charAt(end - 1) == ',' || line.charAt(end - 1) == ';')) end--;
        return end;
    }

    @Override
    public KeyValueFormat with(About other) {
        return new KeyValueFormat(fields, only, other);
    }
}
