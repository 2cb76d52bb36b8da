package asynclab.exchange;

/**
 * A service that a request depends on could not be reached or did not answer as it should: the request ends as
 * {@link Ending#FAILED} with 502. The client is told no more than that; the sentence is for the log.
 */
public final class BackendFailed extends Exception {

    private static final long serialVersionUID = 1;

    public BackendFailed(String sentence, Throwable cause) {
        super(sentence, cause, false, false); // no fault of this program: the sentence says it all
    }
}
