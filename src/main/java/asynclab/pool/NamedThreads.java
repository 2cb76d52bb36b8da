package asynclab.pool;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one pool, with a name and a number each. A pool reports its end before its last thread ends. That thread may still
 * close a connection, and Tomcat takes it for a leak. So the code that ends a pool must wait for its threads, too. Thread-safe.
 */
public final class NamedThreads implements ThreadFactory {

    private final String prefix;
    private final AtomicInteger number = new AtomicInteger();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** @param prefix the name without the number */
    public NamedThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(task, prefix + number.incrementAndGet());
        threads.add(thread);
        return thread;
    }

    /**
     * Waits for the end of a pool that has been shut down, and of its threads.
     *
     * @param pool its factory must be of this class
     * @return false if a thread still runs after this time
     */
    public static boolean awaitEnd(ThreadPoolExecutor pool, long millis) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        return pool.awaitTermination(millis, TimeUnit.MILLISECONDS)
                && ((NamedThreads) pool.getThreadFactory()).awaitEnd(endNanos);
    }

    /** Waits for the threads to end, after their user has ended. @param endNanos the end of the wait, by {@link System#nanoTime} */
    public boolean awaitEnd(long endNanos) throws InterruptedException {
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(
                    thread, Math.max(TimeUnit.MILLISECONDS.toNanos(1), endNanos - System.nanoTime()));
            if (thread.isAlive()) return false;
        }
        return true;
    }
}
