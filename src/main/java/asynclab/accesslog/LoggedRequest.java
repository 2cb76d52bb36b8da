package asynclab.accesslog;

/**
 * One request of a log. Immutable.
 *
 * @param startMicros when the server received the request, in microseconds since 1970. If the log gives the end, the reader has
 *     subtracted the duration
 * @param durationMicros from the start until the response was sent, in microseconds, at least 0
 * @param method such as GET; empty if the log does not say
 * @param path as the log has it, perhaps with a query; empty if the log does not say
 * @param status of the response; 0 if the log does not say
 */
public record LoggedRequest(long startMicros, long durationMicros, String method, String path, int status) {}
