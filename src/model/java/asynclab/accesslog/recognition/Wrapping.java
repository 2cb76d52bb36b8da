package asynclab.accesslog.recognition;

import asynclab.accesslog.format.JsonFormat;
import asynclab.accesslog.format.LogFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a collector of logs puts around each line: Docker's JSON, containerd's prefix, the name of a compose service or of a pod, syslog's header.
 * It is taken off, and its time is kept for lines that have none. Thread-safe.
 */
public final class Wrapping {

    private static final double MOST = 0.8;
    private static final int MOST_LINES = 500;
    /** The names of the field that has the line: Docker, Fluentd, Filebeat, the journal, Stackdriver, Logback, GELF, Splunk. */
    private static final List<String> LINE_FIELDS = List.of(
            "log",
            "message",
            "MESSAGE",
            "msg",
            "textPayload",
            "line",
            "_raw",
            "formattedMessage",
            "short_message",
            "event");

    private static final String ISO = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?";
    private static final String PROGRAM = "[\\w./@-]{1,80}(?:\\[[\\w./-]{1,40}\\])?:(?: |$)";

    /** The text before a line; the group {@code time} is its time. */
    private static final List<Pattern> PREFIXES = List.of(
            Pattern.compile("(?<time>" + ISO + ") std(?:out|err) [FP] "), // CRI
            Pattern.compile("\\[?(?:pod|deployment|job)/\\S{1,200}/\\S{1,200}\\] (?<time>" + ISO
                    + ")?\\s?"), // kubectl --prefix
            Pattern.compile("(?:\u001b\\[\\d+m)?[\\w.-]{1,80} {1,40}\\|(?:\u001b\\[0m)? (?:\u001b\\[0m)?(?<time>" + ISO
                    + ")?\\s?"), // compose
            Pattern.compile(
                    "(?:<\\d{1,3}>)?(?<time>[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?) (?:[\\w.:-]{1,100} )?"
                            + PROGRAM),
            Pattern.compile("<\\d{1,3}>1 (?<time>" + ISO + "|-) \\S{1,255} \\S{1,48} \\S{1,128} \\S{1,32} "
                    + "(?:-|(?:\\[[^\\]]{0,1000}\\])+) {0,2}\uFEFF?"), // RFC 5424
            Pattern.compile("[A-Z], \\[(?<time>" + ISO + ") #\\d+\\] {1,2}[A-Z]{3,5} -- [^:]{0,80}: "
                    + "(?:\\[[\\w.-]{1,80}\\] )?(?=\\w+=|\\{)"), // Ruby's Logger
            Pattern.compile("(?<time>" + ISO + ") (?:[\\w.:-]{1,100} )?" + PROGRAM), // rsyslog, Heroku
            Pattern.compile("(?<time>" + ISO + ") (?=\\{\")"), // docker logs --timestamps
            Pattern.compile(
                    "\\{address space usage: [^}]{1,60}\\} \\{rss usage: [^}]{1,60}\\} (?<time>(?!))?")); // uWSGI

    private static final Pattern TIMESTAMPS = Pattern.compile("(?<time>" + ISO + ") ");

    /** Text before a JSON object, as a console logger writes it. */
    private static final Pattern BEFORE_JSON = Pattern.compile(
            "(?<time>\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?[^{]{1,300}(?=\\{\")");

    private final Pattern prefix; // null if the line is a field of JSON
    private final String field; // empty if there is a prefix
    private final String timeField; // of JSON; empty if none

    private static Wrapping before(Pattern text) {
        return new Wrapping(text, "", "");
    }

    private Wrapping(Pattern prefix, String field, String timeField) {
        this.prefix = prefix;
        this.field = field;
        this.timeField = timeField;
    }

    /** What is around most of the lines, from the outside to the inside; empty if nothing is. */
    public static List<Wrapping> of(List<String> lines) {
        var all = new ArrayList<Wrapping>();
        List<String> inner = lines.subList(0, Math.min(lines.size(), MOST_LINES));
        for (int depth = 0; depth < 3; depth++) {
            Wrapping next = next(inner);
            if (next == null) break;
            all.add(next);
            inner = inner.stream().map(line -> next.unwrapped(line, null)).toList();
        }
        return List.copyOf(all);
    }

    /** A time before most of the lines, as {@code docker logs --timestamps} writes it; empty if there is none. */
    public static List<Wrapping> timesOf(List<String> lines) {
        return most(lines, line -> TIMESTAMPS.matcher(line).lookingAt()) ? List.of(before(TIMESTAMPS)) : List.of();
    }

    private static <T> boolean most(List<T> of, Predicate<T> condition) {
        return of.stream().filter(condition).count() >= MOST * of.size();
    }

    private static Wrapping next(List<String> lines) {
        for (Pattern prefix : PREFIXES)
            if (most(lines, line -> prefix.matcher(line).lookingAt())) return before(prefix);
        List<String> objects = lines.stream()
                .filter(line -> line.endsWith("}") && BEFORE_JSON.matcher(line).lookingAt())
                .map(line -> line.substring(line.indexOf("{\"")))
                .toList();
        if (objects.size() >= MOST * lines.size()
                && new NamedFields(objects.stream().map(JsonFormat::scalars).toList()).hasRequests())
            return before(BEFORE_JSON);
        if (!most(lines, line -> line.startsWith("{"))) return null;
        List<Map<String, String>> rows = lines.stream().map(JsonFormat::scalars).toList();
        for (String field : LINE_FIELDS) {
            if (!most(rows, row -> isLine(row.getOrDefault(field, ""))) || new NamedFields(rows).hasRequests())
                continue;
            String time = rows.get(0).keySet().stream()
                    .filter(name -> name.matches("(?i)@?timestamp|time|ts|__REALTIME_TIMESTAMP"))
                    .findFirst()
                    .orElse("");
            return new Wrapping(null, field, time);
        }
        return null;
    }

    /** Several words, as a line of a log has. */
    private static boolean isLine(String text) {
        return text.chars().filter(c -> c == ' ').count() >= 3 || text.startsWith("{");
    }

    /** The line without the text around it; the line itself if there is no such text. @param into receives the time; may be null */
    public String unwrapped(String line, LogFields into) {
        if (prefix == null) return ofJson(line, into);
        Matcher matcher = prefix.matcher(line);
        if (!matcher.lookingAt()) return line;
        String time = matcher.group("time");
        if (into != null && time != null) into.outerTime(time);
        return line.substring(matcher.end());
    }

    private String ofJson(String line, LogFields into) {
        if (!line.startsWith("{")) return line;
        var inner = new StringBuilder();
        boolean whole = JsonFormat.read(line, name -> false, (name, json) -> {
            if (name.equals(field)) inner.append(json.getText());
            else if (into != null && name.equals(timeField)) into.outerTime(json.getText());
        });
        return whole && !inner.isEmpty() ? inner.toString().stripTrailing() : line;
    }
}
