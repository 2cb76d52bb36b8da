package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** How a line of a log is read. A format with a header keeps what the header says, so each reader has its own. */
public sealed interface LogFormat
        permits TextFormat, AnyOfFormat, JsonFormat, KeyValueFormat, NestedFormat, HeaderFormat {

    /** Why a line is not read as a request. */
    enum BadLine {
        TOO_LONG("longer than 65,536 bytes"),
        SHAPE("not of the format"),
        STAMP("without a valid time"),
        DURATION("without a valid duration from 0 to one day"),
        NOT_UPSTREAM("answered without the upstream server"),
        UNANSWERED("without an answer of the upstream server"),
        OTHER("not requests");

        private final String words;

        BadLine(String words) {
            this.words = words;
        }

        /** The words after the count of such lines, as in "3 of 20 lines: 3 not requests". */
        public String words() {
            return words;
        }

        /** Whether a request may be lost because its line is not understood. */
        public boolean isLoss() {
            return isUnread() && this != OTHER;
        }

        /** Whether the line is not of the format, or not a request. */
        public boolean isUnread() {
            return this != NOT_UPSTREAM && this != UNANSWERED;
        }
    }

    /** Which moment of a request a stamp is. */
    enum StampMoment {
        START,
        /** When the server began with it, after a queue. */
        SERVED,
        END;

        /** Such as "end". */
        public String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What is known of a format besides its fields. Texts may contain text of the log. Immutable.
     *
     * @param words the format in a few words, such as a format string
     * @param unit of the main duration; null if only the values can tell
     * @param unitReason why the unit is this one; empty if it is unknown
     * @param moment of the stamps; null if only the values can tell
     * @param momentReason why the moment is this one; empty if it is unknown
     * @param doubts what may be wrong with the recognition, a sentence each
     */
    record About(
            String words,
            DurationUnit unit,
            String unitReason,
            StampMoment moment,
            String momentReason,
            List<String> doubts) {

        public About {
            doubts = List.copyOf(doubts);
        }

        /**
         * What the roles of a format's fields say.
         *
         * @param reason why the fields have these roles
         */
        public static About of(String words, Collection<FieldRole> roles, String reason) {
            FieldRole main = Stream.of(Role.DURATION, Role.SERVER, Role.HEADERS)
                    .map(role -> first(roles, role))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            boolean start = first(roles, Role.START) != null;
            boolean end = first(roles, Role.END) != null;
            boolean ends = main == null && start && end;
            DurationUnit unit = main != null ? main.unit() : ends ? DurationUnit.IN_THE_VALUE : null;
            StampMoment moment = start ? StampMoment.START : end ? StampMoment.END : null;
            return new About(
                    words,
                    unit,
                    ends ? "it is the end less the start" : unit == null ? "" : reason,
                    moment,
                    moment == null ? "" : reason,
                    List.of());
        }

        private static FieldRole first(Collection<FieldRole> fields, Role role) {
            return fields.stream().filter(it -> it.role() == role).findFirst().orElse(null);
        }

        /** The same in a unit. */
        public About in(DurationUnit known, String reason) {
            return new About(words, known, reason, moment, momentReason, doubts);
        }

        /** The same with times of a moment; null if that is not known. */
        public About at(StampMoment known, String reason) {
            return known == null ? this : new About(words, unit, unitReason, known, reason, doubts);
        }

        /** The same with one more doubt. */
        public About doubting(String sentence) {
            var more = new ArrayList<>(doubts);
            more.add(sentence);
            return new About(words, unit, unitReason, moment, momentReason, more);
        }

        /** The same with other words and another reason. */
        About called(String others, String reason) {
            return new About(others, unit, unit == null ? "" : reason, moment, moment == null ? "" : reason, doubts);
        }
    }

    /**
     * Reads a line.
     *
     * @param into gets the fields; its old values are lost
     * @return null if the line is a request, else why it is none
     */
    BadLine parse(String line, LogFields into);

    /** True for a line that names the columns, or is a remark. */
    default boolean isHeader(String line) {
        return false;
    }

    /** Whether each line is a request, as in a table with a header. */
    default boolean isTable() {
        return false;
    }

    About about();

    /** The same format, described otherwise. */
    LogFormat with(About about);
}
