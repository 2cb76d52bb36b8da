package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format strings of Apache, Tomcat and Jetty. {@code %*} is an addition: a field that is not read. Fields that no prediction
 * needs are skipped, whatever they are called.
 */
final class PercentFormat {

    // modifiers such as 200,304 or > or !; {argument}; Jetty's long names; Apache's ^FB; a letter
    private static final Pattern FIELD =
            Pattern.compile("%[!<>\\d,]*(?:\\{([^}]*)\\})?(uri|attr|ti|to|\\^[A-Za-z]{2}|[A-Za-z%*])");
    private static final int WHOLE = 0; // ranks of durations: the finer unit first
    private static final int SECONDS = 2;
    private static final int FIRST_BYTE = 3;

    private PercentFormat() {}

    /** @param server UNKNOWN if the format string is to tell, if it does */
    static PatternFormat of(String format, ServerKind server) {
        String full =
                switch (format) {
                    case "common" -> "%h %l %u %t \"%r\" %s %b";
                    case "combined" -> "%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\"";
                    default -> format;
                };
        var pieces = new ArrayList<Piece>();
        var text = new StringBuilder();
        String prefix = "";
        Matcher fields = FIELD.matcher(full);
        int at = 0;
        while (fields.find(at)) {
            text.append(full, at, fields.start());
            at = fields.end();
            if (fields.group(2).equals("%")) {
                text.append('%');
                continue;
            }
            Piece piece = piece(fields.group(1), fields.group(2));
            if (piece == null) continue; // the query is a part of the path before it
            if (pieces.isEmpty()) prefix = text.toString();
            else end(pieces, text);
            text.setLength(0);
            pieces.add(piece);
        }
        text.append(full.substring(at));
        if (!pieces.isEmpty()) end(pieces, text);
        return new PatternFormat(full, server == ServerKind.UNKNOWN ? guess(full) : server, prefix, pieces);
    }

    private static void end(List<Piece> pieces, CharSequence text) {
        int last = pieces.size() - 1;
        pieces.set(last, pieces.get(last).before(text.toString()));
    }

    private static ServerKind guess(String format) {
        if (format.contains("%{client}a") || format.contains("%uri") || format.contains("}uri") || format.contains("|"))
            return ServerKind.JETTY;
        if (format.contains("%>s") || format.contains("%{%") || format.contains("%^") || format.contains("%O"))
            return ServerKind.APACHE;
        if (format.matches(".*(%F|%S|%\\{(ms|us|ns|fracsec)}T.*%F).*")) return ServerKind.TOMCAT;
        return ServerKind.UNKNOWN;
    }

    private static Piece piece(String argument, String code) {
        return switch (code) {
            case "t" -> stamp(argument);
            case "D" -> Piece.duration(Piece.Kind.DURATION, null, WHOLE);
            case "T" -> taken(argument == null ? "s" : argument);
            case "F" -> Piece.duration(Piece.Kind.DURATION, TimeUnit.MILLISECONDS, FIRST_BYTE);
            case "^FB" -> Piece.duration(Piece.Kind.DURATION, TimeUnit.MICROSECONDS, FIRST_BYTE);
            case "r" -> argument == null ? Piece.of(Piece.Kind.REQUEST) : Piece.of(Piece.Kind.SKIPPED);
            case "m" -> Piece.of(Piece.Kind.METHOD);
            case "U" -> Piece.of(Piece.Kind.PATH);
            case "uri" -> Piece.of(
                    argument == null || argument.equals("-query") || argument.equals("path")
                            ? Piece.Kind.PATH
                            : Piece.Kind.SKIPPED);
            case "q" -> null;
            case "s" -> argument == null ? Piece.of(Piece.Kind.STATUS) : Piece.of(Piece.Kind.SKIPPED);
            default -> Piece.of(Piece.Kind.SKIPPED);
        };
    }

    /** Tomcat 10.1: ns, us, ms, s, fracsec; Apache: ms, us, s; Jetty: ms, us, s. */
    private static Piece taken(String unit) {
        return Piece.duration(
                Piece.Kind.DURATION,
                switch (unit) {
                    case "ns" -> TimeUnit.NANOSECONDS;
                    case "us" -> TimeUnit.MICROSECONDS;
                    case "ms" -> TimeUnit.MILLISECONDS;
                    case "s", "fracsec" -> TimeUnit.SECONDS;
                    default -> throw new UnreadableLog(
                            "The unit of %{" + unit + "}T must be ns, us, ms, s or fracsec.");
                },
                unit.equals("s") || unit.equals("fracsec") ? SECONDS : WHOLE);
    }

    private static Piece stamp(String argument) {
        if (argument == null) return Piece.stamp(Stamp.ANY, null);
        Moment moment = argument.startsWith("begin") ? Moment.START : argument.startsWith("end") ? Moment.END : null;
        String format = moment == null ? argument : argument.replaceFirst("(begin|end):?", "");
        return switch (format) {
            case "", "sec", "msec", "usec" -> Piece.stamp(Stamp.ANY, moment);
            case "msec_frac" -> Piece.fraction(TimeUnit.MILLISECONDS);
            case "usec_frac" -> Piece.fraction(TimeUnit.MICROSECONDS);
            default -> Piece.stamp(
                    format.contains("%")
                            ? Stamp.ofStrftime(format)
                            : format.contains("|")
                                    ? Stamp.ofParts(format.split("\\|"))
                                    : Stamp.of(format, Locale.ENGLISH),
                    moment);
        };
    }
}
