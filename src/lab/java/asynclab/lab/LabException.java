package asynclab.lab;

/** The lab cannot go on; the message is one sentence for a person that says what to do. */
final class LabException extends RuntimeException {
    LabException(String sentence) {
        super(sentence);
    }

    LabException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
