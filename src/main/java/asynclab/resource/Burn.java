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
 * microseconds, each timed by the wall clock. If a slice takes much longer than at the calibration, the operating system has interrupted
 * it. It counts as twice its calibrated time at most. A slower processor, or one that shares a core, makes slices a little longer, and
 * they count as they are.
 */
public final class Burn {

    private static final int SLICE_TURNS = 10_000; // some 10 µs
    private static final int MOST_PER_CALIBRATED = 2;
    private static final int CALIBRATED_SLICES = 200;
    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final boolean clocked = THREADS.isCurrentThreadCpuTimeSupported();
    private long sliceNanos; // written once, before the constructor returns
    private volatile long result; // so that the compiler keeps the loop

    /** Calibrates, on a platform thread of its own, which takes some 50 ms. */
    public Burn() {
        var calibration = new Thread(this::calibrate, "asynclab-calibration");
        calibration.start();
        boolean interrupted = false;
        while (calibration.isAlive())
            try {
                calibration.join();
            } catch (InterruptedException e) { // without the calibration a virtual thread would compute for ever
                interrupted = true;
            }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /** The first slices are interpreted, so they only warm up. The shortest of the others was not interrupted. */
    private void calibrate() {
        for (long end = System.nanoTime() + WARM_UP_NANOS; System.nanoTime() < end; ) slice();
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < CALIBRATED_SLICES; i++) shortest = Math.min(shortest, slice());
        sliceNanos = shortest;
    }

    /** Uses so much processor time on the calling thread. */
    public void forNanos(long nanos) {
        if (clocked && !isVirtual()) {
            long end = THREADS.getCurrentThreadCpuTime() + nanos;
            while (THREADS.getCurrentThreadCpuTime() < end) slice();
        } else for (long left = nanos; left > 0; ) left -= Math.min(slice(), MOST_PER_CALIBRATED * sliceNanos);
    }

    /** This class is compiled for JDK 17, which has no {@code Thread.isVirtual()}. All virtual threads are in the group of this name. */
    private static boolean isVirtual() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return group != null && group.getName().equals("VirtualThreads");
    }

    /** @return how long it took by the wall clock */
    private long slice() {
        long startedNanos = System.nanoTime();
        long value = startedNanos;
        for (int i = 0; i < SLICE_TURNS; i++)
            value = value * 6_364_136_223_846_793_005L + 1; // each turn needs the one before
        result = value;
        return System.nanoTime() - startedNanos;
    }
}
