package asynclab.accesslog;

import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.LogFormat.BadLine;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.accesslog.recognition.Formats;
import asynclab.accesslog.recognition.Wrapping;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a line of a log: takes off what is around it and its colours, and reads its fields. */
record LineParser(List<Wrapping> wrappings, LogFormat format) {

    private static final char ESCAPE = '\u001b';
    private static final Pattern COLOUR = Pattern.compile(ESCAPE + "\\[[0-9;]*m");

    /**
     * How these lines are read.
     *
     * @throws UnreadableLog if the format string is wrong, or if the lines do not tell
     */
    static LineParser of(String format, List<String> lines) {
        List<String> full = lines.stream()
                .map(LineParser::plain)
                .filter(line -> !line.isBlank())
                .toList();
        if (full.isEmpty()) throw new UnreadableLog("The log is empty.");
        List<Wrapping> wrappings = Wrapping.of(full);
        LogFormat whole = format.isBlank() ? Formats.known(full, true) : Formats.fitting(format, full, true);
        if (whole != null) return new LineParser(List.of(), whole);
        List<Wrapping> timed = wrappings.isEmpty() ? Wrapping.timesOf(full) : List.of();
        List<String> untimed = inner(timed, full);
        LogFormat known = timed.isEmpty()
                ? null
                : format.isBlank() ? Formats.known(untimed, false) : Formats.fitting(format, untimed, false);
        if (known != null) return new LineParser(timed, known);
        return new LineParser(wrappings, Formats.of(format, inner(wrappings, full), wrappings.isEmpty()));
    }

    private static List<String> inner(List<Wrapping> wrappings, List<String> lines) {
        return lines.stream().map(line -> inner(wrappings, line, null)).toList();
    }

    private static String inner(List<Wrapping> wrappings, String line, LogFields into) {
        String inner = plain(line);
        for (Wrapping wrapping : wrappings) inner = plain(wrapping.unwrapped(inner, into));
        return inner;
    }

    /** Without the colours that a server writes to a terminal. */
    private static String plain(String line) {
        return line.indexOf(ESCAPE) < 0 ? line : COLOUR.matcher(line).replaceAll("");
    }

    /** Null if the line is a request, else why it is none. */
    BadLine parse(String line, LogFields into) {
        return format.parse(inner(wrappings, line, into), into);
    }

    /** Shows where the first line does not fit. */
    String misfit(List<String> lines) {
        return Formats.misfit(
                format, lines.stream().map(line -> inner(wrappings, line, null)).toList());
    }
}
