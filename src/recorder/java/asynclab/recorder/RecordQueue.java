package asynclab.recorder;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Requests that have ended, on their way to the log and to the listeners. No request thread waits here: if the queue is full, a request
 * is dropped and counted. One thread empties it ten times a second. Thread-safe.
 */
final class RecordQueue implements Runnable {

    private static final int CAPACITY = 16_384;
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long STOP_MILLIS = 5_000;

    /** So long after its end the pool knows what ran after its start. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RecorderLog log; // null for none
    private final List<Consumer<? super RecordedRequest>> listeners;
    private final Consumer<String> say;
    private final Queue<RecordedRequest> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final Thread thread = new Thread(this, "asynclab-recorder-log");
    private volatile PoolQueue pool; // null while it is unknown
    private volatile boolean stopped;
    private boolean hasFailed; // of the thread

    RecordQueue(RecorderLog log, List<Consumer<? super RecordedRequest>> listeners, Consumer<String> say) {
        this.log = log;
        this.listeners = listeners;
        this.say = say;
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    void start() {
        thread.start();
    }

    void settleBy(PoolQueue known) {
        pool = known;
    }

    void add(RecordedRequest request) {
        if (log == null && listeners.isEmpty()) return;
        if (size.get() >= CAPACITY) {
            dropped.increment();
            return;
        }
        size.incrementAndGet();
        waiting.add(request);
    }

    long dropped() {
        return dropped.sum() + (log == null ? 0 : log.lost());
    }

    /** Writes what is waiting and ends the thread. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        long second = System.nanoTime() + SECOND_NANOS;
        while (!stopped) {
            LockSupport.parkNanos(ROUND_NANOS);
            give(System.nanoTime() - SETTLE_NANOS);
            if (log != null && System.nanoTime() - second >= 0) {
                second += SECOND_NANOS;
                log.second(dropped.sum());
            }
        }
        give(Long.MAX_VALUE);
        if (log != null) log.close(dropped.sum());
    }

    /** @param until requests that ended later wait for the next round */
    private void give(long until) {
        for (RecordedRequest next = waiting.peek(); next != null; next = waiting.peek()) {
            if (until != Long.MAX_VALUE && next.endNanos() - until > 0) break;
            waiting.remove();
            size.decrementAndGet();
            RecordedRequest settled = next.settled(pool);
            if (log != null) log.write(settled, dropped.sum());
            for (var listener : listeners) tell(listener, settled);
        }
        if (log != null) log.flush();
    }

    private void tell(Consumer<? super RecordedRequest> listener, RecordedRequest request) {
        try {
            listener.accept(request);
        } catch (RuntimeException | LinkageError e) {
            if (!hasFailed) say.accept("a listener fails: " + e);
            hasFailed = true;
        }
    }
}
