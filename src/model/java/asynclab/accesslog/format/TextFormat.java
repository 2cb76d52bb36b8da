package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fields with fixed text between them, as a format string says. A field of unread text ({@link Role#REST}) may have any number of
 * words; the fields after it are found from the end of the line. Immutable.
 */
public final class TextFormat implements LogFormat {

    private static final Pattern UNIT = Pattern.compile(" ?([a-zA-Z\u00b5\u03bc]+)(?=$|[\\s)\\],;|\"'])");

    private final String prefix;
    private final List<Piece> pieces;
    private final boolean padded;
    private final boolean wordAtEnd;
    private final Cut[] cuts;
    private final int rest; // the index of the field of any text; -1 if there is none
    private final About about;

    /**
     * How a field is cut off, known before the lines are.
     *
     * @param spaced whether a space follows it
     * @param single whether one character follows it
     * @param quoted whether it is in quotes
     * @param bracketed whether it may be in brackets with spaces within them
     * @param zoneApart whether the next field is the zone of this time
     */
    private record Cut(
            FieldRole field,
            Role role,
            Stamp stamp,
            String after,
            char first,
            boolean spaced,
            boolean single,
            boolean quoted,
            boolean bracketed,
            boolean zoneApart) {

        static Cut of(Piece piece, String before, boolean zoneApart) {
            String after = piece.after();
            return new Cut(
                    piece.field(),
                    piece.role(),
                    piece.stamp(),
                    after,
                    after.isEmpty() ? 0 : after.charAt(0),
                    after.startsWith(" "),
                    after.length() == 1,
                    before.endsWith("\""),
                    piece.role() == Role.TIME || piece.role() == Role.SKIPPED,
                    zoneApart);
        }

        int find(String line, int from) {
            return single ? line.indexOf(first, from) : line.indexOf(after, from);
        }
    }

    /** Where a line and its format part. */
    private static final class Reached {
        private int piece;
        private int at;
    }

    private TextFormat(String prefix, List<Piece> pieces, About about, boolean padded, boolean wordAtEnd) {
        this.padded = padded;
        this.wordAtEnd = wordAtEnd;
        this.prefix = prefix;
        this.pieces = pieces;
        this.about = about;
        cuts = new Cut[pieces.size()];
        for (int i = 0; i < cuts.length; i++)
            cuts[i] = Cut.of(
                    pieces.get(i),
                    i == 0 ? prefix : pieces.get(i - 1).after(),
                    i + 1 < cuts.length && pieces.get(i + 1).role() == Role.ZONE);
        int found = -1;
        for (int i = 0; i < pieces.size(); i++) if (pieces.get(i).role() == Role.REST) found = i;
        rest = found;
    }

    /**
     * The format of these pieces. Of several times, the first counts; of several durations of one role, that of the lowest rank.
     *
     * @param prefix the text before the first field
     * @param needsTime whether a format without a time is refused
     * @throws UnreadableLog if there is no time or no duration, or more than one field of any text
     */
    static TextFormat of(String prefix, List<Piece> all, About about, boolean needsTime) {
        boolean ends = has(all, Role.START) && has(all, Role.END);
        if (needsTime && !has(all, Role.TIME) && !has(all, Role.START) && !has(all, Role.END))
            throw new UnreadableLog("The log format \"" + about.words() + "\" has no time of the request, such as %t.");
        if (!ends && !has(all, Role.DURATION) && !has(all, Role.SERVER) && !has(all, Role.HEADERS))
            throw new UnreadableLog("The log format \"" + about.words()
                    + "\" has no duration of the request, such as %D or $request_time. The log must have one.");
        return unchecked(prefix, all, about);
    }

    /** The same, perhaps without a time or a duration: to recognise a log that has none. */
    static TextFormat unchecked(String prefix, List<Piece> all, About about) {
        if (all.stream().filter(piece -> piece.role() == Role.REST).count() > 1)
            throw new UnreadableLog(
                    "The log format \"" + about.words() + "\" may have one field of any text, {**}, and has more.");
        var pieces = new ArrayList<Piece>();
        int stamps = 0;
        for (Piece piece : all) {
            if (piece.role() == Role.TIME) stamps++;
            boolean second = stamps > 1 && (piece.role() == Role.TIME || piece.role() == Role.FRACTION);
            boolean unused = second || (piece.role().isDuration() && piece != best(all, piece.role()));
            pieces.add(unused ? Piece.SKIPPED.before(piece.after()) : piece);
        }
        return new TextFormat(prefix, List.copyOf(pieces), about, false, false);
    }

    private static boolean has(List<Piece> pieces, Role role) {
        return pieces.stream().anyMatch(piece -> piece.role() == role);
    }

    /** The field of a role that counts; null if there is none. */
    static Piece best(List<Piece> pieces, Role role) {
        return pieces.stream()
                .filter(piece -> piece.role() == role)
                .min(Comparator.comparingInt(Piece::rank))
                .orElse(null);
    }

    @Override
    public TextFormat with(About other) {
        return new TextFormat(prefix, pieces, other, padded, wordAtEnd);
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        return parse(line, into, null);
    }

    private BadLine parse(String line, LogFields into, Reached progress) {
        into.clear();
        int from = 0;
        while (padded && from < line.length() && line.charAt(from) == ' ') from++;
        if (!line.startsWith(prefix, from)) return BadLine.SHAPE;
        int at = from + prefix.length();
        int last = rest < 0 ? cuts.length : rest;
        BadLine bad = null;
        for (int i = 0; i < last; i++) {
            Cut cut = cuts[i];
            if (progress != null) progress.piece = i;
            if (progress != null) progress.at = at;
            int end = end(cut, line, at);
            if (end < 0 || !looksLike(cut.role, line, at, end)) return BadLine.SHAPE;
            if (cut.role != Role.SKIPPED) {
                BadLine of = into.take(cut.field, cut.stamp, line, at, end);
                if (bad == null) bad = of;
            }
            at = end + cut.after.length();
        }
        if (rest >= 0 ? !tail(line, at, into) : at < line.length()) return BadLine.SHAPE;
        return bad != null ? bad : into.checked();
    }

    /** A method is a word, a status is a number: so a line of another format is not taken for one of this. */
    private static boolean looksLike(Role role, String line, int from, int to) {
        if (role != Role.METHOD && role != Role.STATUS) return true;
        if (to - from == 3 && (role == Role.STATUS ? Numbers.whole(line, from, to) > 0 : line.startsWith("GET", from)))
            return true;
        int start = from;
        int end = to;
        while (start < end && line.charAt(start) == ' ') start++;
        while (end > start && line.charAt(end - 1) == ' ') end--;
        if (end - start <= 1) return true; // a dash or nothing
        for (int at = start; at < end; at++) {
            char c = line.charAt(at);
            if (role == Role.STATUS ? c < '0' || c > '9' : !Character.isLetter(c) && c != '-' && c != '_') return false;
        }
        return true;
    }

    /** Reads the fields after the field of any text from the end of the line backwards. */
    private boolean tail(String line, int from, LogFields into) {
        int end = line.length();
        for (int i = pieces.size() - 1; i > rest; i--) {
            Piece piece = pieces.get(i);
            end -= piece.after().length();
            if (end < from || !line.startsWith(piece.after(), end)) return false;
            String before = pieces.get(i - 1).after();
            int start = start(line, before, end);
            if (start < from || !looksLike(piece.role(), line, start, end)) return false;
            into.take(piece.field(), piece.stamp(), line, start, end);
            end = start;
        }
        String after = pieces.get(rest).after();
        return rest < pieces.size() - 1 ? end - after.length() >= from : line.endsWith(after);
    }

    /** Where the field starts that ends at {@code end}: behind the last text that precedes it; -1 if there is none. */
    private static int start(String line, String before, int end) {
        if (before.isEmpty()) return -1;
        int open = end > 0 && line.charAt(end - 1) == ']' ? line.lastIndexOf('[', end) : -1;
        if (open >= before.length() && line.startsWith(before, open - before.length())) return open;
        int found = line.lastIndexOf(before, end - before.length());
        while (found > 0 && before.endsWith("\"") && escaped(line, found + before.length() - 1))
            found = line.lastIndexOf(before, found - 1);
        while (found > 0 && before.startsWith(" ") && line.charAt(found - 1) == ',') // a list
        found = line.lastIndexOf(before, found - 1);
        return found < 0 ? -1 : found + before.length();
    }

    /** Where the field ends that starts at {@code at}; -1 if the text after it is missing. */
    private int end(Cut cut, String line, int at) {
        int from = at;
        if (padded && cut.spaced && !cut.quoted) while (from < line.length() && line.charAt(from) == ' ') from++;
        if (cut.bracketed && at < line.length() && line.charAt(at) == '[')
            from = Math.max(at, line.indexOf(']', at) + 1);
        boolean time = cut.role == Role.TIME;
        if (cut.after.isEmpty()) return time && from > at ? from : endOfLast(cut, line, from);
        if (cut.quoted && cut.first == '"') return endOfQuoted(cut, line, from);
        if (cut.spaced && cut.role == Role.REQUEST) return endOfRequest(line, at, cut.after);
        int end = cut.find(line, from);
        if (end < 0) return -1;
        if (time && cut.first != ']' && cut.first != '"') return endOfTime(cut, line, at, end);
        if (!cut.spaced || cut.role == Role.DATE) return end;
        boolean date = (end - at == 10 || end - at == 11) && Character.isDigit(line.charAt(at));
        return date ? endOfTime(cut, line, at, end) : endOfList(line, at, end, cut.after);
    }

    /** The last field takes the rest of the line, or a word. */
    private int endOfLast(Cut cut, String line, int from) {
        int space = wordAtEnd && cut.role == Role.SKIPPED ? line.indexOf(' ', from) : -1;
        return space < 0 ? line.length() : space;
    }

    private static int endOfQuoted(Cut cut, String line, int at) {
        int end = cut.find(line, at);
        while (end > at && line.charAt(end - 1) == '\\' && escaped(line, end)) end = cut.find(line, end + 1);
        return end;
    }

    /** A request without quotes ends behind its protocol, or behind its path if it has none. */
    private static int endOfRequest(String line, int at, String after) {
        int protocol = line.indexOf(" HTTP", at);
        int path = protocol < 0 ? line.indexOf(' ', at) : protocol;
        return path < 0 ? -1 : line.indexOf(after, path + 1);
    }

    /** A time may have a time of day and a zone after a space. */
    private static int endOfTime(Cut cut, String line, int at, int first) {
        int end = first;
        if (end - at < 12 && end + 3 < line.length() && line.charAt(end + 3) == ':')
            end = line.indexOf(cut.after, end + 1);
        if (end > 0 && Stamp.isHalf(line, end + 1, line.length()) && line.startsWith(cut.after, end + 3)) end += 3;
        if (cut.zoneApart || end <= 0 || end + 4 > line.length() || "+-".indexOf(line.charAt(end + 1)) < 0) return end;
        int to = line.indexOf(cut.after, end + 1); // behind +01, +0100 or +01:00
        boolean colon = to == end + 7 && line.charAt(end + 4) == ':';
        return (colon || to == end + 6 || to == end + 4) && Stamp.zoneSeconds(line, end + 1, to) != LogFields.ABSENT
                ? to
                : end;
    }

    /** Lists have a comma, or a colon between spaces, between their values. */
    private static int endOfList(String line, int at, int first, String after) {
        int end = first;
        while (end > at) {
            boolean comma = line.charAt(end - 1) == ',' && !line.startsWith("\"", end + 1);
            boolean colon = line.startsWith(" : ", end) && isOfList(line, end - 1) && isOfList(line, end + 3);
            if (!comma && !colon) break;
            end = line.indexOf(after, end + (colon ? 3 : 1));
        }
        return end;
    }

    private static boolean isOfList(String line, int at) {
        return at < line.length() && (Character.isDigit(line.charAt(at)) || line.charAt(at) == '-');
    }

    /** A quote after an odd number of backslashes is part of the field. */
    private static boolean escaped(String line, int quote) {
        int backslashes = 0;
        while (backslashes < quote && line.charAt(quote - 1 - backslashes) == '\\') backslashes++;
        return backslashes % 2 == 1;
    }

    /** The same for lines whose values have spaces around them, as in a table. A value cannot be empty then. */
    TextFormat padded() {
        return new TextFormat(prefix.stripLeading(), pieces, about, true, wordAtEnd);
    }

    /** The same whose last field is a word if it is not read, so that a line with more fields is of another format. */
    TextFormat withWordAtEnd() {
        return new TextFormat(prefix, pieces, about, padded, true);
    }

    /** The same after any text, such as the prefix of a logger. */
    public TextFormat afterAnyText() {
        var all = new ArrayList<Piece>();
        all.add(Piece.of(FieldRole.of(Role.REST)).before(prefix.isEmpty() ? " " : " " + prefix));
        all.addAll(pieces);
        return rest >= 0 ? this : new TextFormat("", List.copyOf(all), about, padded, wordAtEnd);
    }

    /** The unit that the text behind a duration names, as in {@code %D ms}, if the format leaves the unit open; null if it names none. */
    public DurationUnit unitBehind() {
        return pieces.stream()
                .filter(piece -> piece.role() == Role.DURATION && piece.field().unit() == null)
                .map(piece -> UNIT.matcher(piece.after()))
                .filter(Matcher::lookingAt)
                .map(unit -> DurationUnit.named(unit.group(1)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Shows where a line does not fit, in a sentence and two marked lines. */
    public String misfit(String line) {
        var progress = new Reached();
        parse(line, new LogFields(), progress);
        String shown = line.length() > 200 ? line.substring(0, 200) + "…" : line;
        String field = pieces.get(progress.piece).role() == Role.SKIPPED
                ? "field " + (progress.piece + 1)
                : "the field \"" + pieces.get(progress.piece).field() + "\"";
        String after = pieces.get(progress.piece).after();
        return "The line does not fit from " + field + " on"
                + (after.isBlank() ? "" : ", which must end before " + after.strip()) + ":\n  " + shown + "\n  "
                + " ".repeat(Math.min(progress.at, shown.length())) + "^";
    }

    @Override
    public About about() {
        return about;
    }
}
