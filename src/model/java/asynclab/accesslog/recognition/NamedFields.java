package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.Numbers;
import asynclab.accesslog.format.UnreadableLog;
import java.util.Collection;
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
 *
 * @param rows the fields of the first lines that have a field for a duration
 */
record NamedFields(List<Map<String, String>> rows) {

    private static final double MOST = 0.9;

    /** Of the lines' fields. Lines with other names, such as those at the start of a server, are left out. */
    static NamedFields of(Collection<Map<String, String>> all) {
        var isLength = new HashMap<String, Boolean>(); // the same names come in each line
        List<Map<String, String>> requests = all.stream()
                .filter(row ->
                        row.keySet().stream().anyMatch(name -> isLength.computeIfAbsent(name, NamedFields::isLength)))
                .toList();
        return new NamedFields(requests.isEmpty() ? List.copyOf(all) : requests);
    }

    private static boolean isLength(String name) {
        FieldRole role = FieldNames.of(name);
        return role != null && role.role().isDuration();
    }

    /** Whether a name and its values say a duration, and others say a request. */
    boolean hasRequests() {
        Map<String, FieldRole> roles = candidates();
        Set<Role> found = roles.values().stream().map(FieldRole::role).collect(Collectors.toSet());
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
        Map<String, FieldRole> candidates = candidates();
        var roles = new LinkedHashMap<String, FieldRole>();
        for (Role role : Role.values()) {
            List<String> names = candidates.keySet().stream()
                    .filter(name -> candidates.get(name).role() == role)
                    .toList();
            if (names.isEmpty()) continue;
            String best = role.isDuration() ? length(names, role, kind, option) : shortest(names);
            roles.put(best, candidates.get(best));
        }
        if (has(roles, Role.START) && has(roles, Role.TIME)) roles.values().removeIf(it -> it.role() == Role.TIME);
        boolean length = has(roles, Role.DURATION) || has(roles, Role.SERVER);
        if (length && has(roles, Role.START)) roles.values().removeIf(it -> it.role() == Role.END);
        boolean ends = has(roles, Role.START) && has(roles, Role.END);
        boolean time = has(roles, Role.TIME) || has(roles, Role.START) || has(roles, Role.END);
        if (needsTime && !time) throw missing("time", kind, option, Tokens::isStamp);
        if (!length && !ends) throw missing("duration", kind, option, Tokens::isNumber);
        return roles;
    }

    private static boolean has(Map<String, FieldRole> roles, Role role) {
        return roles.values().stream().anyMatch(it -> it.role() == role);
    }

    /** The roles that names and values say. */
    private Map<String, FieldRole> candidates() {
        var names = new LinkedHashSet<String>();
        rows.forEach(row -> names.addAll(row.keySet()));
        var roles = new LinkedHashMap<String, FieldRole>();
        for (String name : names) {
            FieldRole role = FieldNames.of(name);
            if (role == null) role = share(name, Tokens::isRequest) >= MOST ? FieldRole.of(Role.REQUEST) : null;
            if (role == null && isDate(name)) role = FieldRole.of(Role.TIME);
            if (role != null && fits(name, role.role())) roles.put(name, withUnit(name, role));
        }
        return roles;
    }

    /** A time with a date, which needs no name to be known. */
    private boolean isDate(String name) {
        return share(name, value -> Tokens.isStamp(value) && !Tokens.isNumber(value)) >= MOST;
    }

    private boolean fits(String name, Role role) {
        return switch (role) {
            case TIME, START, END -> share(name, NamedFields::isTime) >= MOST;
            case METHOD -> share(name, Tokens::isMethod) >= 0.7;
            case PATH -> share(name, Tokens::isPath) >= 0.7;
            case REQUEST -> share(name, Tokens::isRequest) >= 0.7;
            case STATUS -> share(name, Tokens::isStatus) >= 0.7;
            default -> share(name, value -> Tokens.isNumber(value) || Tokens.isWithUnit(value)) >= 0.7;
        };
    }

    private static boolean isTime(String value) {
        boolean bracketed = value.startsWith("[") && value.endsWith("]");
        return Tokens.isStamp(bracketed ? value.substring(1, value.length() - 1) : value);
    }

    private FieldRole withUnit(String name, FieldRole role) {
        boolean own = role.role().isDuration() && share(name, Tokens::isWithUnit) >= 0.5;
        return own ? new FieldRole(role.role(), DurationUnit.IN_THE_VALUE) : role;
    }

    /** The nearest to the top of the object, and of these the one with the finest values. */
    private String shortest(List<String> names) {
        return names.stream()
                .min((a, b) -> {
                    int depth = Integer.compare(a.split("\\.").length, b.split("\\.").length);
                    return depth != 0 ? depth : Integer.compare(length(b), length(a));
                })
                .orElseThrow();
    }

    private int length(String name) {
        return rows.stream()
                .map(row -> row.getOrDefault(name, ""))
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private String length(List<String> names, Role role, String kind, String option) {
        if (names.size() == 1) return names.get(0);
        String best = names.get(0);
        for (String name : names) {
            double factor = name.equals(best) ? 0 : numeric(name).finerThan(numeric(best));
            if (factor > 1 || factor == 1 && numeric(name).sum() > numeric(best).sum()) best = name;
        }
        String longest = best;
        boolean one = names.stream()
                .allMatch(name -> name.equals(longest) || numeric(longest).finerThan(numeric(name)) > 0);
        if (one || role != Role.DURATION) return longest;
        throw new UnreadableLog("The " + kind + " has several fields that may be the duration of a request: "
                + names.stream().map(name -> name + " (" + value(name) + ")").collect(Collectors.joining(", "))
                + "." + advice(option, "duration", names.get(0)));
    }

    private Numeric numeric(String name) {
        return new Numeric(
                0,
                rows.stream()
                        .map(row -> row.getOrDefault(name, ""))
                        .mapToDouble(value -> Tokens.isWithUnit(value)
                                ? Numbers.withUnit(value, 0, value.length())
                                : Tokens.number(value))
                        .toArray());
    }

    private String value(String name) {
        return rows.stream()
                .map(row -> row.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    private double share(String name, Predicate<String> of) {
        int known = 0;
        int like = 0;
        for (Map<String, String> row : rows) {
            String value = row.getOrDefault(name, "-");
            if (value.equals("-") || value.isEmpty()) continue;
            known++;
            if (of.test(value)) like++;
        }
        return known == 0 ? 0 : (double) like / known;
    }

    private UnreadableLog missing(String role, String kind, String option, Predicate<String> of) {
        var names = new LinkedHashSet<String>();
        rows.forEach(row -> names.addAll(row.keySet()));
        List<String> some = names.stream()
                .filter(name -> share(name, of) >= MOST)
                .filter(name -> FieldNames.of(name) == null && (role.equals("time") || !FieldNames.isNoDuration(name)))
                .limit(8)
                .toList();
        String shown = some.isEmpty()
                ? " Its fields are " + names.stream().limit(12).collect(Collectors.joining(", ")) + "."
                : " Fields that may be it: "
                        + some.stream()
                                .map(name -> name + " (" + value(name) + ")")
                                .collect(Collectors.joining(", ")) + ".";
        return new UnreadableLog("The " + kind + " has no field that is known as the " + role + "." + shown
                + advice(option, role, some.isEmpty() ? "NAME" : some.get(0)));
    }

    private static String advice(String option, String role, String name) {
        if (option.isEmpty()) return " Let the server write it.";
        return " Name it: -DlogFormat=" + option
                + (role.equals("time") ? "time=" + name + ",duration=NAME:ms" : "time=NAME,duration=" + name + ":ms")
                + ",method=NAME,path=NAME";
    }

    /** What these roles say of the format. */
    static About about(String kind, Map<String, FieldRole> roles) {
        String fields = roles.entrySet().stream()
                .map(it -> it.getValue() + "=" + it.getKey())
                .collect(Collectors.joining(", "));
        return About.of(kind + " with " + fields, roles.values(), "the names and values of the fields say so");
    }
}
