package asynclab.accesslog.format;

/** Why a line is not read as a request. */
public enum BadLine {
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
