package asynclab.resource;

import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.input.Settings;
import asynclab.pool.NamedThreads;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import javax.servlet.ServletContext;

/**
 * The application's database and its one connection pool, HikariCP. The settings {@code jdbc-url}, {@code jdbc-user}, {@code jdbc-password}
 * and {@code lookup-sql} say what is asked. {@code jdbc-connections} is the size of the pool, and {@code jdbc-connection-timeout-millis}
 * the longest wait for a connection. The life cycle of the application creates and closes it. The pool starts with the first lookup.
 * Thread-safe.
 *
 * <p>A lookup blocks the thread that calls it. It ends in one of these ways before the database has answered:
 *
 * <ul>
 *   <li>No connection is free in time: {@link RejectedExecutionException}, which gets 503.
 *   <li>The database cannot be reached, or it fails: {@link BackendFailed}, which gets 502.
 *   <li>The deadline passes: an interrupt wakes a wait for a connection, H2, and each driver on a virtual thread. It is set only if the
 *       planned time and the longest wait for a connection could last longer than the deadline. In all other cases, and for a driver that
 *       waits in a socket on a request thread, the statement's timeout ends the lookup, which JDBC counts in whole seconds.
 *   <li>The application stops: an interrupt, and the loss of the connection.
 * </ul>
 *
 * <p>A connection whose statement has failed is not used again. On JDK 21 to 23 a virtual thread in a {@code synchronized} block keeps
 * its carrier thread. HikariCP waits without one, and so does the driver of PostgreSQL since 42.6.
 */
public final class Database implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 1_000;
    private static final int LEAST_TIMEOUT_MILLIS = 250; // HikariCP's own
    private static final long VALIDATION_MILLIS = 5_000; // HikariCP's default
    private static final int MOST_BROKEN_DRIVERS = 100;
    private static final long STOP_MILLIS = 5_000;
    private static final long MILLIS_OF_A_SECOND = 1_000;

    private final Settings settings;
    private final Exchanges exchanges;
    private final int connections;
    private final long timeoutMillis;
    private final NamedThreads threads = new NamedThreads("asynclab-jdbc-");
    private final Set<RunningLookup> running = ConcurrentHashMap.newKeySet();
    private final List<IntSupplier> queues = new CopyOnWriteArrayList<>();
    private final LongAdder timedOut = new LongAdder();
    private boolean used; // guarded by this; the drivers are loaded then
    private volatile HikariDataSource pool; // written under this lock; null before the first lookup
    private volatile boolean stopping;

    /** @throws asynclab.parameter.BadParameter if a setting is out of its range */
    public Database(Settings settings, Exchanges exchanges) {
        this.settings = settings;
        this.exchanges = exchanges;
        connections = settings.whole("jdbc-connections", 1, MOST_CONNECTIONS);
        timeoutMillis = settings.whole("jdbc-connection-timeout-millis", LEAST_TIMEOUT_MILLIS, 600_000);
        exchanges.atClosing(this::stop);
    }

    /** The database of the application that a servlet belongs to. */
    public static Database of(ServletContext context) {
        return (Database) context.getAttribute(Database.class.getName());
    }

    /** The size of the connection pool. */
    int connections() {
        return connections;
    }

    /** The longest wait for a connection. */
    long timeoutMillis() {
        return timeoutMillis;
    }

    /** @param queue the number of lookups that wait for a connection outside the pool */
    void alsoWaiting(IntSupplier queue) {
        queues.add(queue);
    }

    /**
     * The connections: {@code max}, {@code active}, {@code idle}; the lookups {@code waiting} for one; and those that have waited too long,
     * {@code timedOut}.
     */
    public Map<String, Long> figures() {
        HikariDataSource started = pool;
        var bean = started == null ? null : started.getHikariPoolMXBean(); // null after its close, too
        long queued = queues.stream().mapToInt(IntSupplier::getAsInt).sum();
        return Map.of(
                "max",
                (long) connections,
                "active",
                bean == null ? 0L : bean.getActiveConnections(),
                "idle",
                bean == null ? 0L : bean.getIdleConnections(),
                "waiting",
                queued + (bean == null ? 0 : bean.getThreadsAwaitingConnection()),
                "timedOut",
                timedOut.sum());
    }

    /**
     * Looks up, and blocks the calling thread meanwhile.
     *
     * @param millis how long the database takes
     * @throws RejectedExecutionException if no connection was free in time
     * @throws InterruptedException if the application stops, or the thread was interrupted otherwise
     */
    public void lookUp(long millis, Deadline deadline) throws BackendFailed, Deadline.Passed, InterruptedException {
        var query = new RunningLookup(Thread.currentThread());
        long leftMillis = deadline.remainingMillis();
        boolean mayBeLate = leftMillis < millis + timeoutMillis;
        running.add(query);
        Future<?> alarm = mayBeLate ? exchanges.runAfter(leftMillis, query::interrupt) : null;
        try {
            ask(query, millis, leftMillis);
        } catch (SQLException failed) {
            if (stopping) throw new InterruptedException();
            deadline.remainingMillis(); // if it has passed, that is the cause
            if (failed.getCause() instanceof InterruptedException) throw new InterruptedException();
            throw new BackendFailed("The database failed: " + failed.getMessage(), failed);
        } finally {
            if (alarm != null) alarm.cancel(false);
            running.remove(query);
            query.end();
        }
    }

    private void ask(RunningLookup query, long millis, long leftMillis) throws SQLException {
        try (Connection connection = connect()) {
            query.uses(connection);
            try (PreparedStatement statement = connection.prepareStatement(settings.text("lookup-sql"))) {
                statement.setQueryTimeout((int) (leftMillis / MILLIS_OF_A_SECOND) + 1);
                statement.setLong(1, millis);
                statement.execute();
            } catch (SQLException failed) {
                pool.evictConnection(connection);
                throw failed;
            }
        }
    }

    private Connection connect() throws SQLException {
        HikariDataSource started = pool();
        try {
            return started.getConnection();
        } catch (SQLTransientConnectionException none) {
            boolean unreachable =
                    none.getCause() != null || started.getHikariPoolMXBean().getTotalConnections() == 0;
            if (unreachable) throw none;
            throw timedOut();
        }
    }

    /** Counts a lookup that has waited too long. */
    RejectedExecutionException timedOut() {
        timedOut.increment();
        return new RejectedExecutionException("no connection was free within " + timeoutMillis + " ms");
    }

    private HikariDataSource pool() throws SQLException {
        HikariDataSource started = pool;
        return started == null ? start() : started;
    }

    private synchronized HikariDataSource start() throws SQLException {
        if (stopping) throw new RejectedExecutionException("the application is stopping");
        if (pool != null) return pool;
        used = true;
        String url = settings.text("jdbc-url");
        var started = new HikariDataSource(); // connects at the first call of getConnection()
        started.setPoolName("asynclab");
        started.setThreadFactory(threads);
        started.setMaximumPoolSize(connections);
        started.setConnectionTimeout(timeoutMillis);
        started.setValidationTimeout(Math.min(timeoutMillis, VALIDATION_MILLIS));
        started.setInitializationFailTimeout(-1); // a database may come later
        started.setDriverClassName(driverOf(url));
        started.setJdbcUrl(url);
        started.setUsername(nullIfEmpty(settings.text("jdbc-user")));
        started.setPassword(nullIfEmpty(settings.text("jdbc-password")));
        return pool = started;
    }

    private static String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    /**
     * Finds a driver of the container or of the WAR. On some containers DriverManager does not see the driver of the WAR. WildFly 26 lists a
     * driver that the JDK no longer has.
     */
    private static String driverOf(String url) throws SQLException {
        var drivers = ServiceLoader.load(Driver.class, Database.class.getClassLoader())
                .iterator();
        for (Driver driver = next(drivers); driver != null; driver = next(drivers))
            if (driver.acceptsURL(url)) return driver.getClass().getName();
        throw new SQLException("no JDBC driver accepts the URL of the setting jdbc-url");
    }

    /** The next driver that can be loaded; null if there is none. */
    private static Driver next(Iterator<Driver> drivers) {
        for (int tries = 0; tries < MOST_BROKEN_DRIVERS; tries++)
            try {
                return drivers.hasNext() ? drivers.next() : null;
            } catch (ServiceConfigurationError broken) {
                // the next one
            }
        return null;
    }

    /** Ends the running lookups, by an interrupt and by the loss of the connection: a driver reacts to one of the two. */
    void stop() {
        stopping = true;
        running.forEach(RunningLookup::abort);
    }

    /** Ends every lookup, thread and connection, and removes the drivers from the JVM's list, where they have registered themselves. */
    @Override
    public void close() {
        stop();
        synchronized (this) { // no pool starts after this
            if (!used) return;
        }
        if (pool != null) pool.close();
        try {
            threads.awaitEnd(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        DriverManager.drivers()
                .filter(driver -> driver.getClass().getClassLoader() == Database.class.getClassLoader())
                .toList()
                .forEach(Database::deregister);
    }

    private static void deregister(Driver driver) {
        try {
            DriverManager.deregisterDriver(driver);
        } catch (SQLException e) {
            throw new IllegalStateException("a JDBC driver of this application could not be deregistered", e);
        }
    }

    /** A lookup on its thread. Any thread may end it. After its end the thread is not interrupted any more. */
    private static final class RunningLookup {

        private Thread thread; // guarded by this; null after the end
        private Connection connection; // guarded by this; null while it waits for one
        private boolean woken; // guarded by this

        RunningLookup(Thread thread) {
            this.thread = thread;
        }

        synchronized void uses(Connection got) throws SQLException {
            if (woken) throw new SQLException("ended before the statement", new InterruptedException());
            connection = got;
        }

        synchronized void interrupt() {
            if (thread == null) return;
            woken = true;
            thread.interrupt();
        }

        synchronized void abort() {
            interrupt();
            try {
                if (thread != null && connection != null) connection.abort(Runnable::run);
            } catch (SQLException e) {
                // the statement's timeout ends the lookup
            }
        }

        synchronized void end() {
            thread = null;
            if (woken) Thread.interrupted(); // it must not end a later wait of this thread
        }
    }
}
