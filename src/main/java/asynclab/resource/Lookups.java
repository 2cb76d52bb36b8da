package asynclab.resource;

import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.input.Settings;
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
import javax.servlet.ServletContext;

/**
 * Lookups in a database, which JDBC can only do blocking, on a bounded pool of their own. The database, its statement and the
 * pool's sizes are context parameters of {@code web.xml}; the system property {@code asynclab.NAME} overrides each. Owned by one
 * servlet, which closes it. Thread-safe.
 *
 * <p>Each thread of the pool has one connection: made by its first lookup, replaced when it is broken, closed when the thread
 * goes. Whoever has a thread has a connection, so there is no second pool to be sized, waited for and closed.
 *
 * <p>A lookup that nobody waits for any longer is dropped from the queue, or interrupted. That wakes H2, which sleeps on the
 * thread itself; a driver that waits in a socket does not notice, and ends by the statement's timeout, which H2 in its turn does
 * not look at while it sleeps. How long to try for a connection is said in the URL, each driver in its own words.
 */
public final class Lookups {

    private static final int VALIDATION_SECONDS = 1;

    private final ServletContext context;
    private final ThreadPoolExecutor pool;
    private final Set<Lookup> lookups = ConcurrentHashMap.newKeySet();
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();

    public Lookups(ServletConfig servlet, Exchanges exchanges) {
        context = servlet.getServletContext();
        String name = servlet.getServletName() + "-lookup";
        pool = Workers.start(name, number("lookup-threads", 50), number("lookup-queue", 100_000), Worker::new);
        exchanges.atClosing(this::stop);
    }

    private String setting(String name) {
        return Settings.text(context, name);
    }

    private int number(String name, int max) {
        return Settings.whole(context, name, 1, max);
    }

    /**
     * Looks up without waiting. The future may be cancelled, and then gives the thread back; when the application stops it is.
     *
     * @param millis how long the database takes
     * @throws RejectedExecutionException if all threads are busy and the queue is full
     */
    public CompletableFuture<Void> start(long millis, Deadline deadline) {
        var lookup = new Lookup(millis, deadline);
        lookups.add(lookup);
        lookup.found.whenComplete((nothing, thrown) -> {
            lookups.remove(lookup);
            if (lookup.cancel(true)) pool.remove(lookup); // else it is over
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

    /** Ends what is under way: by an interrupt, and by the loss of its connection, as a driver heeds the one or the other. */
    private void stop() {
        pool.shutdown();
        lookups.forEach(lookup -> lookup.cancel(true));
        workers.forEach(Worker::abort);
    }

    /** Ends every lookup, thread and connection, and takes the driver out of the JVM's list, where it has put itself. */
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

    /** The container's own driver, or one in the WAR; DriverManager would not see the latter on every container. */
    private Connection connect() throws SQLException {
        String url = setting("jdbc-url");
        var login = new Properties();
        if (!setting("jdbc-user").isEmpty()) login.setProperty("user", setting("jdbc-user"));
        if (!setting("jdbc-password").isEmpty()) login.setProperty("password", setting("jdbc-password"));
        for (Driver driver : ServiceLoader.load(Driver.class, Lookups.class.getClassLoader()))
            if (driver.acceptsURL(url)) return driver.connect(url, login);
        throw new SQLException("no JDBC driver accepts the URL of the setting jdbc-url");
    }

    /** One lookup. Cancelling it interrupts the query and nothing that follows: {@code found} is completed behind it. */
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

        private volatile Connection connection; // this thread's alone, but for abort()

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

        /** Any thread. */
        void abort() {
            Connection last = connection;
            try {
                if (last != null) last.abort(Runnable::run);
            } catch (SQLException e) {
                // then the statement's timeout ends it
            }
        }

        void lookUp(long millis, Deadline deadline) throws BackendFailed, Deadline.Passed {
            long seconds = TimeUnit.MILLISECONDS.toSeconds(deadline.remainingMillis()) + 1;
            try {
                if (connection != null && !connection.isValid(VALIDATION_SECONDS)) hangUp();
                if (connection == null) connection = connect();
                try (PreparedStatement query = connection.prepareStatement(setting("lookup-sql"))) {
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
                // it was broken, and nobody uses it any more
            }
            connection = null;
        }
    }
}
