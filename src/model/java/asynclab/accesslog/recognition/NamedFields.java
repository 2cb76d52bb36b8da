package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.UnreadableLog;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Recognises what named fields are: of JSON, of key=value pairs, of columns with a header. The name must say it and the values must fit. A
 * log with two durations of which neither contains the other is refused.
 */
final class NamedFields {

    private static final int MOST_NAMES = 1_000;
    private static final double MOST = 0.9;
    private static final double MANY = 0.7;
    private static final double LONGEST_MICROS = 600e6;

    private final int lines;
    private final Map<String, LogColumn> columns = new LinkedHashMap<>();
    private final Map<String, FieldRole> candidates = new LinkedHashMap<>(); // the roles that names and values say

    /** @param rows the fields of the first lines. Lines with other names, such as those at the start of a server, are left out */
    NamedFields(List<Map<String, String>> rows) {
        var isLength = new HashMap<String, Boolean>(); // the same names come in each line
        List<Map<String, String>> requests = rows.stream()
                .filter(row ->
                        row.keySet().stream().anyMatch(name -> isLength.computeIfAbsent(name, NamedFields::isLength)))
                .toList();
        List<Map<String, String>> counted = requests.isEmpty() ? rows : requests;
        lines = counted.size();
        var names = new LinkedHashSet<String>();
        counted.forEach(row -> names.addAll(row.keySet()));
        for (String name : names.stream().limit(MOST_NAMES).toList()) {
            var column = new LogColumn(
                    counted.stream().map(row -> row.getOrDefault(name, "")).toList());
            columns.put(name, column);
            FieldRole role = candidate(name, column);
            if (role != null) candidates.put(name, role);
        }
    }

    private static boolean isLength(String name) {
        FieldRole role = FieldNames.of(name);
        return role != null && role.role().isDuration();
    }

    private static FieldRole candidate(String name, LogColumn column) {
        FieldRole named = FieldNames.of(name);
        FieldRole role = named != null && fits(column, named.role()) ? named : byValues(column);
        if (role == null || !role.role().isDuration()) return role;
        if (isMoment(column, role.unit())) return FieldRole.of(Role.TIME);
        if (column.share(Tokens::isWithUnit) >= 0.5) return new FieldRole(role.role(), DurationUnit.IN_THE_VALUE);
        return FieldNames.isAsOfNginx(name) && !column.isOfNginx() ? FieldRole.of(role.role()) : role;
    }

    /** Whether numbers are times since 1970, whatever the name is: as durations they would be longer than ten minutes. */
    private static boolean isMoment(LogColumn column, DurationUnit unit) {
        double longest = LONGEST_MICROS / (unit == null ? DurationUnit.NANOSECONDS : unit).micros();
        return column.share(value -> Tokens.isNumber(value) && Tokens.isStamp(value) && Tokens.number(value) > longest)
                >= MOST;
    }

    /** A request and a time with a date need no name. Some call the date of a request {@code requestTime}. */
    private static FieldRole byValues(LogColumn column) {
        if (column.share(Tokens::isWholeRequest) >= MOST) return FieldRole.of(Role.REQUEST);
        boolean time = column.share(value -> Tokens.isStamp(value) && !Tokens.isNumber(value)) >= MOST;
        return time ? FieldRole.of(Role.TIME) : null;
    }

    private static boolean fits(LogColumn column, Role role) {
        return switch (role) {
            case TIME, START, END -> column.share(NamedFields::isTime) >= MOST;
            case METHOD -> column.share(Tokens::isMethod) >= MANY;
            case PATH -> column.share(Tokens::isPath) >= MANY;
            case REQUEST -> column.share(Tokens::isRequest) >= MANY;
            case STATUS -> column.share(Tokens::isStatus) >= MANY;
            default -> column.share(value -> Tokens.isNumber(value) || Tokens.isWithUnit(value)) >= MANY;
        };
    }

    private static boolean isTime(String value) {
        boolean bracketed = value.startsWith("[") && value.endsWith("]");
        return Tokens.isStamp(bracketed ? value.substring(1, value.length() - 1) : value);
    }

    /** The lines that count. */
    int lines() {
        return lines;
    }

    /** Whether a name and its values say a duration, and others say a request. */
    boolean hasRequests() {
        Set<Role> found = candidates.values().stream().map(FieldRole::role).collect(Collectors.toSet());
        return (found.contains(Role.DURATION) || found.contains(Role.SERVER))
                && (found.contains(Role.PATH) || found.contains(Role.REQUEST) || found.contains(Role.METHOD));
    }

    /**
     * The role of each field that counts.
     *
     * @param kind what the log is, such as "JSON"
     * @param option how a user names the fields, such as "json:"; empty if there is no such option
     * @param needsTime whether a time is needed
     * @throws UnreadableLog if there is no time or no duration, or more than one duration
     */
    Map<String, FieldRole> roles(String kind, String option, boolean needsTime) {
        var roles = new LinkedHashMap<String, FieldRole>();
        for (Role role : Role.values()) {
            List<String> names = candidates.keySet().stream()
                    .filter(name -> candidates.get(name).role() == role)
                    .toList();
            if (names.isEmpty()) continue;
            String best = role.isDuration() ? length(names, role, kind, option) : best(names);
            roles.put(best, candidates.get(best));
        }
        boolean length = has(roles, Role.DURATION) || has(roles, Role.SERVER);
        if (has(roles, Role.START) && has(roles, Role.TIME)) {
            boolean collected =
                    length && FieldNames.isOfAnother(named(roles, Role.START)); // when a collector got the line
            roles.values().removeIf(it -> it.role() == (collected ? Role.START : Role.TIME));
        }
        if (length && has(roles, Role.START)) roles.values().removeIf(it -> it.role() == Role.END);
        boolean ends = has(roles, Role.START) && has(roles, Role.END);
        boolean time = has(roles, Role.TIME) || has(roles, Role.START) || has(roles, Role.END);
        if (needsTime && !time) throw missing("time", kind, option, Tokens::isStamp);
        if (!length && !ends) throw missing("duration", kind, option, Tokens::isNumber);
        if (!has(roles, Role.SERVER)) withoutWait(roles);
        return roles;
    }

    /** The service of a request whose duration does not contain its wait is its whole duration. */
    private void withoutWait(Map<String, FieldRole> roles) {
        String whole = named(roles, Role.DURATION);
        String wait = named(roles, Role.WAIT);
        if (whole == null || wait == null) return;
        DurationUnit unit = roles.get(whole).unit();
        if (columns.get(whole)
                .isWithout(columns.get(wait), unit, roles.get(wait).unit()))
            roles.put(whole, new FieldRole(Role.SERVER, unit));
    }

    private static boolean has(Map<String, FieldRole> roles, Role role) {
        return roles.values().stream().anyMatch(it -> it.role() == role);
    }

    /**
     * The nearest to the top of the object. Of these, one that is not a backend's or a collector's, then one that most lines have, and at last
     * the one with the finest values.
     */
    private String best(List<String> names) {
        return names.stream()
                .min(Comparator.<String>comparingInt(name -> name.split("\\.").length)
                        .thenComparing(FieldNames::isOfAnother)
                        .thenComparing(name -> -columns.get(name).count())
                        .thenComparing(name -> -columns.get(name).length()))
                .orElseThrow();
    }

    private String length(List<String> names, Role role, String kind, String option) {
        List<LogColumn> lengths = names.stream().map(columns::get).toList();
        LogColumn longest = LogColumn.longest(lengths);
        if (role == Role.DURATION && !longest.isWholeOf(lengths))
            throw new UnreadableLog("The " + kind + " has several fields that may be the duration of a request: "
                    + shown(names) + "." + advice(option, "duration", names.get(0)));
        return names.get(lengths.indexOf(longest));
    }

    private String shown(List<String> names) {
        return names.stream()
                .map(name -> name + " (" + columns.get(name).first() + ")")
                .collect(Collectors.joining(", "));
    }

    private UnreadableLog missing(String role, String kind, String option, Predicate<String> of) {
        List<String> some = columns.keySet().stream()
                .filter(name -> columns.get(name).share(of) >= MOST)
                .filter(name -> FieldNames.of(name) == null && (role.equals("time") || !FieldNames.isNoDuration(name)))
                .limit(8)
                .toList();
        String fields = some.isEmpty()
                ? " Its fields are " + columns.keySet().stream().limit(12).collect(Collectors.joining(", ")) + "."
                : " Fields that may be it: " + shown(some) + ".";
        return new UnreadableLog("The " + kind + " has no field that is known as the " + role + "." + fields
                + advice(option, role, some.isEmpty() ? "NAME" : some.get(0)));
    }

    private String advice(String option, String role, String name) {
        if (option.isEmpty()) return " Let the server write it.";
        FieldRole known = candidates.get(name);
        String unit =
                known == null || known.unit() == null ? "ms" : known.unit().id();
        return " Name it: -DlogFormat=" + option
                + (role.equals("time")
                        ? "time=" + name + ",duration=NAME:ms"
                        : "time=NAME,duration=" + name + ":" + unit)
                + ",method=NAME,path=NAME";
    }

    /** What these roles say of the format. */
    static About about(String kind, Map<String, FieldRole> roles) {
        String fields = roles.entrySet().stream()
                .map(it -> it.getValue() + "=" + it.getKey())
                .collect(Collectors.joining(", "));
        return About.of(kind + " with " + fields, roles.values(), "the names and values of the fields say so");
    }

    /** A name that nginx uses for seconds, and values that are large for them. */
    static String doubtOfSeconds(String name) {
        return "That " + name + " is in seconds is a guess: nginx uses this name, but half of the values are 2 or more."
                + " They may be milliseconds. Set the unit with -DdurationUnit=s or ms.";
    }

    /** The same of roles that nobody has named, with what may be wrong with them. */
    About recognised(String kind, Map<String, FieldRole> roles) {
        String whole = named(roles, Role.DURATION);
        String server = named(roles, Role.SERVER);
        String main = whole != null ? whole : server;
        boolean slow = main != null
                && FieldNames.isAsOfNginx(main)
                && roles.get(main).unit() == DurationUnit.SECONDS
                && columns.get(main).isLongForSeconds();
        About about = slow ? about(kind, roles).doubting(doubtOfSeconds(main)) : about(kind, roles);
        if (whole == null) return about;
        if (server != null) {
            String option = naming(kind, "duration=" + withUnit(whole, roles));
            if (!FieldNames.isOfProxy(server)) return about.doubting(doubtOfServer(server, whole) + option);
            boolean bodies = columns.get(whole)
                    .mayHaveBodiesAfter(
                            columns.get(server),
                            roles.get(whole).unit(),
                            roles.get(server).unit());
            return bodies ? about.doubting(doubtOfBodies(server, whole) + option) : about;
        }
        String wait = named(roles, Role.WAIT);
        if (wait == null || columns.get(wait).sum() == 0) return about;
        String option = naming(kind, "server=" + withUnit(whole, roles) + ",wait=" + withUnit(wait, roles));
        return about.doubting(doubtOfWait(wait, whole) + option);
    }

    private static String naming(String kind, String lengths) {
        return kind.equals("JSON") ? " Name it: -DlogFormat=json:time=NAME," + lengths + ",method=NAME,path=NAME" : "";
    }

    private static String withUnit(String name, Map<String, FieldRole> roles) {
        DurationUnit unit = roles.get(name).unit();
        return name + (unit == null ? "" : ":" + unit.id());
    }

    /** A duration that begins with the request contains its wait. One that begins with the service does not. */
    static String doubtOfWait(String wait, String whole) {
        return "That " + whole + " contains the waiting of " + wait + " is a guess. If it does not, its role is server,"
                + " not duration, and each request takes longer than said here.";
    }

    /** An application may have the time of its own backend, as a proxy has. */
    static String doubtOfServer(String server, String whole) {
        return "That " + server + " is the server's time behind a proxy is a guess by its name. If the log"
                + " is the application's own, " + whole
                + " is the duration, and each request takes longer than said here.";
    }

    /** Envoy's time of the server ends with the headers of the response. That of nginx has the body. */
    static String doubtOfBodies(String server, String whole) {
        return "That " + server + " is the whole time of the server is a guess. Envoy's ends with the headers of the"
                + " response. If it does and the service writes long bodies, " + whole
                + " is nearer to the duration, and requests take longer than said here.";
    }

    private static String named(Map<String, FieldRole> roles, Role role) {
        return roles.keySet().stream()
                .filter(name -> roles.get(name).role() == role)
                .findFirst()
                .orElse(null);
    }
}
