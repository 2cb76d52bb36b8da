package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * By the thread's own CPU clock, which does not run while another thread has the processor. So the load of the machine does not matter. A
 * burn ends with the slice in which its time is over. So it uses one more slice at most. The test measures how long a slice is here.
 */
class BurnTest {

    private static final int TIMES = 50;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(20); // one slice at least
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final Burn burn = new Burn();

    /** The processor time that it uses, in nanoseconds. */
    private long used(long nanos) {
        long started = CLOCK.getCurrentThreadCpuTime();
        burn.forNanos(nanos);
        return CLOCK.getCurrentThreadCpuTime() - started;
    }

    /** The least of several times, because the system may charge an interrupt to this thread. */
    private long leastUsed(long nanos) {
        return LongStream.generate(() -> used(nanos)).limit(TIMES).min().orElseThrow();
    }

    @Test
    void it_uses_the_processor_time_that_is_asked_for() {
        long slice = leastUsed(SHORT_NANOS);
        long used = LongStream.generate(() -> used(NANOS)).limit(TIMES).sum();
        String seen = used + " ns, with slices of " + slice + " ns at most";
        assertTrue(slice < NANOS / 10, seen);
        assertTrue(used >= TIMES * NANOS, seen);
        assertTrue(used <= 1.1 * TIMES * NANOS + TIMES * slice, seen);
    }

    @Test
    void nothing_is_used_for_nothing() {
        assertTrue(leastUsed(0) < NANOS);
    }
}
