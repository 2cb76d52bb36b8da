package asynclab.recorder;

import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.servlet.ServletRequest;
import javax.servlet.ServletRequestWrapper;

/**
 * When the container had read the first byte of a request. Thread-safe.
 *
 * <p>Sources: {@code Http11InputBuffer.parseRequestLine} of Tomcat, {@code HttpParser.parseNext} of Jetty 10 to 12, {@code
 * HttpChannelOverHttp.startRequest} of Jetty 9.4. In all of them a thread of the pool reads it.
 */
final class ContainerBegin {

    private static final long OLDEST_MICROS = 600_000_000;

    /** @param begin takes the request, and returns nanoseconds or milliseconds; null if it is unknown */
    private record BeginReading(MethodHandle begin, boolean nanos) {

        private static final BeginReading NONE = new BeginReading(null, false);

        static BeginReading of(Class<?> request) {
            BeginReading reading =
                    of(request, true, "request", "getCoyoteRequest", "getStartTimeNanos"); // Tomcat 10.1, 11
            if (reading == NONE) reading = of(request, true, "getBeginNanoTime"); // Jetty 10, 11, and 12 with ee8, ee9
            if (reading == NONE)
                reading = of(request, true, "getRequest", "getBeginNanoTime"); // Jetty 12 with ee10, ee11
            if (reading == NONE)
                reading = of(request, false, "request", "getCoyoteRequest", "getStartTime"); // Tomcat 9
            return reading == NONE ? of(request, false, "getTimeStamp") : reading; // Jetty 9.4
        }

        private static BeginReading of(Class<?> request, boolean nanos, String... path) {
            return Reflected.path(request, long.class, path)
                    .map(handle -> new BeginReading(handle, nanos))
                    .orElse(NONE);
        }
    }

    private final Map<Class<?>, BeginReading> readings = new ConcurrentHashMap<>(); // gone with the application

    /**
     * Microseconds from the first byte until now; -1 if unknown. If the container measures whole milliseconds, this is the lower bound.
     */
    long sinceMicros(ServletRequest request, long nowMicros, long nowNanos) {
        while (request instanceof ServletRequestWrapper) request = ((ServletRequestWrapper) request).getRequest();
        BeginReading reading = readings.computeIfAbsent(request.getClass(), BeginReading::of);
        if (reading.begin == null) return -1;
        try {
            long begin = (long) reading.begin.invokeExact((Object) request);
            if (!reading.nanos && begin <= 0) return -1;
            long since = reading.nanos ? (nowNanos - begin) / 1_000 : Math.max(0, nowMicros - (begin + 1) * 1_000);
            return since >= 0 && since <= OLDEST_MICROS ? since : -1;
        } catch (Throwable e) { // whatever a container does
            readings.put(request.getClass(), BeginReading.NONE);
            return -1;
        }
    }
}
