package asynclab.web.filter;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds the URL pattern of {@code web.xml} that a path matches (Servlet 3.1, 12.1): an exact match; else the longest prefix,
 * such as {@code /x/*}; else the extension, such as {@code *.x}; else the default, {@code /}. The Servlet API has this only
 * from version 4.0 on. Thread-safe once all patterns are added.
 */
final class Mappings<T> {

    private final Map<String, T> exact = new HashMap<>();
    private final Map<String, T> prefixes = new HashMap<>(); // without the /*
    private final Map<String, T> extensions = new HashMap<>(); // without the *.
    private int longestPrefix; // so that a path of slashes alone costs no more than its length
    private T byDefault;

    void add(String pattern, T value) {
        if (pattern.equals("/")) byDefault = value;
        else if (pattern.isEmpty()) exact.put("/", value); // the root of the application only
        else if (pattern.endsWith("/*")) addPrefix(pattern.substring(0, pattern.length() - 2), value);
        else if (pattern.startsWith("*.")) extensions.put(pattern.substring(2), value);
        else exact.put(pattern, value);
    }

    private void addPrefix(String prefix, T value) {
        prefixes.put(prefix, value);
        longestPrefix = Math.max(longestPrefix, prefix.length());
    }

    /**
     * The value of the pattern that the path matches, or null.
     *
     * @param path servlet path and path info, from the root of the application
     */
    T find(String path) {
        T found = exact.get(path);
        if (found != null) return found;
        int last = path.length() <= longestPrefix ? path.length() : path.lastIndexOf('/', longestPrefix);
        for (int end = last; end >= 0; end = path.lastIndexOf('/', end - 1)) {
            found = prefixes.get(path.substring(0, end));
            if (found != null) return found;
        }
        int dot = path.lastIndexOf('.');
        if (dot > path.lastIndexOf('/')) found = extensions.get(path.substring(dot + 1));
        return found == null ? byDefault : found;
    }
}
