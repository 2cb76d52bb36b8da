package asynclab.accesslog.recognition;

import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FormatTable;
import asynclab.accesslog.format.HeaderFormat;
import asynclab.accesslog.format.JsonFormat;
import asynclab.accesslog.format.KeyValueFormat;
import asynclab.accesslog.format.KnownFormat;
import asynclab.accesslog.format.KnownFormat.FieldsIn;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.ServerKind;
import asynclab.accesslog.format.UnreadableLog;
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
    private static final Pattern METHOD = Pattern.compile("\\b(GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH)\\b");

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
        if (special instanceof JsonFormat && special.about().unit() == null && server.d() != null)
            return special.with(special.about().in(server.d(), server.unitReason()));
        if (special != null) return special;
        List<String> some = lines.subList(0, Math.min(lines.size(), MOST_LINES));
        List<String> requests =
                some.stream().filter(line -> METHOD.matcher(line).find()).toList();
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
        List<String> requests = lines.stream()
                .filter(line -> METHOD.matcher(line).find())
                .limit(SOME_LINES)
                .toList();
        if (requests.isEmpty()) requests = lines.subList(0, Math.min(lines.size(), SOME_LINES));
        LogFields fields = fields();
        for (KnownFormat known : FormatTable.table().formats()) {
            if (known.in() != FieldsIn.TEXT || known.shared() || (known.refuse() != null && !refusing)) continue;
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
                if (alike && (whole || bad == LogFormat.BadLine.NOT_UPSTREAM)) fits++;
            }
            if (read == 0 || fits < MOST * all) continue;
            if (refused) throw new UnreadableLog(known.refuse());
            return format;
        }
        return knownPairs(
                lines.stream().limit(SOME_LINES).map(KeyValueFormat::of).toList());
    }

    /** Where lines are read to; if they need no time, they have one. */
    private LogFields fields() {
        var fields = new LogFields();
        if (!needsTime) fields.outerMicros(1);
        return fields;
    }

    private static boolean fits(LogFormat.BadLine bad) {
        return bad == null || bad == LogFormat.BadLine.NOT_UPSTREAM;
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
            if (!w3c
                    && (names.size() < 3
                            || line.startsWith("{")
                            || !names.stream().allMatch(Recogniser::isName))) continue;
            for (KnownFormat known : FormatTable.table().formats()) {
                if (known.in() != FieldsIn.COLUMNS || !names.containsAll(known.needs())) continue;
                if (known.refuse() != null) throw new UnreadableLog(known.refuse());
                if (isRead(known.reader(line))) return known.reader(line);
            }
            NamedFields rows = ofHeader(line, names);
            if (!w3c && !rows.hasRequests()) continue;
            String kind = w3c ? "W3C's extended log" : "CSV";
            Map<String, FieldRole> roles = rows.roles(kind, "", needsTime && !names.contains("date"));
            if (names.contains("date") && names.contains("time")) {
                roles.put("date", FieldRole.of(FieldRole.Role.DATE));
                roles.put("time", FieldRole.of(FieldRole.Role.TIME));
            }
            return new HeaderFormat(line, roles, Map.of(), NamedFields.about(kind, roles));
        }
        return null;
    }

    private static boolean isName(String text) {
        return text.matches("\"?[A-Za-z_][\\w ().-]{0,60}\"?");
    }

    private NamedFields ofHeader(String header, List<String> names) {
        return new NamedFields(lines.stream()
                .filter(line -> !line.startsWith("#") && !line.equals(header))
                .limit(MOST_LINES)
                .map(line -> HeaderFormat.row(header, names, line))
                .toList());
    }

    private LogFormat ofJson() {
        List<Map<String, String>> rows = lines.stream()
                .filter(line -> line.startsWith("{"))
                .limit(MOST_LINES)
                .map(JsonFormat::scalars)
                .toList();
        if (rows.stream().allMatch(Map::isEmpty))
            throw new UnreadableLog("The first lines look like JSON and are none.");
        for (KnownFormat known : FormatTable.table().formats())
            if (known.in() == FieldsIn.JSON
                    && rows.stream().anyMatch(row -> row.keySet().containsAll(known.needs()) && isOnly(known, row))
                    && (known.refuse() != null || isReadWithPaths(known))) return refusedOr(known);
        NamedFields fields = new NamedFields(rows);
        Map<String, FieldRole> roles = fields.roles("JSON", "json:", needsTime);
        return JsonFormat.of(roles, Map.of(), NamedFields.about("JSON", roles));
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

    /** Whether also the paths are found, if the format has some: others use the same names for some fields. */
    private boolean isReadWithPaths(KnownFormat known) {
        LogFormat format = known.reader(null);
        boolean paths = known.fields().values().stream()
                .anyMatch(it -> it.role() == FieldRole.Role.PATH || it.role() == FieldRole.Role.REQUEST);
        LogFields fields = fields();
        return isRead(format)
                && (!paths
                        || lines.stream()
                                .limit(SOME_LINES)
                                .anyMatch(line -> fits(format.parse(line, fields))
                                        && !fields.path().isEmpty()));
    }

    private static boolean isOnly(KnownFormat known, Map<String, String> row) {
        return known.only().entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(row.get(entry.getKey())));
    }

    private static LogFormat refusedOr(KnownFormat known) {
        if (known.refuse() != null) throw new UnreadableLog(known.refuse());
        return known.reader(null);
    }

    private LogFormat knownPairs(List<Map<String, String>> rows) {
        for (KnownFormat known : FormatTable.table().formats())
            if (known.in() == FieldsIn.PAIRS
                    && !known.needs().isEmpty()
                    && rows.stream()
                                    .filter(row -> row.keySet().containsAll(known.needs()))
                                    .count()
                            >= A_QUARTER * rows.size()
                    && (known.refuse() != null || isRead(known.reader(null)))) return refusedOr(known);
        return null;
    }

    /** Pairs of a key and a value that name a duration and a request; null if the lines are none. */
    private LogFormat ofPairs() {
        List<Map<String, String>> rows =
                lines.stream().limit(SOME_LINES).map(KeyValueFormat::of).toList();
        LogFormat known = knownPairs(rows);
        if (known != null) return known;
        NamedFields fields = new NamedFields(rows);
        if (fields.lines() < 0.5 * rows.size() || !fields.hasRequests()) return null;
        Map<String, FieldRole> roles = fields.roles("log of key=value pairs", "", false);
        boolean timed = roles.values().stream()
                .anyMatch(it -> it.role() == FieldRole.Role.TIME || it.role() == FieldRole.Role.START);
        if (!timed && needsTime) return null;
        return new KeyValueFormat(roles, NamedFields.about("key=value pairs", roles));
    }
}
