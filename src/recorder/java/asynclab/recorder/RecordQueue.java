package asynclab.recorder;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Requests that have ended, on their way to the log and to the listeners. No request thread waits here: if the queue is full, a request
 * is dropped and counted. One thread empties it ten times a second. Thread-safe.
 */
final class RecordQueue {

    private static final int CAPACITY = 16_384;
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ROUNDS_A_SECOND = 10;

    /**
     * A request waits here for this long, so that the pool has a task that ran after the request began. Then its wait is final. The
     * pool looks at its queue at least every 20 ms while requests come.
     */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RecorderLog log; // null for none
    private final List<Consumer<? super RecordedRequest>> listeners;
    private final Consumer<String> say;
    private final Queue<RequestRecording> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final RecorderThread thread = new RecorderThread("asynclab-recorder-log", this::round);
    private volatile PoolQueue pool; // null while it is unknown
    private volatile boolean stopping;
    private int rounds; // of the thread

    RecordQueue(RecorderLog log, List<Consumer<? super RecordedRequest>> listeners, Consumer<String> say) {
        this.log = log;
        this.listeners = listeners;
        this.say = say;
    }

    void start() {
        thread.start();
    }

    void settleBy(PoolQueue known) {
        pool = known;
    }

    void add(RequestRecording ended) {
        if (log == null && listeners.isEmpty()) return;
        if (size.get() >= CAPACITY) {
            dropped.increment();
            return;
        }
        size.incrementAndGet();
        waiting.add(ended);
    }

    long dropped() {
        return dropped.sum() + (log == null ? 0 : log.lost());
    }

    /**
     * Has the thread write what is waiting, and waits for its end, also on an interrupted thread of the container. The wait has a limit,
     * so a listener that does not return cannot keep the container from stopping.
     *
     * @param unfinished requests that have not ended; they count as dropped
     */
    void stop(long unfinished) {
        boolean interrupted = Thread.interrupted();
        try {
            end(unfinished);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private void end(long unfinished) {
        stopping = true;
        thread.end();
        dropped.add(unfinished);
        if (thread.isAlive())
            say.accept(size.get() + " requests are lost, because a listener or the disk of the log does not return");
        else if (log != null) log.close(dropped.sum());
    }

    private long round() {
        give(stopping ? 0 : SETTLE_NANOS);
        if (log != null && !stopping && ++rounds % ROUNDS_A_SECOND == 0) log.second(dropped.sum());
        return ROUND_NANOS;
    }

    /** @param age in nanoseconds; requests that ended later wait for the next round */
    private void give(long age) {
        long now = System.nanoTime();
        for (RequestRecording next = waiting.peek(); next != null; next = waiting.peek()) {
            if (now - next.endNanos() < age) break;
            waiting.remove();
            size.decrementAndGet();
            RecordedRequest request = next.result(pool);
            if (log != null) log.write(request);
            for (var listener : listeners) tell(listener, request);
        }
        if (log != null) log.flush();
    }

    private void tell(Consumer<? super RecordedRequest> listener, RecordedRequest request) {
        try {
            listener.accept(request);
        } catch (Throwable e) { // a listener in Kotlin, say, may throw a checked exception
            listeners.remove(listener);
            say.accept("a listener has failed and is not called any more: " + e);
        }
        Thread.interrupted(); // which a listener may have set, and which would close the log's file
    }
}
