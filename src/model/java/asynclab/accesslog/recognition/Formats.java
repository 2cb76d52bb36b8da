package asynclab.accesslog.recognition;

import asynclab.accesslog.format.Dialect;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.FormatTable;
import asynclab.accesslog.format.JsonFormat;
import asynclab.accesslog.format.KnownFormat;
import asynclab.accesslog.format.KnownFormat.FieldsIn;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.PercentFormat;
import asynclab.accesslog.format.ServerKind;
import asynclab.accesslog.format.Template;
import asynclab.accesslog.format.TextFormat;
import asynclab.accesslog.format.UnreadableLog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the format of a log: the one that a user gives, or the one that the first lines are of. */
public final class Formats {

    private static final Pattern METHOD = Pattern.compile("\\b(GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH)\\b");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][\\w.-]*");
    private static final Pattern NAMED = Pattern.compile("(" + NAME + ")(:(?s:.*))?");
    private static final Pattern LABELLED = Pattern.compile("\t\\w+:[$%]"); // LTSV
    private static final Pattern W3C =
            Pattern.compile("((date|time|time-taken|bytes|[csr]+[-(][\\w()-]+|x-\\S+)(\\s+|$)){3,}");

    private static final Set<String> OPENINGS = Set.of("[", "{", "[{"); // as JSON over several lines begins

    private final List<String> lines;
    private final boolean needsTime;
    private final Recogniser recogniser;

    private Formats(List<String> lines, boolean needsTime) {
        this.lines = lines;
        this.needsTime = needsTime;
        recogniser = new Recogniser(lines, needsTime);
    }

    /**
     * The format that a user gives: a server's own format string, perhaps as it stands in a configuration file, perhaps after the name of
     * its server ({@code tomcat-9:}, {@code nginx:}); a {@link Template}; the name of a server or of a format of the table; or {@code json:} with
     * the names of fields.
     *
     * @param given null or empty if the lines are to tell
     * @param lines the first lines of the log, without what is around them
     * @param needsTime false if the time may be that of what was around the lines
     * @throws UnreadableLog if the format string is wrong, or if the lines do not tell
     */
    public static LogFormat of(String given, List<String> lines, boolean needsTime) {
        var formats = new Formats(lines.stream().filter(line -> !line.isBlank()).toList(), needsTime);
        if (formats.lines.isEmpty()) throw new UnreadableLog("The log is empty.");
        if (formats.isSpread())
            throw new UnreadableLog("The log is JSON over several lines. Write one object in each line:"
                    + " jq -c . access.json, or jq -c '.[]' access.json for an array.");
        return given == null || given.isBlank()
                ? formats.recogniser.recognised(ServerKind.UNKNOWN)
                : formats.named(PastedString.clean(given));
    }

    /** Whether no object of JSON is in one line. */
    private boolean isSpread() {
        return OPENINGS.contains(lines.get(0).strip())
                && lines.stream().allMatch(line -> JsonFormat.scalars(line).isEmpty());
    }

    /** The format of the table that these lines are of as they are; null if they are of none. */
    public static LogFormat known(List<String> lines, boolean needsTime) {
        return new Recogniser(lines, needsTime).known(false);
    }

    /** The format that a user gives, if the lines as they are fit it; else null. @throws UnreadableLog if the format string is wrong */
    public static LogFormat fitting(String given, List<String> lines, boolean needsTime) {
        var formats = new Formats(lines, needsTime);
        String text = PastedString.clean(given);
        if (NAME.matcher(text).matches()) {
            KnownFormat named = FormatTable.table().format(text.toLowerCase(Locale.ROOT));
            boolean settles = named != null && named.doubt() != null && formats.recogniser.isRead(named.reader(null));
            return settles ? named.reader(null) : known(lines, needsTime);
        }
        LogFormat format = formats.given(text);
        return formats.recogniser.isRead(format) ? format : null;
    }

    /** Lines that name their fields need no format string: JSON of Tomcat's valve, the W3C's format. */
    private LogFormat named(String text) {
        boolean json = lines.get(0).startsWith("{") && !text.startsWith("{") && text.contains("%");
        if (!json) return given(text);
        ServerKind server = FormatTable.table().server(text.split(":", 2)[0].toLowerCase(Locale.ROOT));
        return recogniser.recognised(server == null ? ServerKind.UNKNOWN : server);
    }

    private LogFormat given(String text) {
        if (W3C.matcher(text).matches()) return recogniser.recognised(ServerKind.UNKNOWN);
        if (text.startsWith("json:")) return jsonGiven(text.substring("json:".length()));
        if (Template.is(text)) return fitting(Template.of(text, needsTime));
        var matcher = NAMED.matcher(text);
        boolean isName = matcher.matches() && !text.equals("common") && !text.equals("combined");
        if (!isName || LABELLED.matcher(text).find()) return fitting(ofString(text));
        String name = matcher.group(1).toLowerCase(Locale.ROOT);
        String string = matcher.group(2) == null
                ? ""
                : PastedString.clean(matcher.group(2).substring(1));
        ServerKind server = FormatTable.table().server(name);
        Dialect dialect = FormatTable.table().dialect(name);
        KnownFormat known = knownAs(name);
        if (known != null && known.refuse() != null) {
            if (string.isEmpty() && dialect == null) throw new UnreadableLog(known.refuse());
            known = null; // the name of a language, too
        }
        boolean speaks = dialect != null && (server == null || dialect.speaks(string)); // Liberty has %t, too
        if (!string.isEmpty() && speaks) return fitting(dialect.of(string));
        if (!string.isEmpty() && server != null) return fitting(PercentFormat.of(string, server));
        boolean isNamed = known != null
                && server == null
                && (dialect == null || known.name().equals(name));
        if (string.isEmpty() && known != null && (isNamed || recogniser.isRead(known.reader(recogniser.header(known)))))
            return known.name().equals(name)
                    ? known.reader(recogniser.header(known))
                    : known.recognised(recogniser.header(known));
        if (string.isEmpty() && server != null) return recogniser.recognised(server);
        if (string.isEmpty() && dialect != null) return recogniser.recognised(ServerKind.UNKNOWN);
        throw new UnreadableLog("-DlogFormat does not know \"" + matcher.group(1)
                + "\". It takes a format string, or one of these names: "
                + String.join(", ", FormatTable.table().names()) + ".");
    }

    /** The format of this name, or of those whose names begin with it the one that the lines are of; null if there is none. */
    private KnownFormat knownAs(String name) {
        List<KnownFormat> named = FormatTable.table().formats().stream()
                .filter(known -> known.name().equals(name) || known.name().startsWith(name + "-"))
                .filter(known -> known.refuse() == null || known.name().equals(name))
                .toList();
        return named.stream()
                .filter(known -> known.in() != FieldsIn.COLUMNS || recogniser.header(known) != null)
                .filter(known -> known.refuse() == null && recogniser.isReadWithPaths(known, recogniser.header(known)))
                .findFirst()
                .orElse(named.isEmpty() ? null : named.get(0));
    }

    /** The format itself; or after any text, if the lines have something before it, as a logger writes it. */
    private LogFormat fitting(TextFormat format) {
        return !recogniser.isRead(format) && recogniser.isRead(format.afterAnyText()) ? format.afterAnyText() : format;
    }

    private static TextFormat ofString(String text) {
        for (Dialect dialect : FormatTable.table().dialects()) if (dialect.speaks(text)) return dialect.of(text);
        return PercentFormat.of(text, ServerKind.UNKNOWN);
    }

    /** Of {@code time=ts,duration=took:ms}. */
    private static LogFormat jsonGiven(String text) {
        var fields = new LinkedHashMap<String, FieldRole>();
        for (String pair : text.split(",")) {
            String[] sides = pair.split("=", 2);
            if (sides.length < 2 || sides[1].isBlank())
                throw new UnreadableLog("\"" + pair
                        + "\" must be a role, such as duration, then = and the name of the field in the JSON.");
            int colon = sides[1].lastIndexOf(':');
            boolean unit = colon > 0 && sides[1].substring(colon + 1).matches("ns|us|ms|s|text");
            String name = unit ? sides[1].substring(0, colon) : sides[1];
            fields.put(name.strip(), FieldRole.of(sides[0].strip() + (unit ? sides[1].substring(colon) : "")));
        }
        Predicate<Role> has = role -> fields.values().stream().anyMatch(it -> it.role() == role);
        boolean ends = has.test(Role.START) && has.test(Role.END);
        boolean length =
                ends || Stream.of(Role.DURATION, Role.SERVER, Role.HEADERS).anyMatch(has);
        boolean time = Stream.of(Role.TIME, Role.START, Role.END).anyMatch(has);
        if (!time || !length)
            throw new UnreadableLog("json: has no field for the " + (time ? "duration" : "time")
                    + ". Name it: -DlogFormat=json:time=NAME,duration=NAME:ms,path=NAME");
        return JsonFormat.of(fields, Map.of(), NamedFields.about("JSON", fields));
    }

    /** Whether a line has the method of a request. */
    public static boolean mayBeRequest(String line) {
        return METHOD.matcher(line).find();
    }

    /** Shows where the first lines do not fit a format string. */
    public static String misfit(LogFormat format, List<String> lines) {
        String line = lines.stream().filter(text -> !text.isBlank()).findFirst().orElse("");
        return format instanceof TextFormat text ? " " + text.misfit(line) : " The first line is\n  " + line;
    }
}
