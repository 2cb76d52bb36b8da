package asynclab.exchange;

import asynclab.parameter.BadParameter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an exception means for its exchange: the ending, and the reply to the client. One table for requests that wait and for requests
 * that block.
 */
public record Failure(Ending ending, Reply reply, Throwable cause) {

    private static final Logger LOG = LoggerFactory.getLogger(Failure.class);
    private static final int RETRY_SECONDS = 1;

    /** @param stopping whether the application is being stopped */
    public static Failure of(Throwable thrown, boolean stopping) {
        boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        Throwable cause = wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof BadParameter bad) return new Failure(Ending.ANSWERED, Reply.badParameter(bad), cause);
        if (cause instanceof Deadline.Passed late)
            return new Failure(Ending.TIMED_OUT, Reply.unavailable(RETRY_SECONDS, late.getMessage()), cause);
        // Only the owner of a thread interrupts it or cancels its call, when the application stops.
        // Then every other failure is a result of the stop: a closed connection, a class that cannot be loaded.
        boolean interrupted = cause instanceof InterruptedException || cause instanceof CancellationException;
        if (interrupted || stopping) return new Failure(Ending.DRAINED, Reply.stopping(), cause);
        if (cause instanceof BackendFailed) return new Failure(Ending.FAILED, Reply.badGateway(), cause);
        boolean rejected = cause instanceof RejectedExecutionException; // no thread is free
        if (rejected)
            return new Failure(Ending.REJECTED, Reply.unavailable(RETRY_SECONDS, "The server is busy."), cause);
        return new Failure(Ending.FAILED, Reply.failed(), cause);
    }

    /** Logs what no client is told. */
    public void log() {
        if (ending != Ending.FAILED) return;
        if (cause instanceof BackendFailed) LOG.warn(cause.getMessage()); // not a bug of this application
        else LOG.error("A request failed", cause);
    }

    /**
     * A service that a request depends on could not be reached, or its answer was not valid. The request ends as {@link
     * Ending#FAILED} with 502. The client is told no more than that; the message is for the log.
     */
    public static final class BackendFailed extends Exception {

        private static final long serialVersionUID = 1;

        public BackendFailed(String message, Throwable cause) {
            super(message, cause, false, false); // without a stack trace: it is not a bug of this application
        }
    }
}
