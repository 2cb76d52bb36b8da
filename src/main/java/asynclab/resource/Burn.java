package asynclab.resource;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/**
 * Uses processor time, as a computation would: a loop that waits for nothing. Thread-safe.
 *
 * <p>On a platform thread the thread's own CPU clock ends the loop. So time in which the thread does not run does not count, and two
 * threads on one processor take twice as long.
 *
 * <p>A virtual thread has no CPU clock ({@link ThreadMXBean#getCurrentThreadCpuTime}). There the loop is a sum of slices of some
 * microseconds, timed by the wall clock from the end of one to the end of the next. If a slice takes much longer than the shortest so far,
 * the operating system has interrupted it. It counts as ten times the shortest at most. A slower processor, or one that shares a core, makes
 * slices a little longer, and they count as they are.
 */
public final class Burn {

    private static final int SLICE_TURNS = 5_000; // some 10 µs
    private static final int MOST_PER_SHORTEST = 10; // with 2, short interruptions by the host make it 4 % longer
    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final boolean clocked = THREADS.isCurrentThreadCpuTimeSupported();
    private volatile long shortestNanos = Long.MAX_VALUE / MOST_PER_SHORTEST; // a lost update does no harm
    private volatile long result; // so that the compiler keeps the loop

    /** Warms up, on a platform thread of its own, which takes some 50 ms. */
    public Burn() {
        var warmUp = new Thread(this::warmUp, "asynclab-warm-up");
        warmUp.start();
        try {
            warmUp.join();
        } catch (InterruptedException e) { // the first slices are then longer
            Thread.currentThread().interrupt();
        }
    }

    /** The first slices are interpreted. The compiler may need longer than this, and later slices are then the shortest. */
    private void warmUp() {
        long end = System.nanoTime() + WARM_UP_NANOS;
        for (long last = System.nanoTime(); last < end; ) last += sliceFrom(last);
    }

    /** Uses so much processor time on the calling thread. */
    public void forNanos(long nanos) {
        if (clocked && !isVirtual()) {
            long end = THREADS.getCurrentThreadCpuTime() + nanos;
            while (THREADS.getCurrentThreadCpuTime() < end) slice();
        } else forNanosOfSlices(nanos);
    }

    /** The same without a CPU clock. */
    void forNanosOfSlices(long nanos) {
        long last = System.nanoTime();
        for (long left = nanos; left > 0; ) {
            long slice = sliceFrom(last);
            last += slice;
            left -= Math.min(slice, MOST_PER_SHORTEST * shortestNanos);
        }
    }

    /** This class is compiled for JDK 17, which has no {@code Thread.isVirtual()}. All virtual threads are in the group of this name. */
    private static boolean isVirtual() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return group != null && group.getName().equals("VirtualThreads");
    }

    /** @return how long it took by the wall clock, since the end of the slice before */
    private long sliceFrom(long last) {
        slice();
        long nanos = System.nanoTime() - last;
        if (nanos < shortestNanos) shortestNanos = nanos;
        return nanos;
    }

    /** A compiler can put no turns together, because each shifts the bits of the one before (xorshift, Marsaglia 2003). */
    private void slice() {
        long value = System.nanoTime() | 1; // never 0, which would stay 0
        for (int i = 0; i < SLICE_TURNS; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        result = value;
    }
}
