package asynclab.accesslog.recognition;

import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.FormatTable;
import asynclab.accesslog.format.HeaderFormat;
import asynclab.accesslog.format.JsonFormat;
import asynclab.accesslog.format.KeyValueFormat;
import asynclab.accesslog.format.KnownFormat;
import asynclab.accesslog.format.KnownFormat.FieldsIn;
import asynclab.accesslog.format.KnownFormat.Trait;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.ServerKind;
import asynclab.accesslog.format.UnreadableLog;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds the format that lines are of: a format of the table, fields with names, and at last the columns. */
final class Recogniser {

    private static final int MOST_LINES = 500;
    private static final int SOME_LINES = 200; // enough to know a format that is known
    private static final int FIRST_LINES = 50; // among which a header is
    private static final double MOST = 0.9;
    private static final double A_QUARTER = 0.25; // an XML element has lines of its own within it
    private static final double ENOUGH = 0.4; // some formats have two lines a request

    private static final Pattern NAME = Pattern.compile("\"?[A-Za-z_][\\w ().-]{0,60}\"?");

    private final List<String> lines;
    private final boolean needsTime;

    /** @param needsTime false if the time may be that of what was around the lines */
    Recogniser(List<String> lines, boolean needsTime) {
        this.lines = lines;
        this.needsTime = needsTime;
    }

    /**
     * The format of the lines.
     *
     * @param server what is known of the server
     * @throws UnreadableLog if the lines do not tell, or say no duration
     */
    LogFormat recognised(ServerKind server) {
        LogFormat special = special(server);
        if (special instanceof JsonFormat json && json.about().unit() == null && server.d() != null)
            return json.with(UnitOfServer.of(json.about(), server, durations(json)));
        if (special != null) return special;
        List<String> requests =
                lines.stream().filter(Formats::mayBeRequest).limit(MOST_LINES).toList();
        List<String> some = lines.subList(0, Math.min(lines.size(), MOST_LINES));
        return Columns.formatOf(requests.isEmpty() ? some : requests, server, needsTime);
    }

    /** A format with names for its fields, or of the table; null if it is none. */
    private LogFormat special(ServerKind server) {
        LogFormat header = ofHeader();
        if (header != null) return header;
        long json = lines.stream().filter(line -> line.startsWith("{")).count();
        if (json >= 0.5 * lines.size()) return ofJson();
        LogFormat known = known(server == ServerKind.UNKNOWN);
        return known != null ? known : ofPairs();
    }

    /**
     * The format of the table that the lines are of; null if they are of none.
     *
     * @param refusing whether a format that has no duration is recognised and refused
     */
    LogFormat known(boolean refusing) {
        List<String> requests =
                lines.stream().filter(Formats::mayBeRequest).limit(SOME_LINES).toList();
        if (requests.isEmpty()) requests = lines.subList(0, Math.min(lines.size(), SOME_LINES));
        LogFields fields = fields();
        for (KnownFormat known : FormatTable.table().formats()) {
            boolean shared = known.traits().contains(Trait.SHARED);
            if (known.in() != FieldsIn.TEXT || shared || (known.refuse() != null && !refusing)) continue;
            LogFormat format = known.reader(null);
            boolean refused = known.refuse() != null;
            boolean hasStatus = known.lines().get(0).contains("{status}");
            int read = 0;
            int fits = 0;
            int all = 0;
            for (String line : requests) {
                if (all - fits > (1 - MOST) * requests.size()) break; // it is another format
                if (known.other() != null && known.other().matcher(line).find()) continue;
                all++;
                LogFormat.BadLine bad = format.parse(line, fields);
                boolean alike = (fields.method().isEmpty() || Tokens.isMethod(fields.method()))
                        && (!hasStatus || fields.status() > 0);
                boolean whole = bad == null || refused && bad != LogFormat.BadLine.SHAPE;
                if (alike && whole) read++;
                if (alike && (whole || fits(bad))) fits++;
            }
            if (read == 0 || fits < MOST * all || isOther(known, format)) continue;
            if (refused) throw new UnreadableLog(known.refuse());
            return known.recognised(null);
        }
        return known(FieldsIn.PAIRS, pairs(), A_QUARTER, null);
    }

    /** Where lines are read to; if they need no time, they have one. */
    private LogFields fields() {
        var fields = new LogFields();
        if (!needsTime) fields.outerMicros(1);
        return fields;
    }

    private static boolean fits(LogFormat.BadLine bad) {
        return bad == null || !bad.isUnread();
    }

    String header(KnownFormat known) {
        return lines.stream()
                .limit(FIRST_LINES)
                .filter(line ->
                        HeaderFormat.isW3c(line) || HeaderFormat.names(line).containsAll(known.needs()))
                .findFirst()
                .orElse(null);
    }

    private LogFormat ofHeader() {
        for (String line : lines.subList(0, Math.min(lines.size(), FIRST_LINES))) {
            boolean w3c = HeaderFormat.isW3c(line);
            List<String> names = HeaderFormat.names(line);
            boolean csv = names.size() >= 3
                    && !line.startsWith("{")
                    && names.stream().allMatch(name -> NAME.matcher(name).matches());
            if (!w3c && !csv) continue;
            List<Map<String, String>> rows = lines.stream()
                    .filter(row -> !row.startsWith("#") && !row.equals(line))
                    .limit(MOST_LINES)
                    .map(row -> HeaderFormat.row(line, names, row))
                    .toList();
            LogFormat known = known(FieldsIn.COLUMNS, rows, 0, line);
            if (known != null) return known;
            var fields = new NamedFields(rows);
            if (!w3c && !fields.hasRequests()) continue;
            String kind = w3c ? "W3C's extended log" : "CSV";
            Map<String, FieldRole> roles = fields.roles(kind, "", needsTime && !names.contains("date"));
            if (names.contains("date") && names.contains("time")) {
                roles.put("date", FieldRole.of(Role.DATE));
                roles.put("time", FieldRole.of(Role.TIME));
            }
            return new HeaderFormat(line, roles, Map.of(), fields.recognised(kind, roles));
        }
        return null;
    }

    private LogFormat ofJson() {
        List<Map<String, String>> rows = objects();
        if (rows.stream().allMatch(Map::isEmpty))
            throw new UnreadableLog("The first lines start with { but are not JSON objects."
                    + " Write one object in each line: jq -c . access.json");
        LogFormat known = known(FieldsIn.JSON, rows, 0, null);
        if (known != null) return known;
        var fields = new NamedFields(rows);
        Map<String, FieldRole> roles = fields.roles("JSON", "json:", needsTime);
        return JsonFormat.of(roles, Map.of(), fields.recognised("JSON", roles));
    }

    /** The fields of the first lines that are JSON. */
    private List<Map<String, String>> objects() {
        return lines.stream()
                .filter(line -> line.startsWith("{"))
                .limit(MOST_LINES)
                .map(JsonFormat::scalars)
                .toList();
    }

    /** The values of the main duration. */
    private LogColumn durations(JsonFormat json) {
        List<Map<String, String>> rows = objects();
        return json.fields().entrySet().stream()
                .filter(field -> List.of(Role.DURATION, Role.SERVER)
                        .contains(field.getValue().role()))
                .sorted(Comparator.comparing(field -> field.getValue().role()))
                .map(field -> new LogColumn(rows.stream()
                        .map(row -> row.getOrDefault(field.getKey(), ""))
                        .toList()))
                .filter(values -> !values.first().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private List<Map<String, String>> pairs() {
        return lines.stream().limit(SOME_LINES).map(KeyValueFormat::of).toList();
    }

    /** Pairs of a key and a value that name a duration and a request; null if the lines are none. */
    private LogFormat ofPairs() {
        List<Map<String, String>> rows = pairs();
        var fields = new NamedFields(rows);
        if (fields.lines() < 0.5 * rows.size() || !fields.hasRequests()) return null;
        Map<String, FieldRole> roles = fields.roles("log of key=value pairs", "", false);
        boolean timed = roles.values().stream().anyMatch(it -> it.role() == Role.TIME || it.role() == Role.START);
        if (!timed && needsTime) return null;
        return new KeyValueFormat(roles, Map.of(), fields.recognised("key=value pairs", roles));
    }

    /**
     * The format of the table that has fields of these names; null if there is none.
     *
     * @param least the share of the rows that must have them; 0 if one row is enough
     * @param header the line with the names of columns; null if there is none
     */
    private LogFormat known(FieldsIn in, List<Map<String, String>> rows, double least, String header) {
        for (KnownFormat known : FormatTable.table().formats()) {
            if (known.in() != in) continue;
            long alike = rows.stream().filter(known::isOf).count();
            if (alike == 0 || alike < least * rows.size()) continue;
            if (known.refuse() != null) {
                if (!new NamedFields(rows).hasRequests()) throw new UnreadableLog(known.refuse());
                continue;
            }
            LogColumn seconds = secondsOfNginx(known, rows);
            boolean others = seconds != null && !seconds.isOfNginx();
            if (others || !isReadWithPaths(known, header)) continue;
            LogFormat format = known.recognised(header);
            return seconds == null || !seconds.isLongForSeconds()
                    ? format
                    : format.with(format.about().doubting(NamedFields.doubtOfSeconds("request_time")));
        }
        return null;
    }

    /** The values of nginx' {@code request_time}, if the format needs it; else null. Other servers use the name for milliseconds. */
    private static LogColumn secondsOfNginx(KnownFormat known, List<Map<String, String>> rows) {
        if (!known.needs().contains("request_time")) return null;
        return new LogColumn(
                rows.stream().map(row -> row.getOrDefault("request_time", "")).toList());
    }

    /** Whether also the paths are found, if the format has some: others use the same names for some fields. */
    boolean isReadWithPaths(KnownFormat known, String header) {
        LogFormat format = known.reader(header);
        boolean paths =
                known.fields().values().stream().anyMatch(it -> it.role() == Role.PATH || it.role() == Role.REQUEST);
        LogFields fields = fields();
        return isRead(format)
                && !isOther(known, format)
                && (!paths
                        || lines.stream()
                                .limit(SOME_LINES)
                                .anyMatch(line -> fits(format.parse(line, fields))
                                        && !fields.path().isEmpty()));
    }

    /**
     * Whether the durations are not written as those of the format: most have a fraction of a millisecond, and its own have none, as nginx
     * writes 0.120 for 120 ms; or they are whole seconds, and its own are not, as Caddy writes 12 for 12 ms if it is told to.
     */
    private boolean isOther(KnownFormat known, LogFormat format) {
        boolean whole = known.traits().contains(Trait.WHOLE);
        if (!whole && !known.traits().contains(Trait.FRACTIONS)) return false;
        LogFields fields = fields();
        int read = 0;
        int millis = 0;
        int seconds = 0;
        boolean some = false; // take time
        for (String line : lines.subList(0, Math.min(lines.size(), SOME_LINES))) {
            if (format.parse(line, fields) != null) continue;
            double micros = fields.micros(Role.DURATION, 1, 1);
            read++;
            some |= micros > 0;
            if (micros % 1e3 == 0) millis++;
            if (micros % 1e6 == 0) seconds++;
        }
        return whole ? 2 * millis < read : some && seconds == read;
    }

    /** Whether at least half of the lines that may be requests are requests of this format. */
    boolean isRead(LogFormat format) {
        LogFields fields = fields();
        int read = 0;
        int lost = 0;
        for (String line : lines.subList(0, Math.min(lines.size(), MOST_LINES))) {
            LogFormat.BadLine bad = format.parse(line, fields);
            if (fits(bad)) read++;
            else if (bad.isLoss()) lost++;
        }
        return read > 0 && read >= ENOUGH * (read + lost);
    }
}
