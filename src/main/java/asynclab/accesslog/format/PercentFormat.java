package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.StampMoment;
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
    // ranks of durations: the finer unit first
    private static final int FINE = 0;
    private static final int OF_SERVER = 1;
    private static final int MILLIS = 2;
    private static final int SECONDS = 3;
    private static final int FIRST_BYTE = 4;

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
            case "D" -> Piece.duration(Piece.FieldKind.DURATION, null, OF_SERVER);
            case "T" -> taken(argument == null ? "s" : argument);
            case "F" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.MILLISECONDS, FIRST_BYTE);
            case "^FB" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.MICROSECONDS, FIRST_BYTE);
            case "r" -> argument == null ? Piece.of(Piece.FieldKind.REQUEST) : Piece.of(Piece.FieldKind.SKIPPED);
            case "m" -> Piece.of(Piece.FieldKind.METHOD);
            case "U" -> Piece.of(Piece.FieldKind.PATH);
            case "uri" -> Piece.of(
                    argument == null || argument.equals("-query") || argument.equals("path")
                            ? Piece.FieldKind.PATH
                            : Piece.FieldKind.SKIPPED);
            case "q" -> null;
            case "s" -> argument == null ? Piece.of(Piece.FieldKind.STATUS) : Piece.of(Piece.FieldKind.SKIPPED);
            default -> Piece.of(Piece.FieldKind.SKIPPED);
        };
    }

    /** Tomcat 10.1: ns, us, ms, s, fracsec; Apache: ms, us, s; Jetty: ms, us, s. */
    private static Piece taken(String unit) {
        return switch (unit) {
            case "ns" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.NANOSECONDS, FINE);
            case "us" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.MICROSECONDS, FINE);
            case "ms" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.MILLISECONDS, MILLIS);
            case "s", "fracsec" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.SECONDS, SECONDS);
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
