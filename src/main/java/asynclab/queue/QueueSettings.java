package asynclab.queue;

import asynclab.input.BadParameter;
import asynclab.input.Parameters;
import asynclab.input.Query;
import asynclab.input.Settings;
import java.util.List;
import javax.servlet.http.HttpServletRequest;

/**
 * The settings of a queue. Each is an init-param of its servlet or filter, else the setting {@code queue-NAME} of the application, else a
 * default. Immutable.
 *
 * @param discipline its name, {@code fifo} if it is missing
 * @param servers requests that are served at the same time
 * @param limit requests that may wait, for {@code bounded}; for {@code adaptive} the most that the learnt limit exceeds the servers by
 * @param targetMillis the longest wait under overload, for {@code adaptive-lifo}
 * @param intervalMillis the longest wait otherwise, and the time without an empty line that makes an overload
 * @param marginMillis the way of a request and of its answer, for {@code deadline}
 * @param expectedMillis the time of service that {@code deadline} expects, if the request does not say one
 * @param clientTimeoutMillis how long a client waits that does not say so; 0 for unknown
 * @param retryAfterSeconds what a shed client is told
 */
public record QueueSettings(
        String discipline,
        int servers,
        int limit,
        long targetMillis,
        long intervalMillis,
        long marginMillis,
        long expectedMillis,
        long clientTimeoutMillis,
        int retryAfterSeconds) {

    /** The names of the disciplines. */
    public static final List<String> DISCIPLINES =
            List.of("fifo", "bounded", "lifo", "adaptive-lifo", "deadline", "adaptive");

    private static final String PARAMETER = "clientTimeoutMs";
    private static final String HEADER = "X-Timeout-Ms";
    private static final int MOST_MILLIS = 600_000;

    /**
     * @param own of the servlet or filter
     * @throws BadParameter if a setting is out of its range
     */
    public static QueueSettings of(Settings own, Settings application) {
        var read = new OwnElseShared(own, application);
        return new QueueSettings(
                own.text("discipline", "fifo"),
                read.whole("servers", 1, 10_000, 8),
                read.whole("limit", 0, 1_000_000, 100),
                read.whole("target-millis", 1, MOST_MILLIS, 5),
                read.whole("interval-millis", 1, MOST_MILLIS, 100),
                read.whole("margin-millis", 0, MOST_MILLIS, 50),
                read.whole("expected-millis", 0, MOST_MILLIS, 0),
                read.whole("client-timeout-millis", 0, MOST_MILLIS, 0),
                read.whole("retry-after-seconds", 0, 3_600, 1));
    }

    private record OwnElseShared(Settings own, Settings application) {
        int whole(String name, int min, int max, int absent) {
            return own.whole(name, min, max, application.whole("queue-" + name, min, max, absent));
        }
    }

    /**
     * How long the client of a request waits: the parameter {@code clientTimeoutMs}, else the header {@code X-Timeout-Ms}, else the
     * setting. 0 for unknown.
     *
     * @throws BadParameter if it is no whole number up to ten minutes
     */
    public long clientTimeoutMillis(HttpServletRequest request) {
        String query = request.getQueryString();
        if (query != null && query.contains(PARAMETER))
            return Query.of(request).whole(PARAMETER, 0, MOST_MILLIS, clientTimeoutMillis);
        String header = request.getHeader(HEADER);
        return header == null ? clientTimeoutMillis : Parameters.whole(HEADER, header, 0, MOST_MILLIS);
    }

    /** Settings with the defaults of all that a simulated queue does not need to know. */
    public static QueueSettings simulated(String discipline, int limit, long clientTimeoutMillis) {
        return new QueueSettings(discipline, 1, limit, 5, 100, 50, 0, clientTimeoutMillis, 1);
    }

    /** The same for another number of servers. */
    public QueueSettings withServers(int number) {
        return new QueueSettings(
                discipline,
                number,
                limit,
                targetMillis,
                intervalMillis,
                marginMillis,
                expectedMillis,
                clientTimeoutMillis,
                retryAfterSeconds);
    }

    BadParameter badDiscipline() {
        return new BadParameter("discipline", discipline, "one of " + String.join(", ", DISCIPLINES));
    }
}
