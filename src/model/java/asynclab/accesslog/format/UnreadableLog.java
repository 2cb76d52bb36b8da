package asynclab.accesslog.format;

/** A log whose format is unknown or has no duration, or a format string that is wrong. The message is a sentence for the user. */
public final class UnreadableLog extends RuntimeException {

    public UnreadableLog(String message) {
        super(message);
    }
}
