package asynclab.input;

import java.util.Collections;
import java.util.Enumeration;
import javax.servlet.http.HttpServletRequest;

/**
 * The preconditions of a GET or HEAD for a resource that has an entity tag and no modification date (RFC 9110, 13.1 and 13.2.2).
 * {@code If-Match} comes first, and compares strongly: a weak tag never matches. {@code If-None-Match} compares weakly. Both are lists,
 * in one or several header lines, and {@code *} matches every tag. A list that is malformed matches up to the malformed part. The
 * headers with dates do not apply. In time linear in the headers.
 */
public final class Preconditions {

    /** What the preconditions ask for. */
    public enum Outcome {
        MET, // answer as without them
        NOT_MODIFIED, // 304
        FAILED // 412
    }

    private static final String WEAK = "W/";

    private Preconditions() {}

    /** @param tag the strong entity tag of the resource, with its quotes */
    public static Outcome of(HttpServletRequest request, String tag) {
        return of(request.getHeaders("If-Match"), request.getHeaders("If-None-Match"), tag);
    }

    static Outcome of(Enumeration<String> ifMatch, Enumeration<String> ifNoneMatch, String tag) {
        if (ifMatch.hasMoreElements() && !matches(ifMatch, tag, false)) return Outcome.FAILED;
        return matches(ifNoneMatch, tag, true) ? Outcome.NOT_MODIFIED : Outcome.MET;
    }

    private static boolean matches(Enumeration<String> lines, String tag, boolean weakly) {
        for (String line : Collections.list(lines))
            if (line.strip().equals("*") || lists(line, tag, weakly)) return true;
        return false;
    }

    private static boolean lists(String line, String tag, boolean weakly) {
        for (int from = next(line, 0); from < line.length(); ) {
            boolean weak = line.startsWith(WEAK, from);
            int open = weak ? from + WEAK.length() : from;
            int close = line.startsWith("\"", open) ? line.indexOf('"', open + 1) : -1;
            if (close < 0) return false; // malformed from here on
            boolean same = close + 1 - open == tag.length() && line.startsWith(tag, open);
            if (same && (weakly || !weak)) return true;
            int after = skip(line, close + 1, " \t");
            if (after < line.length() && line.charAt(after) != ',') return false;
            from = next(line, after);
        }
        return false;
    }

    /** The next entry of a list, which may have empty ones before it (RFC 9110, 5.6.1.2). */
    private static int next(String line, int from) {
        return skip(line, from, ", \t");
    }

    private static int skip(String line, int from, String characters) {
        int i = from;
        while (i < line.length() && characters.indexOf(line.charAt(i)) >= 0) i++;
        return i;
    }
}
