package asynclab.accesslog.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a format string into pieces: each match of a pattern is a field, what is between is fixed text. Every language of format strings is
 * read by it.
 *
 * @param prefix the text before the first field
 */
record FormatString(String prefix, List<Piece> pieces) {

    /** @param piece the field of a match; null if the match is a part of the field before it */
    static FormatString of(String format, Pattern field, Function<Matcher, Piece> piece) {
        var pieces = new ArrayList<Piece>();
        var text = new StringBuilder();
        String prefix = "";
        Matcher fields = field.matcher(format);
        int at = 0;
        while (fields.find(at)) {
            text.append(format, at, fields.start());
            at = fields.end();
            if (fields.group().equals("%%")) {
                text.append('%');
                continue;
            }
            Piece next = piece.apply(fields);
            if (next == null) continue;
            if (pieces.isEmpty()) prefix = text.toString();
            else end(pieces, text);
            text.setLength(0);
            pieces.add(next);
        }
        text.append(format.substring(at));
        if (!pieces.isEmpty()) end(pieces, text);
        return new FormatString(prefix, pieces);
    }

    /** What the fields are. */
    List<FieldRole> roles() {
        return pieces.stream().map(Piece::field).toList();
    }

    private static void end(List<Piece> pieces, CharSequence text) {
        int last = pieces.size() - 1;
        pieces.set(last, pieces.get(last).before(text.toString()));
    }
}
