package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format strings of Apache and of the servers that write like it ({@link ServerKind}). {@code %*} and {@code %**} are additions: a
 * word, and any text, that is not read. Fields that no prediction needs are skipped, whatever they are called.
 */
public final class PercentFormat {

    // %%; Undertow's long names; modifiers such as 200,304 or > or !; {argument}; Jetty's long names; Apache's ^FB; a
    // letter
    private static final Pattern FIELD = Pattern.compile(
            "%%|%\\{(?<name>(?:[a-z]|time),[^}]*|[A-Z_]{3,40})\\}(?![A-Za-z])"
                    + "|%[!<>\\d,]*(?:\\{(?<argument>[^}]*)\\})?(?<code>uri|attr|ti|to|\\^[A-Za-z]{2}|\\*\\*|[A-Za-z*])");
    // ranks of durations: the finer unit first
    private static final int FINE = 0;
    private static final int OF_SERVER = 1;
    private static final int MILLIS = 2;
    private static final int SECONDS = 3;
    private static final int FIRST_BYTE = 4;

    private PercentFormat() {}

    /**
     * Reads a format string.
     *
     * @param server UNKNOWN if the format string is to tell, if it does
     * @throws UnreadableLog if it is wrong, or has no time or no duration
     */
    public static TextFormat of(String format, ServerKind server) {
        String full =
                switch (format) {
                    case "common" -> "%h %l %u %t \"%r\" %s %b";
                    case "combined" -> "%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\"";
                    default -> format;
                };
        ServerKind known = server == ServerKind.UNKNOWN ? guess(full) : server;
        FormatString string = FormatString.of(full, FIELD, PercentFormat::piece);
        List<Piece> pieces =
                string.pieces().stream().map(piece -> piece.in(known.unitOfD())).toList();
        return TextFormat.of(string.prefix(), pieces, about(full, known, pieces), true);
    }

    private static About about(String format, ServerKind server, List<Piece> pieces) {
        Piece duration = TextFormat.best(pieces, Role.DURATION);
        Piece time = pieces.stream()
                .filter(piece -> piece.role() == Role.TIME)
                .findFirst()
                .orElse(Piece.SKIPPED);
        boolean lost = server == ServerKind.TOMCAT_10_1 && time.moment() == StampMoment.END; // see there
        boolean said = time.moment() != null && !lost;
        DurationUnit unit = duration == null ? null : duration.field().unit();
        return new About(
                format,
                unit,
                unit == null ? "" : duration.ofServer() ? server.unitReason() : "the format says so",
                said ? time.moment() : server.moment(),
                said ? "the format says so" : server.momentReason(),
                List.of());
    }

    private static ServerKind guess(String format) {
        if (format.contains("%{client}a") || format.contains("%uri") || format.contains("}uri"))
            return ServerKind.JETTY;
        if (format.contains("%>s") || format.contains("%{%") || format.contains("%^") || format.contains("%O"))
            return ServerKind.APACHE;
        if (format.contains("%{i,") || format.contains("%{o,") || format.contains("%{RESPONSE_TIME"))
            return ServerKind.UNDERTOW;
        if (format.matches("(?s).*(%F|%S|%\\{(ms|us|ns|fracsec)}T.*%F).*")) return ServerKind.TOMCAT;
        return ServerKind.UNKNOWN;
    }

    private static Piece piece(Matcher field) {
        if (field.group("name") != null) return ofUndertow(field.group("name"));
        String argument = field.group("argument");
        return switch (field.group("code")) {
            case "t" -> stamp(argument);
            case "D" -> argument == null ? Piece.duration(Role.DURATION, null, OF_SERVER) : Piece.SKIPPED;
            case "T" -> taken(argument == null ? "s" : argument);
            case "F" -> Piece.duration(Role.DURATION, DurationUnit.MILLISECONDS, FIRST_BYTE);
            case "^FB" -> Piece.duration(Role.DURATION, DurationUnit.MICROSECONDS, FIRST_BYTE);
            case "r" -> argument == null ? Piece.of(Role.REQUEST) : Piece.SKIPPED;
            case "m" -> Piece.of(Role.METHOD);
            case "U" -> Piece.of(Role.PATH);
            case "uri" -> argument == null || argument.equals("-query") || argument.equals("path")
                    ? Piece.of(Role.PATH)
                    : Piece.SKIPPED;
            case "q" -> null; // the query is a part of the path before it
            case "s" -> argument == null ? Piece.of(Role.STATUS) : Piece.SKIPPED;
            case "**" -> Piece.of(Role.REST);
            default -> Piece.SKIPPED;
        };
    }

    private static Piece ofUndertow(String name) {
        if (name.startsWith("time,")) return Piece.stamp(Stamp.of(name.substring(5), Locale.ENGLISH), null);
        return switch (name) {
            case "RESPONSE_TIME_NANOS" -> Piece.duration(Role.DURATION, DurationUnit.NANOSECONDS, FINE);
            case "RESPONSE_TIME_MICROS" -> Piece.duration(Role.DURATION, DurationUnit.MICROSECONDS, FINE);
            case "RESPONSE_TIME", "RESPONSE_TIME_MILLIS" -> Piece.duration(
                    Role.DURATION, DurationUnit.MILLISECONDS, MILLIS);
            case "RESPONSE_TIME_SECONDS" -> Piece.duration(Role.DURATION, DurationUnit.SECONDS, SECONDS);
            case "REQUEST_LINE" -> Piece.of(Role.REQUEST);
            case "METHOD" -> Piece.of(Role.METHOD);
            case "REQUEST_URL", "REQUEST_PATH" -> Piece.of(Role.PATH);
            case "RESPONSE_CODE" -> Piece.of(Role.STATUS);
            case "DATE_TIME" -> Piece.stamp(Stamp.ANY, null);
            default -> Piece.SKIPPED;
        };
    }

    /** Tomcat 10.1: ns, us, ms, s, fracsec; Apache: ms, us, s; Jetty: ms, us, s. */
    private static Piece taken(String unit) {
        return switch (unit) {
            case "ns" -> Piece.duration(Role.DURATION, DurationUnit.NANOSECONDS, FINE);
            case "us" -> Piece.duration(Role.DURATION, DurationUnit.MICROSECONDS, FINE);
            case "ms" -> Piece.duration(Role.DURATION, DurationUnit.MILLISECONDS, MILLIS);
            case "s", "fracsec" -> Piece.duration(Role.DURATION, DurationUnit.SECONDS, SECONDS);
            default -> throw new UnreadableLog("The unit of %{" + unit + "}T must be ns, us, ms, s or fracsec.");
        };
    }

    private static Piece stamp(String argument) {
        if (argument == null) return Piece.stamp(Stamp.ANY, null);
        StampMoment moment =
                argument.startsWith("begin") ? StampMoment.START : argument.startsWith("end") ? StampMoment.END : null;
        String format = moment == null ? argument : argument.replaceFirst("(begin|end):?", "");
        return switch (format) {
            case "", "sec", "msec", "usec" -> Piece.stamp(Stamp.ANY, moment);
            case "msec_frac" -> Piece.of(new FieldRole(Role.FRACTION, DurationUnit.MILLISECONDS));
            case "usec_frac" -> Piece.of(new FieldRole(Role.FRACTION, DurationUnit.MICROSECONDS));
            case "%z" -> Piece.SKIPPED; // the zone of a time in other fields
            default -> Piece.stamp(
                    format.contains("%")
                            ? Stamp.ofStrftime(format)
                            : format.contains("|") ? Stamp.ofParts(format) : Stamp.of(format, Locale.ENGLISH),
                    moment);
        };
    }
}
