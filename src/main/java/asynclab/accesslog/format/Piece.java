package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.Moment;
import java.util.concurrent.TimeUnit;

/**
 * A field of a format string, and the text after it.
 *
 * @param stamp how a {@link Kind#STAMP} is read; else null
 * @param moment of a stamp; null if the server decides that
 * @param unit of a duration; null if the server decides that. For a {@link Kind#FRACTION}, of the fraction
 * @param rank of a duration: if a format has several, the lowest rank is used
 * @param after the text up to the next field
 */
record Piece(Kind kind, Stamp stamp, Moment moment, TimeUnit unit, int rank, String after) {

    enum Kind {
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

    static Piece of(Kind kind) {
        return new Piece(kind, null, null, null, LAST, "");
    }

    static Piece stamp(Stamp stamp, Moment moment) {
        return new Piece(Kind.STAMP, stamp, moment, null, LAST, "");
    }

    static Piece fraction(TimeUnit unit) {
        return new Piece(Kind.FRACTION, null, null, unit, LAST, "");
    }

    static Piece duration(Kind kind, TimeUnit unit, int rank) {
        return new Piece(kind, null, null, unit, rank, "");
    }

    Piece before(String text) {
        return new Piece(kind, stamp, moment, unit, rank, text);
    }

    boolean isDuration() {
        return kind == Kind.DURATION || kind == Kind.UPSTREAM_DURATION;
    }
}
