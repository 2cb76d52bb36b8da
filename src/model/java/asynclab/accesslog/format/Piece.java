package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.StampMoment;

/**
 * A field of a format string, and the text after it. Immutable.
 *
 * @param stamp how a time is read
 * @param moment of a time; null if the server decides that
 * @param rank of a duration: if a format has several of one role, the lowest rank is used
 * @param ofServer whether the server decides the unit of a duration
 * @param after the text up to the next field
 */
record Piece(FieldRole field, Stamp stamp, StampMoment moment, int rank, boolean ofServer, String after) {

    private static final int LAST = Integer.MAX_VALUE;

    static final Piece SKIPPED = of(FieldRole.SKIPPED);

    static Piece of(FieldRole field) {
        return new Piece(field, Stamp.ANY, null, LAST, false, "");
    }

    static Piece of(Role role) {
        return of(FieldRole.of(role));
    }

    static Piece stamp(Stamp stamp, StampMoment moment) {
        return new Piece(FieldRole.of(Role.TIME), stamp, moment, LAST, false, "");
    }

    /** @param unit null if the server decides that */
    static Piece duration(Role role, DurationUnit unit, int rank) {
        return new Piece(new FieldRole(role, unit), Stamp.ANY, null, rank, unit == null, "");
    }

    Piece before(String text) {
        return new Piece(field, stamp, moment, rank, ofServer, text);
    }

    /** The same with a unit, where the server decides it. */
    Piece in(DurationUnit unit) {
        return ofServer ? new Piece(new FieldRole(field.role(), unit), stamp, moment, rank, true, after) : this;
    }

    Role role() {
        return field.role();
    }
}
