package asynclab.queue;

import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.input.RequestHead;
import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import javax.servlet.http.HttpServletRequest;

/** Reads the settings of a queue from init-params, and the client timeout of a request from its query or its header. */
public final class QueueParameters {

    private static final String PARAMETER = "clientTimeoutMs";
    private static final String HEADER = "X-Timeout-Ms";

    private QueueParameters() {}

    /**
     * Each setting is an init-param of the servlet or filter, else the setting {@code queue-NAME} of the application, else a default.
     *
     * @param own of the servlet or filter
     * @throws BadParameter if no discipline has the name, or a setting is out of its range
     */
    public static QueueSettings settings(Settings own, Settings application) {
        var settings = QueueSettings.of(Discipline.of(own.text("discipline", Discipline.FIFO.id())));
        for (QueueSetting each : QueueSetting.values()) {
            int shared = application.whole("queue-" + each.id(), each.min(), each.max(), each.absent());
            settings = settings.with(each, own.whole(each.id(), each.min(), each.max(), shared));
        }
        return settings;
    }

    /**
     * How long the client of a request waits: the parameter {@code clientTimeoutMs}, else the header {@code X-Timeout-Ms}, else the
     * setting. 0 for unknown.
     *
     * @throws BadParameter if it is no whole number up to ten minutes
     */
    public static long clientTimeoutMillis(HttpServletRequest request, QueueSettings settings) {
        String query = request.getQueryString();
        long usual = settings.get(QueueSetting.CLIENT_TIMEOUT_MILLIS);
        if (query != null && query.contains(PARAMETER)) {
            Parameters parameters = RequestHead.query(request);
            if (parameters.has(PARAMETER))
                return parameters.whole(PARAMETER, 0, QueueSetting.CLIENT_TIMEOUT_MILLIS.max(), usual);
        }
        String header = request.getHeader(HEADER);
        return header == null ? usual : Parameters.whole(HEADER, header, 0, QueueSetting.CLIENT_TIMEOUT_MILLIS.max());
    }
}
