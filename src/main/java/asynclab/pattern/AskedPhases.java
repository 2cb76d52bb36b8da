package asynclab.pattern;

import asynclab.input.RequestHead;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;

/**
 * What a request to {@code /phases} does before its hold time. Each phase may be absent.
 *
 * @param cpuNanos processor time, of {@code cpuMs=}
 * @param connectionMillis how long it holds a database connection, of {@code connectionMs=}; 0 for no lookup
 */
record AskedPhases(long cpuNanos, long connectionMillis) {

    private static final double MOST_CPU_MILLIS = 1_000;
    private static final long MOST_CONNECTION_MILLIS = 60_000;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** @throws asynclab.parameter.BadParameter if a parameter is malformed or out of range */
    static AskedPhases of(HttpServletRequest request) {
        var query = RequestHead.query(request);
        return new AskedPhases(
                Math.round(query.decimal("cpuMs", MOST_CPU_MILLIS) * NANOS_PER_MILLI),
                query.whole("connectionMs", 0, MOST_CONNECTION_MILLIS, 0));
    }
}
