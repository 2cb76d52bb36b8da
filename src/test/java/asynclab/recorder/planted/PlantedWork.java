package asynclab.recorder.planted;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * What one request does, and how long each part took by its own clocks: it computes, waits for a connection and holds it, and waits
 * for something else. One thread at a time uses it. It has no servlet, so a Spring application can use it, too.
 */
public final class PlantedWork {

    /** A statement with one parameter, its milliseconds; null to hold the connection without a query. */
    private static final String SQL = System.getProperty("planted.sql");

    /** All processor times are multiplied by it. */
    private static final double CPU_TIMES = Double.parseDouble(System.getProperty("planted.cpuTimes", "1"));

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final DataSource connections;
    private final double cpuMs;
    private final double connectionMs;
    private final double otherMs;
    private final long startNanos = System.nanoTime();
    private long cpuNanos;
    private long connectionWaitNanos;
    private long connectionHeldNanos;

    /** @param parameters of the request by name: {@code cpuMs}, {@code connectionMs}, {@code otherMs}; null for 0 */
    public PlantedWork(DataSource connections, UnaryOperator<String> parameters) {
        this.connections = connections;
        cpuMs = CPU_TIMES * millis(parameters.apply("cpuMs"));
        connectionMs = millis(parameters.apply("connectionMs"));
        otherMs = millis(parameters.apply("otherMs"));
    }

    private static double millis(String text) {
        return text == null ? 0 : Double.parseDouble(text);
    }

    /** All of it, on the thread of the request. */
    public void all() {
        counting(() -> {
            compute(1);
            useConnection();
            if (otherMs > 0) sleep(otherMs);
        });
    }

    /** Counts the processor time that this thread uses for a part of the request. */
    public void counting(Runnable part) {
        long from = clock();
        part.run();
        cpuNanos += clock() - from;
    }

    /** Computes a share of the processor time. On a virtual thread, whose processor time the JDK does not measure, it is wall-clock time. */
    public void compute(double share) {
        long nanos = (long) (share * cpuMs * 1e6);
        long from = clock();
        while (clock() - from < nanos) Math.sqrt(from);
    }

    private static long clock() {
        long cpu = THREADS.getCurrentThreadCpuTime(); // -1 on a virtual thread
        return cpu < 0 ? System.nanoTime() : cpu;
    }

    /** Takes a connection, holds it and gives it back. */
    public void useConnection() {
        if (connectionMs == 0) return;
        long asked = System.nanoTime();
        try (Connection connection = connections.getConnection()) {
            long got = System.nanoTime();
            connectionWaitNanos = got - asked;
            if (SQL == null) sleep(connectionMs);
            else query(connection);
            connectionHeldNanos = System.nanoTime() - got;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void query(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setDouble(1, connectionMs);
            statement.execute();
        }
    }

    /** The wait that no part above explains, in nanoseconds. */
    public long otherNanos() {
        return (long) (otherMs * 1e6);
    }

    private static void sleep(double millis) {
        try {
            TimeUnit.NANOSECONDS.sleep((long) (millis * 1e6));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The name of the header with {@link #truth}. */
    public static final String HEADER = "X-Planted";

    /**
     * Microseconds: the processor's time, the wait for a connection, the time that it was held, the time until now; and when it began, of
     * {@link System#nanoTime}.
     */
    public String truth() {
        return Stream.of(cpuNanos, connectionWaitNanos, connectionHeldNanos, System.nanoTime() - startNanos)
                        .map(nanos -> Long.toString(nanos / 1_000))
                        .collect(Collectors.joining(" "))
                + " " + startNanos;
    }
}
