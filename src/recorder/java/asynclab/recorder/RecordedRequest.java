package asynclab.recorder;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletRequest;

/**
 * A request that has ended. An unknown figure is -1.
 *
 * @param uri its path, encoded as in the request, with path parameters and without the query
 * @param status 0 if unknown
 * @param timeMicros from the first filter to the end. A blocking request ends when the first filter returns, so the container's own
 *     error page is not in it. An asynchronous request ends when it is complete.
 * @param dispatches the number of times that the container gave it a thread
 * @param virtual whether the first of these threads was a virtual thread
 */
public record RecordedRequest(
        Arrival arrival,
        String method,
        String uri,
        int status,
        long timeMicros,
        ThreadWork work,
        Connections connections,
        int dispatches,
        boolean async,
        boolean virtual,
        RequestOutcome end) {

    /** How a request ended. */
    public enum RequestOutcome {
        ANSWERED,
        /** The application threw, or the container reported an error of an asynchronous request. */
        ERROR,
        /** The container's time limit of an asynchronous request was over. */
        TIMEOUT,
        /** The client had closed the connection. An application that catches that exception hides it. */
        GONE;

        /** In the log: its name in small letters. */
        final String word = name().toLowerCase(Locale.ROOT);
    }

    /**
     * What its threads did.
     *
     * @param cpuMicros processor time of dispatches and of wrapped callbacks
     * @param offCpuMicros time of dispatches minus their processor time: waiting, blocked, or ready without a processor
     * @param blockedMicros waiting for monitors; unknown unless asked for
     */
    public record ThreadWork(long cpuMicros, long offCpuMicros, long blockedMicros, long allocatedBytes) {

        static ThreadWork of(ThreadUse dispatches, ThreadUse all) {
            boolean known = dispatches.cpuNanos() >= 0;
            return new ThreadWork(
                    micros(all.cpuNanos()),
                    known ? Math.max(0, micros(dispatches.nanos() - dispatches.cpuNanos())) : -1,
                    all.blockedMillis() < 0 ? -1 : TimeUnit.MILLISECONDS.toMicros(all.blockedMillis()),
                    all.allocatedBytes());
        }

        private static long micros(long nanos) {
            return nanos < 0 ? -1 : nanos / 1_000;
        }
    }

    /**
     * Its connections from a {@link RecordedDataSource}; unknown if the application has none.
     *
     * @param waitMicros time in {@code getConnection}
     * @param heldMicros time from there to {@code close}, or to the end of the request; the sum of all connections
     */
    public record Connections(long waitMicros, long heldMicros, int count) {
        static final Connections UNKNOWN = new Connections(-1, -1, -1);
    }

    /** Sets the attributes that a server can print in its own access log. An unknown figure is not set. */
    void publish(ServletRequest request) {
        publish(request, "asynclab.wait", arrival.waitMicros());
        if (arrival.from() != Arrival.From.UNKNOWN) request.setAttribute("asynclab.wait.from", arrival.from().word);
        publish(request, "asynclab.time", timeMicros);
        publish(request, "asynclab.cpu", work.cpuMicros);
        publish(request, "asynclab.conn.wait", connections.waitMicros);
        publish(request, "asynclab.conn.held", connections.heldMicros);
    }

    private static void publish(ServletRequest request, String name, long value) {
        if (value >= 0) request.setAttribute(name, value);
    }
}
