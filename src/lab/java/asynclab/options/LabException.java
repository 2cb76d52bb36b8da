package asynclab.options;

/** The lab cannot continue. The message tells the user what is wrong, and what is allowed or what to do. */
public class LabException extends RuntimeException {
    public LabException(String sentence) {
        super(sentence);
    }

    public LabException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
