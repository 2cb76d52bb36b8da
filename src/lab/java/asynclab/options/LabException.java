package asynclab.options;

/** The lab cannot go on; the message tells a person what is wrong, and what is allowed or what to do. */
public class LabException extends RuntimeException {
    public LabException(String sentence) {
        super(sentence);
    }

    public LabException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
