package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.ServerKind;
import asynclab.accesslog.format.Template;
import asynclab.accesslog.format.UnreadableLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Recognises a format nobody named from its columns. A time, a request and a status look like nothing else. The duration needs evidence: its
 * unit, its name, a fraction of seconds, its place, or its behaviour. If two columns may be it, the log is refused and both are shown.
 */
final class Columns {

    private static final double MOST = 0.9;
    private static final int MANY_ROWS = 100;
    private static final double SHORT = 50;
    private static final double MANY = 0.7; // a scanner's requests are no HTTP
    private static final double HALF = 0.5;

    private final Rows rows;
    private final List<LogColumn> columns;
    private final FieldRole[] roles;
    private final ServerKind server;
    private final List<String> doubts = new ArrayList<>();
    private int afterRequest;
    private int status = -1;

    private Columns(Rows rows, ServerKind server) {
        this.rows = rows;
        this.server = server;
        columns = IntStream.range(0, rows.columns()).mapToObj(rows::column).toList();
        roles = new FieldRole[rows.columns()];
    }

    /**
     * The format of the lines.
     *
     * @param server what is known of the server
     * @param needsTime false if the time may be that of what was around the lines
     * @throws UnreadableLog if there is no time, no request or no duration among the columns, or if two columns may be the duration
     */
    static LogFormat formatOf(List<String> lines, ServerKind server, boolean needsTime) {
        char separator = Tokens.separator(lines);
        var columns = new Columns(
                Rows.of(lines.stream().map(line -> new Tokens(line, separator)).toList()), server);
        columns.recognise(needsTime);
        return columns.format();
    }

    private void recognise(boolean needsTime) {
        boolean stamped = stamp();
        requestColumns();
        status = statusColumn();
        if (status >= 0) roles[status] = FieldRole.of(Role.STATUS);
        if (!stamped && needsTime)
            throw new UnreadableLog(
                    "The format of the log is not recognised: no column is a time in all lines, such as in\n  "
                            + rows.row(0).line()
                            + "\nGive the server's format string: -DlogFormat='%h %l %u %t \"%r\" %s %b %D'");
        named();
        if (!has(Role.DURATION) && !has(Role.SERVER)) duration();
        if (has(Role.DURATION)) weighParts(first(Role.DURATION));
    }

    /** Finds the time with the finest resolution; of several, the first. Returns whether there is one. */
    private boolean stamp() {
        List<Integer> stamps = free(Tokens::isStamp);
        stamps.forEach(column -> roles[column] = FieldRole.SKIPPED);
        stamps.stream()
                .filter(column ->
                        stamps.stream().noneMatch(date -> Tokens.isId(rows.value(0, column), rows.value(0, date))))
                .reduce((a, b) -> columns.get(b).digits() > columns.get(a).digits() ? b : a)
                .ifPresent(finest -> roles[finest] = FieldRole.of(Role.TIME));
        return !stamps.isEmpty();
    }

    /** Finds the first line of the request, or its method and the path after it. */
    private void requestColumns() {
        int request = first(0, Tokens::isRequest, MANY);
        if (request >= 0) {
            roles[request] = FieldRole.of(Role.REQUEST);
            afterRequest = request + 1;
            return;
        }
        int method = first(0, Tokens::isMethod, MANY);
        if (method >= 0) roles[method] = FieldRole.of(Role.METHOD);
        int path = method >= 0 && method + 1 < rows.columns() && share(method + 1, Tokens::isPath) >= MANY
                ? method + 1
                : first(method + 1, Tokens::isPath, MANY); // not a referer before the method
        if (path < 0) path = first(0, Tokens::isPath, MANY);
        if (path < 0)
            throw new UnreadableLog(
                    "The format of the log is not recognised: no column is a request such as \"GET / HTTP/1.1\""
                            + " or a path, such as in\n  " + rows.row(0).line()
                            + "\nGive the server's format string with -DlogFormat=");
        roles[path] = FieldRole.of(Role.PATH);
        afterRequest = path + 1;
        if (afterRequest < rows.columns() && share(afterRequest, value -> value.startsWith("HTTP")) >= MANY)
            roles[afterRequest++] = FieldRole.SKIPPED;
    }

    /** A column of usual codes, after the request if there is one there. A port, a size or a duration may have three digits, too. */
    private int statusColumn() {
        return free(Tokens::isStatus).stream()
                .min(Comparator.comparing((Integer column) -> share(column, Tokens::isUsualStatus) < HALF)
                        .thenComparing(column -> column < afterRequest))
                .orElse(-1);
    }

    /** Columns whose keys name them, such as {@code rt=0.2}. */
    private void named() {
        var lengths = new LinkedHashMap<Integer, FieldRole>();
        for (int column = 0; column < rows.columns(); column++) {
            String key = key(column);
            FieldRole role = roles[column] != null || key.isEmpty() ? null : FieldNames.of(key);
            if (role == null || !role.role().isDuration() || !isLength(column)) continue;
            var found = new FieldRole(role.role(), unit(column, key, role.unit()));
            if (role.role() == Role.DURATION) lengths.put(column, found);
            else roles[column] = found;
        }
        if (lengths.isEmpty()) return;
        int best = one(List.copyOf(lengths.keySet())); // no role yet: each option of a refusal has one
        for (int column : lengths.keySet()) roles[column] = FieldRole.SKIPPED;
        roles[best] = lengths.get(best);
    }

    /** The time of a backend may be a part of the duration, and a wait may be none. */
    private void weighParts(int whole) {
        String name = key(whole).isEmpty() ? "the duration" : key(whole);
        FieldRole[] others = roles.clone();
        if (has(Role.SERVER)) {
            int server = first(Role.SERVER);
            others[server] = null;
            if (!FieldNames.isOfProxy(key(server)))
                doubts.add(NamedFields.doubtOfServer(key(server), name) + option(others));
            else if (columns.get(whole)
                    .mayHaveBodiesAfter(columns.get(server), roles[whole].unit(), roles[server].unit()))
                doubts.add(NamedFields.doubtOfBodies(key(server), name) + option(others));
        } else if (has(Role.WAIT)) {
            int wait = first(Role.WAIT);
            DurationUnit unit = roles[whole].unit();
            others[whole] = new FieldRole(Role.SERVER, unit);
            if (columns.get(whole).isWithout(columns.get(wait), unit, roles[wait].unit())) roles[whole] = others[whole];
            else if (columns.get(wait).sum() > 0) doubts.add(NamedFields.doubtOfWait(key(wait), name) + option(others));
        }
    }

    private String option(FieldRole[] others) {
        return " Then give -DlogFormat='" + rows.template(0, others, -1) + "'.";
    }

    /** The unit of a column with a key. A name of nginx means seconds only if the values are written as nginx writes them. */
    private DurationUnit unit(int column, String key, DurationUnit named) {
        LogColumn values = columns.get(column);
        if (share(column, Tokens::isWithUnit) >= MOST) return values.unit();
        boolean nginx = key.equals("rt") || FieldNames.isAsOfNginx(key);
        if (!nginx) return named;
        if (!values.isOfNginx()) return null;
        if (values.isLongForSeconds()) doubts.add(NamedFields.doubtOfSeconds(key));
        return DurationUnit.SECONDS;
    }

    /** The key of a column, if most of its values have it. */
    private String key(int column) {
        if (column == rows.rest()) return "";
        String key = rows.key(0, column);
        int same = 0;
        for (int row = 0; row < rows.size(); row++) if (rows.key(row, column).equals(key)) same++;
        return same >= MOST * rows.size() ? key : "";
    }

    private boolean isLength(int column) {
        return share(column, value -> Tokens.isNumber(value) || Tokens.isWithUnit(value)) >= MOST;
    }

    private void duration() {
        List<Integer> withUnit = free(Tokens::isWithUnit).stream()
                .filter(column -> !FieldNames.isNoDuration(key(column)))
                .filter(column -> !columns.get(column).isTimeout())
                .toList();
        if (!withUnit.isEmpty()) {
            int column = one(withUnit);
            roles[column] = new FieldRole(Role.DURATION, columns.get(column).unit());
            return;
        }
        List<Integer> numbers = free(Tokens::isNumber).stream()
                .filter(column -> !isUser(column) && !isExplained(column))
                .toList();
        int size = status >= 0 ? status + 1 : afterRequest;
        boolean sizeIsCandidate = numbers.contains(size) && share(size, Tokens::isFraction) < MOST;
        List<Integer> others = numbers.stream().filter(column -> column != size).toList();
        boolean finer = sizeIsCandidate
                && others.stream().anyMatch(column -> columns.get(size).finerThan(columns.get(column)) > 1);
        if (sizeIsCandidate && !finer && (isCommonLog() || !others.isEmpty() || dashes(size + 1) >= 0))
            numbers = others;
        List<Integer> fractions = numbers.stream()
                .filter(column -> share(column, Tokens::isFraction) >= MOST)
                .toList();
        if (fractions.isEmpty())
            numbers = numbers.stream()
                    .filter(column -> !columns.get(column).hasFractions())
                    .toList();
        else numbers = withFractions(fractions, numbers);
        if (numbers.isEmpty()) throw refusals().none(dashes(size), sizeIsCandidate ? size : -1);
        int column = one(numbers);
        refuseParts(column, fractions);
        if (sizeIsCandidate && fractions.isEmpty() && column != size && isSwapped(size, column))
            throw refusals().several(List.of(size, column));
        roles[column] = FieldRole.of(Role.DURATION);
        doubts.addAll(columns.get(column).doubts(requests()));
        if (column == size && !fractions.contains(column))
            doubts.add("The only number of a line is taken as the duration, but it may be the size of the response.");
    }

    /** A time with three decimals and a part of it may be a proxy's and that of its server. */
    private void refuseParts(int whole, List<Integer> fractions) {
        List<Integer> parts = fractions.stream()
                .filter(part -> columns.get(whole).isLongerThan(columns.get(part)))
                .toList();
        if (!parts.isEmpty())
            throw refusals()
                    .several(Stream.concat(Stream.of(whole), parts.stream()).toList());
    }

    /** Whether the number after the status may be the duration and the other the size, as in {@code %s %D %B}. */
    private boolean isSwapped(int size, int other) {
        boolean clf =
                size >= 6 && share(size - 3, Tokens::isStamp) >= MOST; // host, two names, time, request, status, size
        boolean agent = size + 2 < other && rows.from(0, size + 1) > rows.to(0, size) + 1;
        if (agent || other != size + 1 || !key(other).isEmpty() || rows.size() < MANY_ROWS) return false;
        LogColumn first = columns.get(size);
        LogColumn second = columns.get(other);
        boolean small = first.shareBelow(SHORT) >= 0.05 && second.shareBelow(SHORT) == 0;
        return small && !clf || second.isSizeRatherThan(first, requests());
    }

    /** Numbers with three decimals, and whole numbers that are the same time in a finer unit. */
    private List<Integer> withFractions(List<Integer> fractions, List<Integer> numbers) {
        return numbers.stream()
                .filter(column -> fractions.contains(column)
                        || fractions.stream()
                                .allMatch(other -> columns.get(column).finerThan(columns.get(other)) > 1))
                .toList();
    }

    /** The one of these that is the duration. */
    private int one(List<Integer> candidates) {
        List<LogColumn> some = candidates.stream().map(columns::get).toList();
        LogColumn longest = LogColumn.longest(some);
        if (!longest.isWholeOf(some)) throw refusals().several(candidates);
        return candidates.get(some.indexOf(longest));
    }

    /** The request in quotes, the status, the size; or the size with the referer and the agent after it. */
    private boolean isCommonLog() {
        int size = status + 1;
        boolean common = status > 0 && is(status - 1, Role.REQUEST);
        boolean agent = size + 2 < rows.columns()
                && rows.from(0, size + 1) > rows.to(0, size) + 1 // in quotes
                && rows.from(0, size + 2) > rows.to(0, size + 1) + 1;
        return status >= 0 && (common || agent);
    }

    private boolean is(int column, Role role) {
        return roles[column] != null && roles[column].role() == role;
    }

    /** The name of a user, which may be a number: after the dash of the identity and before the time. */
    private boolean isUser(int column) {
        return column >= 2
                && column + 1 < rows.columns()
                && share(column + 1, Tokens::isStamp) >= MOST
                && columns.get(column - 1).isDash();
    }

    private boolean isExplained(int column) {
        LogColumn numbers = columns.get(column);
        return FieldNames.isNoDuration(key(column))
                || numbers.isMixed()
                || numbers.isConstant()
                || numbers.isCounter()
                || numbers.isId()
                || numbers.dependsOnPath(requests());
    }

    private List<String> requests() {
        var requests = new ArrayList<String>();
        for (int row = 0; row < rows.size(); row++) {
            var request = new StringBuilder();
            for (int column = 0; column < roles.length; column++)
                if (roles[column] != null
                        && List.of(Role.REQUEST, Role.METHOD, Role.PATH, Role.STATUS)
                                .contains(roles[column].role()))
                    request.append(rows.value(row, column)).append(' ');
            requests.add(request.toString());
        }
        return requests;
    }

    /** The free columns, first those after the status. */
    private List<Integer> free(Predicate<String> of) {
        var found = new ArrayList<Integer>();
        for (int column = 0; column < rows.columns(); column++)
            if (roles[column] == null && column != rows.rest() && share(column, of) >= MOST) found.add(column);
        return found;
    }

    private boolean has(Role role) {
        for (FieldRole field : roles) if (field != null && field.role() == role) return true;
        return false;
    }

    private int first(int from, Predicate<String> of, double least) {
        for (int column = from; column < rows.columns(); column++)
            if (roles[column] == null && column != rows.rest() && share(column, of) >= least) return column;
        return -1;
    }

    private double share(int column, Predicate<String> of) {
        return columns.get(column).share(of);
    }

    private Refusals refusals() {
        return new Refusals(rows, roles);
    }

    /** The last column from here on that is always a dash without quotes; -1 if there is none. */
    private int dashes(int from) {
        for (int column = rows.columns() - 1; column >= from; column--)
            if (roles[column] == null
                    && column != rows.rest()
                    && isPlain(column)
                    && columns.get(column).isDash()) return column;
        return -1;
    }

    /** Whether the column is no text in quotes, as a referer is. */
    private boolean isPlain(int column) {
        int from = rows.from(0, column);
        return from == 0 || rows.row(0).line().charAt(from - 1) != '"';
    }

    private LogFormat format() {
        LogFormat format = Template.anyOf(rows.templates(roles));
        return format.with(about(format.about()));
    }

    private About about(About said) {
        About timed = new About(
                said.words(),
                said.unit(),
                said.unit() == null ? "" : "the lines say so",
                server.t(),
                server.momentReason(),
                doubts);
        int main = first(has(Role.DURATION) ? Role.DURATION : Role.SERVER);
        return UnitOfServer.of(timed, server, columns.get(main));
    }

    private int first(Role role) {
        return IntStream.range(0, roles.length)
                .filter(column -> is(column, role))
                .findFirst()
                .orElseThrow();
    }
}
