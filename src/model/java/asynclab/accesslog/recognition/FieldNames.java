package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a field is by its name: {@code request_time}, {@code responseTimeMs}, {@code http.request.method}. The value must fit, too. */
final class FieldNames {

    private static final Set<String> NEVER = Set.of(
            ("referer referrer agent ua user cookie forwarded host hostname addr address ip port id bytes size length version protocol scheme proto"
                            + " level thread logger message trace span header headers tls ssl dns handshake first ttfb idle parse offset type error"
                            + " timeout deadline ttl age expires retry backoff uptime db sql redis cpu gc view cache score session connection rtt tcprtt")
                    .split(" "));
    private static final Set<String> TIMES =
            Set.of("timestamp stamp ts time date datetime local iso8601 t at msec start end".split(" "));
    private static final Set<String> LENGTHS = Set.of(
            "reqtime apptime duration elapsed latency took taken rt responsetime requesttime processtime runtime cost spent delay service ms millis micros"
                    .split(" "));
    private static final Set<String> BACKEND =
            Set.of("apptime", "upstream", "backend", "origin", "target", "server", "service", "urt");
    private static final Set<String> OF_PROXY = Set.of("apptime", "upstream", "urt", "origin");
    private static final Set<String> OF_ANOTHER =
            Set.of("upstream backend origin redirect location received receive ingested ingest indexed".split(" "));
    private static final Set<String> QUEUED = Set.of("queue", "queued", "wait", "waiting");
    private static final Set<String> TIMED =
            Set.of("request response req res resp processing process total execution exec upstream backend".split(" "));
    private static final int LONGEST_NAME = 80;

    private FieldNames() {}

    /** The role and perhaps the unit of a field; null if the name says nothing. */
    static FieldRole of(String name) {
        if (name.length() > LONGEST_NAME) return null;
        List<String> words = words(name);
        String last = words.get(words.size() - 1);
        if (words.stream().anyMatch(NEVER::contains)) return null;
        if (last.equals("method") || last.equals("verb")) return FieldRole.of(Role.METHOD);
        if (last.matches("path|ur[il]|stem|target|endpoint|route")) return FieldRole.of(Role.PATH);
        if (last.matches("status|statuscode|resp") || last.equals("code") && words.size() > 1)
            return FieldRole.of(Role.STATUS);
        boolean stamp = words.size() > 1 && words.get(words.size() - 2).matches("timestamp|stamp|ts|epoch|datetime");
        if (stamp && DurationUnit.named(last) != null) return FieldRole.of(Role.TIME); // timestamp_ms
        FieldRole length = length(words);
        if (length != null) return length;
        if (last.matches("request|line|r|http")) return FieldRole.of(Role.REQUEST);
        if (!TIMES.contains(last)) return null;
        boolean start = words.stream().anyMatch(word -> word.matches("start|started|begin|received|arrived"));
        boolean end = words.stream().anyMatch(word -> word.matches("end|ended|finished|completed"));
        return FieldRole.of(start ? Role.START : end ? Role.END : Role.TIME);
    }

    /** Whether the name excludes a duration: it names a size or the wait in a queue, or has a dot, as a host with a port has. */
    static boolean isNoDuration(String name) {
        return name.contains(".")
                || words(name).stream().anyMatch(word -> NEVER.contains(word) || QUEUED.contains(word))
                || name.equals("connect");
    }

    private static FieldRole length(List<String> words) {
        DurationUnit unit = DurationUnit.named(words.get(words.size() - 1));
        List<String> rest = unit == null ? words : words.subList(0, words.size() - 1);
        boolean time = rest.contains("time") || rest.contains("times");
        boolean length = words.stream().anyMatch(LENGTHS::contains)
                || time && (unit != null || rest.stream().anyMatch(TIMED::contains))
                || rest.stream().anyMatch(word -> word.matches("tw|urt|uct"));
        boolean queued = rest.stream().anyMatch(QUEUED::contains) || rest.contains("tw");
        boolean connect = rest.contains("connect") || rest.contains("uct");
        if (!length && !(queued && (time || unit != null)) && !(connect && (time || unit != null))) return null;
        if (rest.contains("start") || rest.contains("end")) return null;
        if (isAsOfNginx(words)) unit = DurationUnit.SECONDS;
        Role role = connect ? Role.CONNECT : queued ? Role.WAIT : isBackend(rest) ? Role.SERVER : Role.DURATION;
        return new FieldRole(role, unit);
    }

    /** Whether the field is named as nginx names a duration in seconds. nginx writes three decimals; others write milliseconds. */
    static boolean isAsOfNginx(String name) {
        return isAsOfNginx(words(name));
    }

    private static boolean isAsOfNginx(List<String> words) {
        boolean time = words.contains("time") || words.contains("times");
        boolean unit = DurationUnit.named(words.get(words.size() - 1)) != null;
        boolean named = time && (words.contains("request") || words.contains("upstream"));
        return !unit && (named || words.contains("urt") || words.contains("uct"));
    }

    /** Whether only a proxy has a field of this name. An application may have the time of its own backend. */
    static boolean isOfProxy(String name) {
        return words(name).stream().anyMatch(OF_PROXY::contains);
    }

    /** Whether the time, the path or the status of this name is that of a backend, of a redirect, or of the collector of the log. */
    static boolean isOfAnother(String name) {
        return words(name).stream().anyMatch(OF_ANOTHER::contains);
    }

    private static boolean isBackend(List<String> words) {
        return words.stream().anyMatch(BACKEND::contains) && !words.equals(List.of("service"));
    }

    /**
     * The words of a name: {@code responseTimeMs}, {@code response_time.ms} and {@code response-time-ms} have the same. A unit is one word,
     * also in {@code MilliSeconds} and {@code MSec}.
     */
    private static List<String> words(String name) {
        String snake = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("(?<=duration|elapsed|latency|time|took)(millis|micros|nanos|ms|us|ns)$", "_$1")
                .replaceAll("(?<=upstream)time$", "_time")
                .replaceAll("(milli|micro|nano)[^a-z0-9](s(?:ec(?:ond)?s?)?)(?![a-z])", "$1$2")
                .replaceAll("(?<![a-z0-9])([mun])[^a-z0-9]sec(?:ond)?s?$", "$1s"); // responseTimeMSec
        List<String> words = List.of(snake.split("[^a-z0-9]+")).stream()
                .filter(word -> !word.isEmpty())
                .toList();
        return words.isEmpty() ? List.of("") : words;
    }
}
