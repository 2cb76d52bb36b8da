package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.concurrent.TimeUnit;

/**
 * A field of a format string, and the text after it.
 *
 * @param stamp how a {@link FieldKind#STAMP} is read
 * @param moment of a stamp; null if the server decides that
 * @param rank of a duration: if a format has several, the lowest rank is used
 * @param unit of a duration; null if the server decides that. For a {@link FieldKind#FRACTION}, of the fraction
 * @param after the text up to the next field
 */
record Piece(FieldKind kind, Stamp stamp, StampMoment moment, int rank, TimeUnit unit, String after) {

    enum FieldKind {
        STAMP,
        FRACTION,
        DURATION,
        UPSTREAM_DURATION,
        REQUEST,
        METHOD,
        PATH,
        STATUS,
        SKIPPED
    }

    private static final int LAST = Integer.MAX_VALUE;

    static Piece of(FieldKind kind) {
        return new Piece(kind, Stamp.ANY, null, LAST, null, "");
    }

    static Piece stamp(Stamp stamp, StampMoment moment) {
        return new Piece(FieldKind.STAMP, stamp, moment, LAST, null, "");
    }

    static Piece fraction(TimeUnit unit) {
        return new Piece(FieldKind.FRACTION, Stamp.ANY, null, LAST, unit, "");
    }

    static Piece duration(FieldKind kind, TimeUnit unit, int rank) {
        return new Piece(kind, Stamp.ANY, null, rank, unit, "");
    }

    Piece before(String text) {
        return new Piece(kind, stamp, moment, rank, unit, text);
    }

    boolean isDuration() {
        return kind == FieldKind.DURATION || kind == FieldKind.UPSTREAM_DURATION;
    }
}
