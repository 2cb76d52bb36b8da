package asynclab.queue;

import asynclab.discipline.QueueSettings;
import asynclab.input.Query;
import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import javax.servlet.http.HttpServletRequest;

/** Reads the settings of a queue from init-params, and the client timeout of a request from its query or its header. */
public final class QueueParameters {

    private static final String PARAMETER = "clientTimeoutMs";
    private static final String HEADER = "X-Timeout-Ms";
    private static final int MOST_MILLIS = 600_000;

    private QueueParameters() {}

    /**
     * Each setting is an init-param of the servlet or filter, else the setting {@code queue-NAME} of the application, else a default.
     *
     * @param own of the servlet or filter
     * @throws BadParameter if a setting is out of its range
     */
    public static QueueSettings settings(Settings own, Settings application) {
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
    public static long clientTimeoutMillis(HttpServletRequest request, QueueSettings settings) {
        String query = request.getQueryString();
        long usual = settings.clientTimeoutMillis();
        if (query != null && query.contains(PARAMETER))
            return Query.of(request).whole(PARAMETER, 0, MOST_MILLIS, usual);
        String header = request.getHeader(HEADER);
        return header == null ? usual : Parameters.whole(HEADER, header, 0, MOST_MILLIS);
    }
}
