package asynclab.discipline;

import asynclab.parameter.BadParameter;
import java.util.List;

/**
 * The settings of a queue. Immutable.
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
