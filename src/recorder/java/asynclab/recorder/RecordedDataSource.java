package asynclab.recorder;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Records how long the request of the current thread waits for connections of a pool, and how long it holds them. Thread-safe if the
 * pool is.
 */
public final class RecordedDataSource {

    private static final Set<String> ENDS = Set.of("close", "abort");
    private static final String[] SIZES = {"getMaximumPoolSize", "getMaxActive", "getMaxTotal", "getMaxPoolSize"};
    private static final LongAdder TAKEN_ELSEWHERE = new LongAdder();
    private static volatile boolean used;

    private RecordedDataSource() {}

    /**
     * The same pool, recorded, with its public interfaces. Closing it closes the pool. {@code unwrap} returns what the pool's does, or the
     * pool. A statement is the pool's own, and knows only the pool's own connection. A connection that is closed there counts as held until
     * the request ends. A pool that is recorded already stays as it is: its connections would count twice.
     */
    public static DataSource of(DataSource pool) {
        if (Proxy.isProxyClass(pool.getClass()) && Proxy.getInvocationHandler(pool) instanceof PoolCalls) return pool;
        used = true;
        return proxy(DataSource.class, pool, new PoolCalls(pool));
    }

    /** Passes the calls of a recorded pool on. */
    private record PoolCalls(DataSource pool) implements InvocationHandler {

        @Override
        public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
            if (!method.getName().equals("getConnection")) return call(self, pool, method, arguments);
            RequestRecording recording = RequestRecording.current();
            if (recording != null)
                return held((Connection) waited(recording, self, pool, method, arguments), recording);
            TAKEN_ELSEWHERE.increment();
            return call(self, pool, method, arguments);
        }
    }

    /** A proxy with the public interfaces of its target, or with the one type alone if they cannot be reached. */
    private static <T> T proxy(Class<T> type, T target, InvocationHandler calls) {
        Set<Class<?>> types = new LinkedHashSet<>(Set.of(type));
        for (Class<?> of = target.getClass(); of != null; of = of.getSuperclass())
            for (Class<?> each : of.getInterfaces()) if (isOpen(each)) types.add(each);
        try {
            ClassLoader loader = target.getClass().getClassLoader();
            return type.cast(Proxy.newProxyInstance(loader, types.toArray(Class<?>[]::new), calls));
        } catch (IllegalArgumentException unreachable) {
            ClassLoader own = RecordedDataSource.class.getClassLoader();
            return type.cast(Proxy.newProxyInstance(own, new Class<?>[] {type}, calls));
        }
    }

    private static boolean isOpen(Class<?> type) {
        Module own = RecordedDataSource.class.getModule();
        return Modifier.isPublic(type.getModifiers()) && type.getModule().isExported(type.getPackageName(), own);
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
        if (connection == null) return null; // of a mock
        recording.gotConnection();
        var closed = new AtomicBoolean();
        return proxy(Connection.class, connection, (self, method, arguments) -> {
            try {
                return call(self, connection, method, arguments);
            } finally {
                if (ENDS.contains(method.getName()) && closed.compareAndSet(false, true)) recording.closedConnection();
            }
        });
    }

    private static Object call(Object self, Object target, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("equals") && self == arguments[0]) return true;
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            boolean itself = method.getName().equals("unwrap") && ((Class<?>) arguments[0]).isInstance(target);
            if (itself) return target;
            throw e.getCause();
        }
    }

    /** How often a connection was taken on a thread that records no request. */
    static long takenElsewhere() {
        return TAKEN_ELSEWHERE.sum();
    }

    /** Whether there is a recorded pool. If there is, a request that only its own threads serve is known to have no other connections. */
    static boolean isUsed() {
        return used;
    }

    /** The most connections of HikariCP, Tomcat's pool, DBCP or c3p0; -1 if unknown. */
    static int size(DataSource pool) {
        for (String getter : SIZES) if (Reflected.at(pool, getter) instanceof Integer size) return size;
        return -1;
    }
}
