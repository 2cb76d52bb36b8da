package asynclab.pool;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool with bounded threads and a bounded queue. A task that finds both full is refused at once. The threads are named after their
 * servlet. They start on demand and end after a minute without work. Thread-safe.
 */
public final class Workers {

    private static final long IDLE_SECONDS = 60;
    private static final long STOP_MILLIS = 5_000;
    private static final long WOKEN_MILLIS = 200;

    private Workers() {}

    /** The pool refuses with {@link java.util.concurrent.RejectedExecutionException} when both are full. */
    public static ThreadPoolExecutor start(String name, int threads, int queue) {
        var pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(queue),
                new NamedThreads("asynclab-" + name + "-"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Ends the pool, in bounded time. Threads that were woken by other means get a moment to answer, because an interrupt would spoil an
     * answer that is being written. Then the threads that still work are interrupted. Queued tasks do not start; the application's stop
     * answers their requests.
     */
    public static void stop(ThreadPoolExecutor pool) {
        pool.shutdown();
        pool.getQueue().clear();
        try {
            if (!NamedThreads.awaitEnd(pool, WOKEN_MILLIS)) pool.shutdownNow();
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
        awaitEnd(pool);
    }

    /** Waits, in bounded time, for the threads of a pool that has been shut down. */
    public static void awaitEnd(ThreadPoolExecutor pool) {
        try {
            NamedThreads.awaitEnd(pool, STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
