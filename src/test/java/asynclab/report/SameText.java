package asynclab.report;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;

/** Compares pages. A failure shows the first lines that differ, not two whole pages. */
public final class SameText {

    private static final int SHOWN_CHARS = 300;

    private SameText() {}

    /** @param remedy what to do if they differ */
    public static void assertSame(String expected, String actual, String remedy) {
        if (expected.equals(actual)) return;
        List<String> wanted = expected.lines().toList();
        List<String> found = actual.lines().toList();
        int line = 0;
        while (line < Math.min(wanted.size(), found.size()) && wanted.get(line).equals(found.get(line))) line++;
        fail(remedy + "\nline " + (line + 1) + " must be: " + shown(wanted, line) + "\nbut is: " + shown(found, line));
    }

    private static String shown(List<String> lines, int line) {
        if (line >= lines.size()) return "(the end, or another line break)";
        String text = lines.get(line);
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }
}
