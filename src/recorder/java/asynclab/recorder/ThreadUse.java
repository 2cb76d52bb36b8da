package asynclab.recorder;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * The resources that the current thread has used so far. A figure that the JVM does not measure is -1. On a virtual thread the JVM
 * measures only the time.
 *
 * @param nanos the time by {@link System#nanoTime}
 * @param cpuNanos its processor time
 * @param allocatedBytes the bytes of the objects it has made
 * @param blockedMillis how long it has waited for monitors; -1 unless asked for
 */
record ThreadUse(long nanos, long cpuNanos, long allocatedBytes, long blockedMillis) {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean CPU = THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
    private static final com.sun.management.ThreadMXBean ALLOCATIONS = allocations();
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    /** A system property, because each recorder of the process may have a class loader of its own. */
    private static final String WATCHERS = "asynclab.recorder: contention";

    private static com.sun.management.ThreadMXBean allocations() {
        try {
            return THREADS instanceof com.sun.management.ThreadMXBean bean
                            && bean.isThreadAllocatedMemorySupported()
                            && bean.isThreadAllocatedMemoryEnabled()
                    ? bean
                    : null;
        } catch (LinkageError hiddenFromApplications) { // as on WildFly
            return null;
        }
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException beforeJava21) {
            return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
        }
    }

    static boolean onVirtualThread() {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has the JVM measure how long threads are blocked, until {@link #endContention}. @return whether it can */
    static boolean beginContention() {
        if (!THREADS.isThreadContentionMonitoringSupported()) return false;
        watchContention(1);
        return true;
    }

    /** Ends it with the last recorder that has begun it. What somebody else has switched on stays on. */
    static void endContention() {
        watchContention(-1);
    }

    private static void watchContention(int more) {
        synchronized (THREADS) {
            int least = THREADS.isThreadContentionMonitoringEnabled() ? 1 : 0; // perhaps somebody else's
            int watchers = Math.max(Integer.getInteger(WATCHERS, 0), least) + more;
            THREADS.setThreadContentionMonitoringEnabled(watchers > 0);
            System.setProperty(WATCHERS, String.valueOf(watchers));
        }
    }

    /** @param blocked whether to ask for the time blocked, which takes much longer than the rest */
    static ThreadUse now(boolean blocked) {
        long nanos = System.nanoTime();
        if (onVirtualThread()) return new ThreadUse(nanos, -1, -1, -1);
        return new ThreadUse(
                nanos,
                CPU ? THREADS.getCurrentThreadCpuTime() : -1,
                ALLOCATIONS == null ? -1 : ALLOCATIONS.getCurrentThreadAllocatedBytes(),
                blocked ? readBlockedMillis() : -1);
    }

    private static long readBlockedMillis() {
        ThreadInfo own = THREADS.getThreadInfo(Thread.currentThread().getId());
        return own == null ? -1 : own.getBlockedTime();
    }

    /** What was used between an earlier time and this. */
    ThreadUse since(ThreadUse before) {
        return with(before, -1);
    }

    /** What was used in two periods. */
    ThreadUse plus(ThreadUse other) {
        return with(other, 1);
    }

    private ThreadUse with(ThreadUse other, int sign) {
        return new ThreadUse(
                nanos + sign * other.nanos,
                sum(cpuNanos, other.cpuNanos, sign),
                sum(allocatedBytes, other.allocatedBytes, sign),
                sum(blockedMillis, other.blockedMillis, sign));
    }

    private static long sum(long one, long other, int sign) {
        return one < 0 || other < 0 ? -1 : one + sign * other;
    }
}
