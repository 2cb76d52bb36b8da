package asynclab.web.filter;

import java.util.HashMap;
import java.util.Map;

/**
 * Which URL pattern of {@code web.xml} a path matches (Servlet 3.1, 12.1): the very path; else the longest prefix, as
 * {@code /x/*}; else the extension, as {@code *.x}; else the default, {@code /}. The API tells which one a container has chosen
 * from Servlet 4.0 on only. Not changed once all patterns are there; then thread-safe.
 */
final class Mappings<T> {

    private final Map<String, T> exact = new HashMap<>();
    private final Map<String, T> prefixes = new HashMap<>(); // without the /*
    private final Map<String, T> extensions = new HashMap<>(); // without the *.
    private T byDefault;

    void add(String pattern, T of) {
        if (pattern.equals("/")) byDefault = of;
        else if (pattern.isEmpty()) exact.put("/", of); // the root of the application, and nothing else
        else if (pattern.endsWith("/*")) prefixes.put(pattern.substring(0, pattern.length() - 2), of);
        else if (pattern.startsWith("*.")) extensions.put(pattern.substring(2), of);
        else exact.put(pattern, of);
    }

    /**
     * What the pattern belongs to that the path matches, or null.
     *
     * @param path from the root of the application on: servlet path and path info
     */
    T find(String path) {
        T found = exact.get(path);
        if (found != null) return found;
        for (int end = path.length(); end >= 0; end = path.lastIndexOf('/', end - 1)) {
            found = prefixes.get(path.substring(0, end));
            if (found != null) return found;
        }
        int dot = path.lastIndexOf('.');
        if (dot > path.lastIndexOf('/')) found = extensions.get(path.substring(dot + 1));
        return found == null ? byDefault : found;
    }
}
