package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code log_format} of nginx. If it has {@code $upstream_response_time}, that is the duration: it is what the application
 * behind nginx held, and lines without one never reached it. Else {@code $request_time} is, which includes a slow client.
 */
final class NginxFormat {

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+))");

    private NginxFormat() {}

    static PatternFormat of(String format) {
        var pieces = new ArrayList<Piece>();
        String prefix = "";
        Matcher variables = VARIABLE.matcher(format);
        int at = 0;
        while (variables.find()) {
            String text = format.substring(at, variables.start());
            if (pieces.isEmpty()) prefix = text;
            else pieces.set(pieces.size() - 1, pieces.get(pieces.size() - 1).before(text));
            pieces.add(piece(variables.group(1) != null ? variables.group(1) : variables.group(2)));
            at = variables.end();
        }
        if (!pieces.isEmpty())
            pieces.set(pieces.size() - 1, pieces.get(pieces.size() - 1).before(format.substring(at)));
        return new PatternFormat(format, ServerKind.NGINX, prefix, pieces);
    }

    private static Piece piece(String variable) {
        return switch (variable) {
            case "time_local", "time_iso8601", "msec" -> Piece.stamp(Stamp.ANY, StampMoment.END);
            case "request" -> Piece.of(Piece.FieldKind.REQUEST);
            case "request_method" -> Piece.of(Piece.FieldKind.METHOD);
            case "request_uri", "uri", "document_uri" -> Piece.of(Piece.FieldKind.PATH);
            case "status" -> Piece.of(Piece.FieldKind.STATUS);
            case "upstream_response_time" -> Piece.duration(Piece.FieldKind.UPSTREAM_DURATION, TimeUnit.SECONDS, 0);
            case "request_time" -> Piece.duration(Piece.FieldKind.DURATION, TimeUnit.SECONDS, 1);
            default -> Piece.of(Piece.FieldKind.SKIPPED);
        };
    }
}
