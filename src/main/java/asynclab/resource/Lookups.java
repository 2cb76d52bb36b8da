package asynclab.resource;

import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.input.Settings;
import asynclab.pool.Workers;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.ServletConfig;

/**
 * Lookups in the {@link Database} on threads of their own, because JDBC can only block. There are as many threads as connections, so a
 * lookup that has a thread finds a connection, unless another servlet uses it. The others wait in a bounded queue, at most as long as the
 * pool lets a thread wait. One servlet owns the threads and closes them. Thread-safe.
 *
 * <p>A lookup whose request has ended is removed from the queue, or interrupted. A driver that waits in a socket does not notice the
 * interrupt and ends by the statement's timeout. (H2 ignores that timeout while it sleeps, but it notices the interrupt.)
 */
public final class Lookups {

    private final Database database;
    private final Exchanges exchanges;
    private final ThreadPoolExecutor pool;
    private final Set<Lookup> lookups = ConcurrentHashMap.newKeySet();

    public Lookups(ServletConfig servlet, Exchanges exchanges) {
        this.exchanges = exchanges;
        database = Database.of(servlet.getServletContext());
        pool = Workers.start(
                servlet.getServletName() + "-lookup",
                database.connections(),
                Settings.of(servlet.getServletContext()).whole("lookup-queue", 1, 100_000));
        database.alsoWaiting(pool.getQueue()::size);
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
        lookup.giveUpAfter(database.timeoutMillis());
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

    private void stop() {
        pool.shutdown();
        lookups.forEach(lookup -> lookup.cancel(true));
    }

    /** Ends every lookup and thread. */
    public void close() {
        stop();
        database.stop(); // this servlet ends with the application, and some drivers notice no interrupt
        Workers.awaitEnd(pool);
    }

    /** One lookup. Cancelling it interrupts only the query, because {@code found} is completed after it. */
    private final class Lookup extends FutureTask<Void> {

        final CompletableFuture<Void> found = new CompletableFuture<>();
        private final AtomicBoolean begun;
        private volatile Future<?> patience; // null if it has begun at once

        Lookup(long millis, Deadline deadline) {
            this(millis, deadline, new AtomicBoolean());
        }

        private Lookup(long millis, Deadline deadline, AtomicBoolean begun) {
            super(() -> {
                if (begun.compareAndSet(false, true)) database.lookUp(millis, deadline);
                return null;
            });
            this.begun = begun;
        }

        void giveUpAfter(long millis) {
            if (begun.get()) return;
            patience = exchanges.runAfter(millis, this::giveUp);
            if (begun.get() || found.isDone()) endPatience(); // meanwhile
        }

        private void giveUp() {
            if (begun.compareAndSet(false, true)) found.completeExceptionally(database.timedOut());
        }

        private void endPatience() {
            Future<?> timer = patience;
            if (timer != null) timer.cancel(false);
        }

        @Override
        public void run() {
            endPatience();
            super.run();
        }

        @Override
        protected void done() {
            endPatience();
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
}
