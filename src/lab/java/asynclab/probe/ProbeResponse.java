package asynclab.probe;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * The end of a request.
 *
 * @param status 0 without a response
 * @param failure in words; null if there was a response
 */
record ProbeResponse(long startNanos, long endNanos, int status, String failure) {

    private static final Set<Integer> REJECTING = Set.of(429, 503);

    double millis() {
        return (endNanos - startNanos) / 1e6;
    }

    boolean isOk() {
        return status / 100 == 2;
    }

    /** Whether the service says that it has too much to do. */
    boolean isRejected() {
        return REJECTING.contains(status);
    }

    boolean isInFlightAt(long nanos) {
        return startNanos < nanos && nanos < endNanos;
    }

    /** What went wrong, as a clause. */
    String words() {
        return failure == null ? "answered " + status : failure;
    }

    /** What went wrong, as a clause without names of classes. */
    static String words(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        if (cause instanceof HttpConnectTimeoutException) return "could not be connected to within the timeout";
        if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException)
            return "did not answer within the timeout";
        for (Throwable deeper = cause; deeper != null; deeper = deeper.getCause()) {
            if (deeper instanceof UnresolvedAddressException) return "has a host name that no address is known for";
            if (deeper instanceof SSLException) return "cannot be reached with TLS: " + deeper.getMessage();
        }
        if (cause instanceof ConnectException) return "refused the connection";
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof EOFException || message.contains("no bytes") || message.contains("reset"))
            return "closed the connection without an answer";
        if (cause instanceof IOException) return "does not speak HTTP: " + message;
        return "cannot be asked: " + message;
    }
}
