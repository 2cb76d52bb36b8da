package asynclab.accesslog.format;

import java.util.concurrent.TimeUnit;

/** How a line of a log is read. Implementations are immutable and thread-safe. */
public sealed interface LogFormat permits PatternFormat, JtlFormat, JsonFormat, OwnFormat {

    /** Why a line is not read as a request. */
    enum BadLine {
        TOO_LONG("longer than 65,536 bytes"),
        SHAPE("not of the format"),
        STAMP("without a valid time"),
        DURATION("without a valid duration from 0 to one day"),
        NOT_UPSTREAM("answered without the upstream server");

        private final String words;

        BadLine(String words) {
            this.words = words;
        }

        /** What follows "lines" in a sentence. */
        public String words() {
            return words;
        }
    }

    /** Which moment of a request a stamp is. */
    enum StampMoment {
        START,
        END
    }

    /**
     * Reads a line.
     *
     * @param into gets the fields; its old values are lost
     * @return null if the line is a request, else why it is none
     */
    BadLine parse(String line, LogFields into);

    /** True for the line that names the columns. */
    default boolean isHeader(String line) {
        return false;
    }

    /** The format in a few words, such as a format string. It may contain text of the log. */
    String words();

    /** The unit of the durations, or null if only the values can tell. */
    TimeUnit unit();

    /** Why the unit is this one; empty if it is unknown. */
    String unitReason();

    /** The moment of the stamps, or null if only the values can tell. */
    StampMoment moment();

    /** Why the moment is this one; empty if it is unknown. */
    String momentReason();
}
