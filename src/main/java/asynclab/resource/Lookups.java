package asynclab.resource;

import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.input.Settings;
import asynclab.pool.Workers;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.servlet.ServletConfig;

/**
 * Lookups in a database, on a bounded pool of their own, because JDBC can only block. The database, its statement and the sizes of the
 * pool are settings of the application ({@link Settings}). One servlet owns it and closes it. Thread-safe.
 *
 * <p>Each thread of the pool has one connection. Its first lookup opens the connection, a broken one is replaced, and it is closed when
 * the thread ends. So there is no second pool to size, to wait for and to close.
 *
 * <p>A lookup whose request has ended is removed from the queue, or interrupted. The interrupt wakes H2, which sleeps on the thread
 * itself. A driver that waits in a socket does not notice the interrupt and ends by the statement's timeout. (H2 ignores that timeout
 * while it sleeps.) The URL sets the limit for opening a connection, in the syntax of each driver.
 */
public final class Lookups {

    private static final int VALIDATION_SECONDS = 1;

    private final Settings settings;
    private final ThreadPoolExecutor pool;
    private final Set<Lookup> lookups = ConcurrentHashMap.newKeySet();
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();

    public Lookups(ServletConfig servlet, Exchanges exchanges) {
        settings = Settings.of(servlet.getServletContext());
        String name = servlet.getServletName() + "-lookup";
        pool = Workers.start(
                name, settings.whole("lookup-threads", 1, 50), settings.whole("lookup-queue", 1, 100_000), Worker::new);
        exchanges.atClosing(this::stop);
    }

    /**
     * Looks up without waiting. Cancelling the future frees the thread. The stop of the application cancels it.
     *
     * @param millis how long the database takes
     * @throws RejectedExecutionException if all threads are busy and the queue is full
     */
    public CompletableFuture<Void> start(long millis, Deadline deadline) {
        var lookup = new Lookup(millis, deadline);
        lookups.add(lookup);
        lookup.found.whenComplete((nothing, thrown) -> {
            lookups.remove(lookup);
            if (lookup.cancel(true)) pool.remove(lookup); // otherwise it has ended
        });
        try {
            pool.execute(lookup);
        } catch (RejectedExecutionException full) {
            lookup.cancel(false);
            throw full;
        }
        return lookup.found;
    }

    /** Looks up and waits. */
    public void await(long millis, Deadline deadline) throws Deadline.Passed, InterruptedException, ExecutionException {
        var found = start(millis, deadline);
        try {
            found.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw deadline.passed();
        } finally {
            found.cancel(true); // without effect if it was found
        }
    }

    /** Ends the running lookups, by an interrupt and by the loss of the connection: a driver reacts to one of the two. */
    private void stop() {
        pool.shutdown();
        lookups.forEach(lookup -> lookup.cancel(true));
        workers.forEach(Worker::abort);
    }

    /** Ends every lookup, thread and connection, and removes the driver from the JVM's list, where it has registered itself. */
    public void close() {
        stop();
        Workers.awaitEnd(pool);
        DriverManager.drivers()
                .filter(driver -> driver.getClass().getClassLoader() == Lookups.class.getClassLoader())
                .toList()
                .forEach(Lookups::deregister);
    }

    private static void deregister(Driver driver) {
        try {
            DriverManager.deregisterDriver(driver);
        } catch (SQLException e) {
            throw new IllegalStateException("a JDBC driver of this application could not be deregistered", e);
        }
    }

    /** Finds a driver of the container or of the WAR. On some containers DriverManager does not see the driver of the WAR. */
    private Connection connect() throws SQLException {
        String url = settings.text("jdbc-url");
        var login = new Properties();
        if (!settings.text("jdbc-user").isEmpty()) login.setProperty("user", settings.text("jdbc-user"));
        if (!settings.text("jdbc-password").isEmpty()) login.setProperty("password", settings.text("jdbc-password"));
        for (Driver driver : ServiceLoader.load(Driver.class, Lookups.class.getClassLoader()))
            if (driver.acceptsURL(url)) return driver.connect(url, login);
        throw new SQLException("no JDBC driver accepts the URL of the setting jdbc-url");
    }

    /** One lookup. Cancelling it interrupts only the query, because {@code found} is completed after it. */
    private static final class Lookup extends FutureTask<Void> {

        final CompletableFuture<Void> found = new CompletableFuture<>();

        Lookup(long millis, Deadline deadline) {
            super(() -> {
                ((Worker) Thread.currentThread()).lookUp(millis, deadline);
                return null;
            });
        }

        @Override
        protected void done() {
            if (isCancelled()) {
                found.cancel(true);
                return;
            }
            try {
                found.complete(get());
            } catch (ExecutionException failed) {
                found.completeExceptionally(failed.getCause());
            } catch (InterruptedException neverWhenDone) {
                found.completeExceptionally(neverWhenDone);
            }
        }
    }

    /** A thread and its connection. */
    private final class Worker extends Thread {

        private volatile Connection connection; // used by this thread only, except in abort()

        Worker(Runnable task, String name) {
            super(task, name);
        }

        @Override
        public void run() {
            workers.add(this);
            try {
                super.run();
            } finally {
                workers.remove(this);
                hangUp();
            }
        }

        /** Any thread may call this. */
        void abort() {
            Connection last = connection;
            try {
                if (last != null) last.abort(Runnable::run);
            } catch (SQLException e) {
                // the statement's timeout ends the lookup
            }
        }

        void lookUp(long millis, Deadline deadline) throws BackendFailed, Deadline.Passed {
            long seconds = TimeUnit.MILLISECONDS.toSeconds(deadline.remainingMillis()) + 1;
            try {
                if (connection != null && !connection.isValid(VALIDATION_SECONDS)) hangUp();
                if (connection == null) connection = connect();
                try (PreparedStatement query = connection.prepareStatement(settings.text("lookup-sql"))) {
                    query.setQueryTimeout((int) seconds);
                    query.setLong(1, millis);
                    query.execute();
                }
            } catch (SQLException e) {
                hangUp(); // the next lookup tries a new one
                if (e instanceof SQLTimeoutException) throw deadline.passed();
                throw new BackendFailed("The database failed: " + e.getMessage(), e);
            }
        }

        private void hangUp() {
            try {
                if (connection != null) connection.close();
            } catch (SQLException e) {
                // a broken connection that is not used any more
            }
            connection = null;
        }
    }
}
