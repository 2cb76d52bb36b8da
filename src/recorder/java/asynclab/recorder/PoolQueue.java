package asynclab.recorder;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import javax.servlet.http.HttpServletRequest;

/**
 * How long requests wait in the queue of the server's thread pool. No container knows that: in all of them a request begins when a
 * thread of the pool reads it.
 *
 * <p>While tasks wait, a thread of the recorder puts a task of its own behind them every 2 ms, and notes when it was put and when it
 * ran. The queue is first in, first out. So a request that starts between two of these tasks was also queued between them, and its
 * place is interpolated. While no task waits, nothing is put: then a request that starts has not waited. An empty queue is looked at
 * every 20 ms, and when a request finds tasks in it. The wait is exact to the microsecond where nothing waits. Else it is at most 2 ms
 * off, or 1/64 of a longer wait; the first wait of a burst may be 20 ms off.
 *
 * <p>Jetty's reserved threads take some requests past the queue. Such a request is known by its stack. Thread-safe.
 */
final class PoolQueue {

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final long PERIOD_NANOS = 2_000_000;
    private static final long EMPTY_PERIOD_NANOS = 20_000_000;
    private static final long IDLE_PERIOD_NANOS = 100_000_000;
    private static final int ROUNDS_UNTIL_IDLE = 50;
    private static final int MOST_OUTSTANDING = 64;
    private static final int LEAST_FREE = 1_000; // a bounded queue is the server's own
    private static final int REMEMBERED = 4_096; // a power of two

    /** A task that notes when it ran. */
    private static final class QueueMark implements Runnable {

        private final long queuedNanos = System.nanoTime();
        private volatile long ranNanos;
        private volatile boolean hasRun;

        @Override
        public void run() {
            ranNanos = System.nanoTime();
            hasRun = true;
        }
    }

    private final ServerPool pool;
    private final RecorderThread thread = new RecorderThread("asynclab-recorder-pool", this::round);
    // only its own thread uses these five
    private final ArrayDeque<QueueMark> outstanding = new ArrayDeque<>();
    private long lastPut;
    private boolean wasEmpty = true;
    private boolean idle = true;
    private int rounds;

    // Rings of the last marks that ran. Only this object's thread writes them, and any thread reads them.
    private final long[] queued = new long[REMEMBERED];
    private final long[] ran = new long[REMEMBERED];
    private volatile long count; // of all marks that ran
    private volatile long firstKnown; // the wait of a request that began before this mark is unknown
    private volatile QueueMark oldest; // of those that have not run; null if there is none
    private volatile boolean requestSeen;
    private volatile long seenNanos;
    private volatile long lookedNanos;

    PoolQueue(ServerPool pool) {
        this.pool = pool;
    }

    /** Whether a request came through this queue. */
    boolean serves(HttpServletRequest request) {
        return pool.serves(request);
    }

    void start() {
        long now = System.nanoTime();
        if (pool.queued() == 0) add(now, now);
        thread.start();
    }

    void stop() {
        thread.end();
    }

    /** Looks at the queue more often from now on, and at once if it has tasks that were not there at the last look. */
    void requestArrived(long nanos) {
        if (!requestSeen) {
            seenNanos = nanos;
            requestSeen = true;
            thread.wake();
        } else if (nanos - lookedNanos > PERIOD_NANOS && pool.queued() > 0) thread.wake();
    }

    /** Whether this thread has taken its request past the queue, as Jetty's reserved threads do. This takes some 10 microseconds. */
    boolean isPassedNow() {
        return pool.hasReservedThreads()
                && WALKER.walk(frames -> frames.anyMatch(
                        frame -> frame.getClassName().startsWith("org.eclipse.jetty.util.thread.strategy.")));
    }

    /**
     * The wait of a request that reached the first filter at this time, in microseconds. Soon afterwards it is an estimate, by the
     * last task that ran; 2 ms later it is interpolated.
     *
     * @return -1 if unknown
     */
    long waitMicros(long startNanos) {
        long end = count;
        long low = Math.max(firstKnown, end - REMEMBERED + MOST_OUTSTANDING);
        long after = end; // the first that ran after the start
        if (end > low && ran(end - 1) - startNanos <= 0) low = end; // mostly it is none
        while (low < after) {
            long middle = (low + after) >>> 1;
            if (ran(middle) - startNanos > 0) after = middle;
            else low = middle + 1;
        }
        long before = after - 1;
        if (before < Math.max(firstKnown, end - REMEMBERED + MOST_OUTSTANDING)) return -1;
        long wait;
        if (after < end) wait = startNanos - interpolated(before, startNanos);
        else {
            QueueMark next = oldest;
            long least = next == null ? 0 : startNanos - next.queuedNanos; // it was queued before the next
            wait = Math.max(ran(before) - queued(before), least);
        }
        return Math.max(0, wait) / 1_000;
    }

    private long interpolated(long before, long startNanos) {
        long from = ran(before);
        double share = (double) (startNanos - from) / Math.max(1, ran(before + 1) - from);
        return queued(before) + Math.round(share * (queued(before + 1) - queued(before)));
    }

    /** The rings are sorted, and a request may arrive while the queue is being looked at. */
    private boolean isAfterLast(long nanos) {
        return count == 0 || nanos - ran(count - 1) > 0;
    }

    private long ran(long index) {
        return ran[slot(index)];
    }

    private long queued(long index) {
        return queued[slot(index)];
    }

    private static int slot(long index) {
        return (int) (index & REMEMBERED - 1);
    }

    private void add(long queuedNanos, long ranNanos) {
        long index = count;
        queued[slot(index)] = queuedNanos;
        ran[slot(index)] = ranNanos;
        count = index + 1;
    }

    private long round() {
        if (idle && requestSeen) {
            if (wasEmpty && isAfterLast(seenNanos)) add(seenNanos, seenNanos); // the first of a burst
            idle = false;
            rounds = 0;
        } else if (++rounds >= ROUNDS_UNTIL_IDLE) {
            idle = !requestSeen && outstanding.isEmpty();
            requestSeen = false;
            rounds = 0;
        }
        look();
        if (idle) return IDLE_PERIOD_NANOS;
        return wasEmpty ? EMPTY_PERIOD_NANOS : PERIOD_NANOS;
    }

    private void look() {
        while (!outstanding.isEmpty() && outstanding.peek().hasRun) {
            QueueMark mark = outstanding.poll();
            add(mark.queuedNanos, mark.ranNanos);
        }
        oldest = outstanding.peek();
        long now = System.nanoTime();
        lookedNanos = now;
        int waiting = pool.queued();
        wasEmpty = waiting <= 0 && outstanding.isEmpty();
        if (waiting < 0) forget();
        else if (wasEmpty) add(now, now);
        else if (waiting > outstanding.size() && isTime(now)) put(now);
    }

    /** The server has taken another pool, say: what has not run by now may never run. */
    private void forget() {
        outstanding.clear();
        oldest = null;
        firstKnown = count;
    }

    /** The longer the wait, the longer the time between two marks, so that the marks cover the whole wait. */
    private boolean isTime(long now) {
        if (outstanding.size() >= MOST_OUTSTANDING) return false;
        QueueMark first = outstanding.peek();
        return first == null || now - lastPut >= (now - first.queuedNanos) / MOST_OUTSTANDING;
    }

    private void put(long now) {
        if (pool.free() < LEAST_FREE) {
            if (outstanding.isEmpty()) firstKnown = count; // nothing is known until the queue is empty again
            return;
        }
        var mark = new QueueMark();
        outstanding.add(mark);
        lastPut = now;
        try {
            pool.execute(mark);
            if (oldest == null) oldest = mark;
        } catch (RejectedExecutionException
                | OutOfMemoryError notTaken) { // the pool is full, or could not start a thread
            outstanding.remove(mark);
            if (outstanding.isEmpty()) firstKnown = count;
        }
    }
}
