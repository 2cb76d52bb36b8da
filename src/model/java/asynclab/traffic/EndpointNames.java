package asynclab.traffic;

import java.util.regex.Pattern;

/**
 * The name of the endpoint that a request is for: its method, and its path without query. A segment of the path that is a number, a
 * UUID, a hash or a long token with a digit becomes {@code {id}}. A long name is cut. A control character becomes a question mark. A name
 * may have any other character of the log, so a page must escape it.
 */
final class EndpointNames {

    static final String OTHERS = "others";

    private static final int MOST_CHARACTERS = 120;
    private static final int SHORTEST_HASH = 8;
    private static final int SHORTEST_TOKEN = 20;
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private EndpointNames() {}

    static String of(String method, String path) {
        var name = new StringBuilder(method);
        if (!method.isEmpty()) name.append(' ');
        int end = endOfPath(path);
        for (int from = 0; from <= end && name.length() < MOST_CHARACTERS; ) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 || slash > end ? end : slash;
            if (isId(path, from, to)) name.append("{id}");
            else name.append(path, from, Math.min(to, from + MOST_CHARACTERS));
            if (to < end) name.append('/');
            else break;
            from = to + 1;
        }
        if (name.isEmpty()) return "no path";
        for (int i = 0; i < name.length(); i++) if (Character.isISOControl(name.charAt(i))) name.setCharAt(i, '?');
        return name.length() > MOST_CHARACTERS ? name.substring(0, MOST_CHARACTERS) + "…" : name.toString();
    }

    /** Where the query, the fragment or a session's id begins. */
    private static int endOfPath(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '?' || c == '#' || c == ';') return i;
        }
        return path.length();
    }

    /** A number; a hexadecimal hash or a long token, with a digit; a UUID. */
    private static boolean isId(String path, int from, int to) {
        boolean hex = true;
        boolean word = true;
        int digits = 0;
        for (int i = from; i < to; i++) {
            char c = path.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (digit) digits++;
            hex &= digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
            word &= digit || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
        }
        int length = to - from;
        if (digits == 0) return false;
        return digits == length
                || hex && length >= SHORTEST_HASH
                || word && length >= SHORTEST_TOKEN
                || length == 36 && UUID.matcher(path.substring(from, to)).matches();
    }
}
