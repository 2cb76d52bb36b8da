package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * By the thread's own CPU clock, which does not run while another thread has the processor. So the load of the machine does not matter. A
 * burn ends with the slice in which its time is over. So it uses a slice more at most, and the test measures how long a slice is here.
 */
class BurnTest {

    private static final int TIMES = 50;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final Burn burn = new Burn();

    /** The processor time that it uses, in nanoseconds. */
    private long used(long nanos) {
        long started = CLOCK.getCurrentThreadCpuTime();
        burn.forNanos(nanos);
        return CLOCK.getCurrentThreadCpuTime() - started;
    }

    @Test
    void it_uses_the_processor_time_that_is_asked_for() {
        long slice = 0;
        for (int i = 0; i < TIMES; i++) slice = Math.max(slice, used(1));
        long used = 0;
        for (int i = 0; i < TIMES; i++) used += used(NANOS);
        String seen = used + " ns, with slices of " + slice + " ns";
        assertTrue(used >= TIMES * NANOS, seen);
        assertTrue(used <= 1.1 * TIMES * NANOS + TIMES * slice, seen);
    }

    /** The best of several, because the system may charge an interrupt to this thread. */
    @Test
    void nothing_is_used_for_nothing() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TIMES; i++) least = Math.min(least, used(0));
        assertTrue(least < NANOS, least + " ns");
    }
}
