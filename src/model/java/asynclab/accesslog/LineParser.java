package asynclab.accesslog;

import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.LogFormat.BadLine;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.accesslog.recognition.Formats;
import asynclab.accesslog.recognition.Wrapping;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a line of a log: takes off what is around it, and reads its fields.
 *
 * @param coloured whether the lines have the colours of a terminal, which are taken off, too
 */
record LineParser(boolean coloured, List<Wrapping> wrappings, LogFormat format) {

    private static final char ESCAPE = '\u001b';
    private static final Pattern COLOUR = Pattern.compile(ESCAPE + "\\[[0-9;]*m");

    /**
     * How these lines are read.
     *
     * @throws UnreadableLog if the format string is wrong, or if the lines do not tell
     */
    static LineParser of(String format, List<String> lines) {
        List<String> given = lines.stream().filter(line -> !line.isBlank()).toList();
        if (given.isEmpty()) throw new UnreadableLog("The log is empty.");
        boolean outside = isColoured(given);
        List<String> full = inner(outside, List.of(), given);
        List<Wrapping> wrappings = Wrapping.of(full);
        boolean coloured = outside || isColoured(inner(false, wrappings, full));
        LogFormat whole = format.isBlank() ? Formats.known(full, true) : Formats.fitting(format, full, true);
        if (whole != null) return new LineParser(outside, List.of(), whole);
        List<Wrapping> timed = wrappings.isEmpty() ? Wrapping.timesOf(full) : List.of();
        List<String> untimed = inner(coloured, timed, full);
        LogFormat known = timed.isEmpty()
                ? null
                : format.isBlank() ? Formats.known(untimed, false) : Formats.fitting(format, untimed, false);
        if (known != null) return new LineParser(coloured, timed, known);
        List<String> inner = inner(coloured, wrappings, full);
        return new LineParser(coloured, wrappings, Formats.of(format, inner, wrappings.isEmpty()));
    }

    /** Whether half of the lines have colours. A single one may be in the path of a request. */
    private static boolean isColoured(List<String> lines) {
        long found = lines.stream().filter(line -> line.indexOf(ESCAPE) >= 0).count();
        return 2 * found >= lines.size();
    }

    private static List<String> inner(boolean coloured, List<Wrapping> wrappings, List<String> lines) {
        return lines.stream()
                .map(line -> inner(coloured, wrappings, line, null))
                .toList();
    }

    private static String inner(boolean coloured, List<Wrapping> wrappings, String line, LogFields into) {
        String inner = coloured ? plain(line) : line;
        for (Wrapping wrapping : wrappings) inner = wrapping.unwrapped(inner, into);
        return coloured && !wrappings.isEmpty() ? plain(inner) : inner;
    }

    private static String plain(String line) {
        return line.indexOf(ESCAPE) < 0 ? line : COLOUR.matcher(line).replaceAll("");
    }

    /** Null if the line is a request, else why it is none. */
    BadLine parse(String line, LogFields into) {
        if (!wrappings.isEmpty()) into.outerMicros(LogFields.ABSENT); // not that of the line before
        return format.parse(inner(coloured, wrappings, line, into), into);
    }

    /** Shows where the first line does not fit. */
    String misfit(List<String> lines) {
        return Formats.misfit(format, inner(coloured, wrappings, lines));
    }
}
