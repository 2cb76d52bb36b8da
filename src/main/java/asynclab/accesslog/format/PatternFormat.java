package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.BadLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A format string of a server: fields with fixed text between them. Immutable. */
final class PatternFormat implements LogFormat {

    private final String words;
    private final ServerKind server;
    private final String prefix;
    private final List<Piece> pieces;
    private final Piece duration;

    /**
     * @param words what the user may call the format
     * @param prefix the text before the first field
     * @throws UnreadableLog if there is no time or no duration
     */
    PatternFormat(String words, ServerKind server, String prefix, List<Piece> all) {
        this.words = words;
        this.server = server;
        this.prefix = prefix;
        if (all.stream().noneMatch(piece -> piece.kind() == Piece.FieldKind.STAMP))
            throw new UnreadableLog("The log format \"" + words + "\" has no time of the request, such as %t.");
        duration = all.stream()
                .filter(Piece::isDuration)
                .min(Comparator.comparingInt(Piece::rank))
                .orElseThrow(() -> new UnreadableLog("The log format \"" + words
                        + "\" has no duration of the request, such as %D or $request_time. The log must have one."));
        pieces = new ArrayList<>();
        boolean stamped = false;
        for (Piece piece : all) {
            boolean second = piece.kind() == Piece.FieldKind.STAMP && stamped;
            stamped |= piece.kind() == Piece.FieldKind.STAMP;
            boolean unused = second || (piece.isDuration() && piece != duration);
            pieces.add(unused ? Piece.of(Piece.FieldKind.SKIPPED).before(piece.after()) : piece);
        }
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        if (!line.startsWith(prefix)) return BadLine.SHAPE;
        int at = prefix.length();
        String before = prefix;
        for (Piece piece : pieces) {
            int end = end(piece, line, at, before.endsWith("\""));
            if (end < 0) return BadLine.SHAPE;
            BadLine bad = take(piece, line, at, end, into);
            if (bad != null) return bad;
            before = piece.after();
            at = end + before.length();
        }
        return at < line.length() ? BadLine.SHAPE : into.checked();
    }

    /** Where the field ends that starts at {@code at}; -1 if the text after it is missing. */
    private static int end(Piece piece, String line, int at, boolean quoted) {
        String after = piece.after();
        int from = at;
        if (piece.kind() == Piece.FieldKind.STAMP && at < line.length() && line.charAt(at) == '[')
            from = Math.max(at, line.indexOf(']', at) + 1);
        if (after.isEmpty()) return piece.kind() == Piece.FieldKind.STAMP && from > at ? from : line.length();
        if (piece.kind() == Piece.FieldKind.UPSTREAM_DURATION) from = endOfList(line, at);
        int end = line.indexOf(after, from);
        boolean date = piece.kind() == Piece.FieldKind.STAMP && after.startsWith(" ") && end > 0 && end - at < 12;
        if (date && end + 3 < line.length() && line.charAt(end + 3) == ':') end = line.indexOf(after, end + 1);
        while (quoted && after.startsWith("\"") && end > at && escaped(line, end)) end = line.indexOf(after, end + 1);
        return end;
    }

    /** A quote after an odd number of backslashes is part of the field. */
    private static boolean escaped(String line, int quote) {
        int backslashes = 0;
        while (backslashes < quote && line.charAt(quote - 1 - backslashes) == '\\') backslashes++;
        return backslashes % 2 == 1;
    }

    /** nginx writes the times of several upstream servers with commas, colons and spaces between them. */
    private static int endOfList(String line, int from) {
        int at = from;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c == ',' || (c == ' ' && line.startsWith(" : ", at))) at += c == ',' ? 2 : 3;
            else if (c == '.' || c == '-' || (c >= '0' && c <= '9')) at++;
            else break;
        }
        return Math.min(at, line.length());
    }

    private static BadLine take(Piece piece, String line, int from, int to, LogFields into) {
        switch (piece.kind()) {
            case STAMP -> {
                boolean bracketed = to - from > 2 && line.charAt(from) == '[' && line.charAt(to - 1) == ']';
                into.stampMicros(piece.stamp().micros(line, bracketed ? from + 1 : from, bracketed ? to - 1 : to));
                if (into.stampMicros() == LogFields.ABSENT) return BadLine.STAMP;
            }
            case FRACTION -> {
                long fraction = Numbers.whole(line, from, to);
                if (fraction < 0) return BadLine.STAMP;
                into.addMicros(piece.unit().toMicros(fraction));
            }
            case DURATION -> {
                into.duration(Numbers.decimal(line, from, to));
                if (Double.isNaN(into.duration())) return BadLine.DURATION;
            }
            case UPSTREAM_DURATION -> {
                into.duration(Numbers.sumOfList(line, from, to));
                if (Double.isNaN(into.duration()))
                    return line.startsWith("-", from) ? BadLine.NOT_UPSTREAM : BadLine.DURATION;
            }
            case REQUEST -> into.request(line.substring(from, to));
            case METHOD -> into.method(line.substring(from, to));
            case PATH -> into.path(line.substring(from, to));
            case STATUS -> into.status(Numbers.whole(line, from, to));
            case SKIPPED -> {}
        }
        return null;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public TimeUnit unit() {
        return duration.unit() != null ? duration.unit() : server.unitOfD();
    }

    @Override
    public String unitReason() {
        if (duration.kind() == Piece.FieldKind.UPSTREAM_DURATION)
            return "nginx writes $upstream_response_time in seconds";
        if (duration.unit() != null) return "the format says so";
        return server.unitOfD() == null ? "" : server.unitReason();
    }

    @Override
    public StampMoment moment() {
        StampMoment moment = stamp().moment();
        boolean doubtful = server == ServerKind.TOMCAT_10_1 && moment == StampMoment.END; // see there
        return moment == null || doubtful ? server.moment() : moment;
    }

    @Override
    public String momentReason() {
        return stamp().moment() != null && moment() != null ? "the format says so" : server.momentReason();
    }

    private Piece stamp() {
        return pieces.stream()
                .filter(piece -> piece.kind() == Piece.FieldKind.STAMP)
                .findFirst()
                .orElseThrow();
    }
}
