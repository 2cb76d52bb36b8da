package asynclab.exchange;

import asynclab.container.Delivery;
import asynclab.pool.NamedThreads;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one deployment. One or a few scheduler threads run the timers of all requests. The watch thread looks after requests
 * whose timers are late. Writer threads send replies if the delivery is {@link Delivery#BY_WRITERS}. Other threads block here for a
 * time. Thread-safe.
 */
final class Threads {

    private static final Logger LOG = LoggerFactory.getLogger(Threads.class);
    private static final long STOP_MILLIS = 5_000;

    private final ScheduledThreadPoolExecutor scheduler;
    private final ScheduledThreadPoolExecutor watch;
    private final ThreadPoolExecutor writers; // null if there are none
    private final Set<Thread> blocked = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;
    private volatile boolean writersGone;

    /**
     * @param schedulerSize scheduler threads
     * @param writerSize writer threads; 0 for none
     * @param writerQueue replies that may wait for a writer thread
     * @param sweep runs on the watch thread every {@code sweepMillis} and must not block
     */
    Threads(String name, int schedulerSize, int writerSize, int writerQueue, Runnable sweep, long sweepMillis) {
        scheduler = timers("asynclab-scheduler-" + name, schedulerSize);
        // Otherwise a cancelled timer keeps its request reachable until its time comes (grpc-java #1307).
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.prestartAllCoreThreads(); // the first request need not wait for them
        watch = timers("asynclab-watch-" + name, 1);
        watch.scheduleWithFixedDelay(sweep, sweepMillis, sweepMillis, TimeUnit.MILLISECONDS);
        writers = writerSize == 0 ? null : writers(name, writerSize, writerQueue);
    }

    private static ScheduledThreadPoolExecutor timers(String name, int size) {
        return new ScheduledThreadPoolExecutor(size, new NamedThreads(name));
    }

    private static ThreadPoolExecutor writers(String name, int size, int queue) {
        var threads = new NamedThreads("asynclab-writer-" + name);
        return new ThreadPoolExecutor(size, size, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), threads);
    }

    /** Runs a task that belongs to no request. It must not block. Has no effect if the application stops; the result is null then. */
    Future<?> runAfter(long millis, Runnable task) {
        return schedule(task, millis, thrown -> {
            if (!(thrown instanceof RejectedExecutionException)) LOG.error("A scheduled task failed", thrown);
        });
    }

    /**
     * Runs the task later. An exception of the task is not lost in a Future that no code reads (grpc-java #1237).
     *
     * @param failed gets the exception of the task, or, on this thread, the rejection by a scheduler that has been stopped
     * @return null if the scheduler has been stopped
     */
    Future<?> schedule(Runnable task, long millis, Consumer<Throwable> failed) {
        Callable<Void> careful = () -> { // the scheduler wraps a Runnable once more
            try {
                task.run();
            } catch (Throwable thrown) {
                failed.accept(thrown);
            }
            return null;
        };
        try {
            return scheduler.schedule(careful, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            failed.accept(stopped);
            return null;
        }
    }

    /** Timers that have yet to fire. */
    int timers() {
        return scheduler.getQueue().size();
    }

    ScheduledThreadPoolExecutor scheduler() {
        return scheduler;
    }

    /** Null if there are none. */
    ThreadPoolExecutor writers() {
        return writers;
    }

    /**
     * Blocks the caller for the time, or until the application stops. Each thread parks alone. If thousands waited for one latch, each
     * of them would search the whole wait queue to leave it when its time has come.
     *
     * @return true if the application stops
     */
    boolean blockFor(long millis) throws InterruptedException {
        long startedNanos = System.nanoTime();
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        blocked.add(Thread.currentThread());
        try {
            for (long left = nanos; left > 0 && !stopping; left = nanos - (System.nanoTime() - startedNanos)) {
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) throw new InterruptedException();
            }
            return stopping;
        } finally {
            blocked.remove(Thread.currentThread());
        }
    }

    /** Wakes every blocked thread. A thread that comes later does not block. */
    void wakeBlocked() {
        stopping = true;
        blocked.forEach(LockSupport::unpark);
    }

    /** Whether a task of a writer runs on another thread, because no writer has taken it before the stop. It must not write. */
    boolean haveNoWriter() {
        return writersGone;
    }

    /** Stops the timers, then waits for the replies that are being written and for the threads, at most five seconds each. */
    void stop() {
        scheduler.shutdownNow();
        watch.shutdownNow();
        try {
            if (writers != null) stopWriters();
            NamedThreads.awaitEnd(scheduler, STOP_MILLIS);
            NamedThreads.awaitEnd(watch, STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopWriters() throws InterruptedException {
        writers.shutdown();
        try {
            NamedThreads.awaitEnd(writers, STOP_MILLIS);
        } finally {
            writersGone = true;
            writers.shutdownNow().forEach(Exchange::runSafely);
        }
    }
}
