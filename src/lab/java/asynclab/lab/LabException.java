package asynclab.lab;

/** The lab cannot go on; the message is one sentence for a person that says what to do. */
public final class LabException extends RuntimeException {
    public LabException(String sentence) {
        super(sentence);
    }

    public LabException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
