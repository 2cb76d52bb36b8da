package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.StampMoment;

/**
 * A field of a format string, and the text after it. Immutable.
 *
 * @param stamp how a time is read
 * @param moment of a time; null if the format string does not say it
 * @param rank if a format has several durations of one role, the lowest rank is used
 * @param after the text up to the next field
 */
record Piece(FieldRole field, Stamp stamp, StampMoment moment, int rank, String after) {

    static final Piece SKIPPED = of(FieldRole.SKIPPED);

    static Piece of(FieldRole field) {
        return new Piece(field, Stamp.ANY, null, 0, "");
    }

    static Piece stamp(Stamp stamp, StampMoment moment) {
        return new Piece(FieldRole.of(Role.TIME), stamp, moment, 0, "");
    }

    Piece before(String text) {
        return new Piece(field, stamp, moment, rank, text);
    }

    /** The same in a unit, if it is a duration without one. */
    Piece in(DurationUnit unit) {
        boolean open = role().isDuration() && field.unit() == null;
        return open ? new Piece(new FieldRole(role(), unit), stamp, moment, rank, after) : this;
    }

    Role role() {
        return field.role();
    }
}
