package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format strings of Apache and of the {@linkplain ServerKind servers} that write like it. {@code %*} and {@code %**} are additions: a word, and any
 * text, that is not read. The table of formats has the roles of the fields; a field that it does not have is skipped.
 */
public final class PercentFormat {

    // %%; Undertow's long names; modifiers such as 200,304 or >; {argument}; Jetty's names; Apache's ^FB; a letter
    private static final Pattern FIELD =
            Pattern.compile("%%|%\\{(?<name>(?:[a-z]|time),[^}]*|[A-Z_]{3,40})\\}(?![A-Za-z])"
                    + "|%[!<>\\d,]*(?<argument>\\{[^}]*\\})?(?<code>uri|attr|ti|to|\\^[A-Za-z]{2}|\\*\\*|[A-Za-z*])");
    private static final Map<String, FieldRole> ROLES = FormatTable.table().percent();
    private static final List<String> RANKS = List.copyOf(ROLES.keySet());

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
                string.pieces().stream().map(piece -> piece.in(known.d())).toList();
        return TextFormat.of(string.prefix(), pieces, about(full, known, string.pieces()), true);
    }

    private static About about(String format, ServerKind server, List<Piece> pieces) {
        Piece duration = TextFormat.best(pieces, Role.DURATION);
        DurationUnit said = duration == null ? null : duration.field().unit();
        DurationUnit unit = duration != null && said == null ? server.d() : said;
        String unitReason = unit == null ? "" : said == null ? server.unitReason() : "the format says so";
        StampMoment moment = pieces.stream()
                .filter(piece -> piece.role() == Role.TIME)
                .findFirst()
                .map(Piece::moment)
                .orElse(null);
        boolean lost = server.name().equals("tomcat-10.1") && moment == StampMoment.END; // 10.1.48 writes the start
        return moment == null || lost
                ? new About(format, unit, unitReason, server.t(), server.momentReason(), List.of())
                : new About(format, unit, unitReason, moment, "the format says so", List.of());
    }

    private static ServerKind guess(String format) {
        return FormatTable.table().servers().stream()
                .filter(server -> server.marks().matcher(format).find())
                .findFirst()
                .orElse(ServerKind.UNKNOWN);
    }

    private static Piece piece(Matcher field) {
        String name = field.group("name");
        if (name != null && name.startsWith("time,"))
            return Piece.stamp(Stamp.of(name.substring("time,".length()), Locale.ENGLISH), null);
        if (name != null) return known(name);
        String argument = field.group("argument");
        String code = field.group("code");
        if (code.equals("q")) return null; // the query is a part of the path before it
        if (code.equals("t")) return time(argument == null ? "" : argument.substring(1, argument.length() - 1));
        String whole = argument == null ? code : argument + code;
        if (code.equals("T") && !ROLES.containsKey(whole))
            throw new UnreadableLog("The unit of %" + whole + " must be ns, us, ms, s or fracsec.");
        return known(whole);
    }

    private static Piece known(String name) {
        FieldRole role = ROLES.getOrDefault(name, FieldRole.SKIPPED);
        return new Piece(role, Stamp.ANY, null, RANKS.indexOf(name), "");
    }

    private static Piece time(String argument) {
        StampMoment moment =
                argument.startsWith("begin") ? StampMoment.START : argument.startsWith("end") ? StampMoment.END : null;
        String format = moment == null ? argument : argument.replaceFirst("(begin|end):?", "");
        return switch (format) {
            case "", "sec", "msec", "usec" -> Piece.stamp(Stamp.ANY, moment);
            case "msec_frac", "usec_frac" -> known("{" + format + "}t");
            case "%z", "Z", "X", "XX", "XXX", "x", "xx", "xxx" -> Piece.of(FieldRole.of(Role.ZONE));
            default -> Piece.stamp(
                    format.contains("%")
                            ? Stamp.ofStrftime(format)
                            : format.contains("|") ? Stamp.ofParts(format) : Stamp.of(format, Locale.ENGLISH),
                    moment);
        };
    }
}
