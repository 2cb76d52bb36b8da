package asynclab.exchange;

import asynclab.input.BadParameter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How an exchange ends when something was thrown, and what its client is told: one table for those who wait and those who block. */
public record Outcome(Ending ending, Reply reply, Throwable cause) {

    private static final Logger LOG = LoggerFactory.getLogger(Outcome.class);
    private static final int RETRY_SECONDS = 1;

    /** @param stopping whether the application is being stopped */
    public static Outcome of(Throwable thrown, boolean stopping) {
        boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        Throwable cause = wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof BadParameter bad) return new Outcome(Ending.ANSWERED, Reply.badParameter(bad), cause);
        if (cause instanceof Deadline.Passed late)
            return new Outcome(Ending.TIMED_OUT, Reply.unavailable(RETRY_SECONDS, late.getMessage()), cause);
        if (cause instanceof BackendFailed) return new Outcome(Ending.FAILED, Reply.badGateway(), cause);
        boolean rejected = cause instanceof RejectedExecutionException; // no thread could be had
        // Whoever interrupts a thread of ours or cancels what it waits for is its owner, who is stopping.
        boolean interrupted = cause instanceof InterruptedException || cause instanceof CancellationException;
        if (interrupted || rejected && stopping) return new Outcome(Ending.DRAINED, Reply.stopping(), cause);
        if (rejected)
            return new Outcome(Ending.REJECTED, Reply.unavailable(RETRY_SECONDS, "The server is busy."), cause);
        return new Outcome(Ending.FAILED, Reply.failed(), cause);
    }

    /** What no client is told. */
    public void log() {
        if (ending != Ending.FAILED) return;
        if (cause instanceof BackendFailed) LOG.warn(cause.getMessage()); // no fault of this program
        else LOG.error("A request failed", cause);
    }
}
