package asynclab.resource;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * A bounded pool with a bounded queue: so many at once, so many waiting, everybody else refused at once. Its threads are named
 * after their servlet, come when they are needed and go after a minute without work. Thread-safe.
 */
public final class Workers {

    private static final long IDLE_SECONDS = 60;
    private static final long STOP_SECONDS = 5;
    private static final long WOKEN_MILLIS = 200;

    private Workers() {}

    /** The pool refuses with {@link java.util.concurrent.RejectedExecutionException} when both are full. */
    public static ThreadPoolExecutor start(String name, int threads, int queue) {
        return start(name, threads, queue, Thread::new);
    }

    /** The same with threads of the caller's own making, from a task and a name. */
    public static ThreadPoolExecutor start(
            String name, int threads, int queue, BiFunction<Runnable, String, ? extends Thread> maker) {
        var number = new AtomicInteger();
        var pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(queue),
                task -> maker.apply(task, "asynclab-" + name + "-" + number.incrementAndGet()));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Ends the pool, bounded. Threads that have been woken by other means first get a moment to answer: an interrupt would spoil
     * the answer that one of them is just writing. Then those that still work are interrupted. What was queued is not begun; the
     * application's own end answers it.
     */
    public static void stop(ThreadPoolExecutor pool) {
        pool.shutdown();
        pool.getQueue().clear();
        try {
            if (!pool.awaitTermination(WOKEN_MILLIS, TimeUnit.MILLISECONDS)) pool.shutdownNow();
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
        awaitEnd(pool);
    }

    /** Waits, bounded, for a pool that has been shut down. */
    static void awaitEnd(ThreadPoolExecutor pool) {
        try {
            pool.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
