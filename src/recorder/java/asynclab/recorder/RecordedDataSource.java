package asynclab.recorder;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Records how long the request of the current thread waits for connections of a pool, and how long it holds them. Thread-safe if the
 * pool is.
 */
public final class RecordedDataSource {

    private static final Set<String> ENDS = Set.of("close", "abort");
    private static final String[] SIZES = {"getMaximumPoolSize", "getMaxActive", "getMaxTotal", "getMaxPoolSize"};
    private static volatile boolean used;

    private RecordedDataSource() {}

    /** The same pool, recorded. Closing it closes the pool. {@code unwrap} returns the pool. */
    public static DataSource of(DataSource pool) {
        used = true;
        Class<?>[] types = pool instanceof AutoCloseable
                ? new Class<?>[] {DataSource.class, AutoCloseable.class}
                : new Class<?>[] {DataSource.class};
        return (DataSource)
                Proxy.newProxyInstance(RecordedDataSource.class.getClassLoader(), types, (self, method, arguments) -> {
                    RequestRecording recording =
                            method.getName().equals("getConnection") ? RequestRecording.current() : null;
                    return recording == null
                            ? call(self, pool, method, arguments)
                            : held((Connection) waited(recording, self, pool, method, arguments), recording);
                });
    }

    private static Object waited(
            RequestRecording recording, Object self, DataSource pool, Method method, Object[] arguments)
            throws Throwable {
        recording.recorder().facts().connectionsOf(pool);
        long asked = System.nanoTime();
        try {
            return call(self, pool, method, arguments);
        } finally {
            recording.waitedForConnection(System.nanoTime() - asked);
        }
    }

    private static Connection held(Connection connection, RequestRecording recording) {
        recording.gotConnection();
        var closed = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                RecordedDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    try {
                        return call(self, connection, method, arguments);
                    } finally {
                        if (ENDS.contains(method.getName()) && closed.compareAndSet(false, true))
                            recording.closedConnection();
                    }
                });
    }

    private static Object call(Object self, Object target, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("equals") && self == arguments[0]) return true;
        if (method.getName().equals("unwrap") && ((Class<?>) arguments[0]).isInstance(target)) return target;
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Whether there is a recorded pool. If there is, a request without connections is known to have none. */
    static boolean isUsed() {
        return used;
    }

    /** The most connections of HikariCP, Tomcat's pool, DBCP or c3p0; -1 if unknown. */
    static int size(DataSource pool) {
        for (String getter : SIZES) if (Reflected.at(pool, getter) instanceof Integer size) return size;
        return -1;
    }
}
