package asynclab.accesslog;

/**
 * One request of a log. Immutable.
 *
 * @param startMicros when the server, or the proxy's queue before it, received the request, in microseconds since 1970. If the log gives the
 *     end, the reader has subtracted the times
 * @param waitedMicros in a queue that the log knows, such as that of a proxy, before the server began; 0 if the log knows none
 * @param durationMicros from the moment when the server began until the response was sent, in microseconds, at least 0
 * @param method such as GET; empty if the log does not say
 * @param path as the log has it, perhaps with a query; empty if the log does not say
 * @param status of the response; 0 if the log does not say
 */
public record LoggedRequest(
        long startMicros, long waitedMicros, long durationMicros, String method, String path, int status) {}
