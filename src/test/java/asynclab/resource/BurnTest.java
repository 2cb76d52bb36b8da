package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    /** With a CPU clock, and without one, as on a virtual thread. */
    private enum Way {
        CLOCK,
        SLICES
    }

    /** The processor time that it uses, in nanoseconds. */
    private long used(Way way, long nanos) {
        long started = CLOCK.getCurrentThreadCpuTime();
        if (way == Way.CLOCK) burn.forNanos(nanos);
        else burn.forNanosOfSlices(nanos);
        return CLOCK.getCurrentThreadCpuTime() - started;
    }

    /** The least of several times, because the system may charge an interrupt to this thread. */
    private long leastUsed(Way way, long nanos) {
        return LongStream.generate(() -> used(way, nanos)).limit(TIMES).min().orElseThrow();
    }

    @Test
    void it_uses_the_processor_time_that_is_asked_for() {
        long slice = leastUsed(Way.CLOCK, SHORT_NANOS);
        long used =
                LongStream.generate(() -> used(Way.CLOCK, NANOS)).limit(TIMES).sum();
        String seen = used + " ns, with slices of " + slice + " ns at most";
        assertTrue(slice < NANOS / 10, seen);
        assertTrue(used >= TIMES * NANOS, seen);
        assertTrue(used <= 1.1 * TIMES * NANOS + TIMES * slice, seen);
    }

    /** A slice that the system interrupts counts less than it took by the wall clock, but may count for more than the thread had. */
    @Test
    void without_a_cpu_clock_it_uses_the_same() {
        leastUsed(Way.SLICES, NANOS); // compiles it
        LongSummaryStatistics used =
                LongStream.generate(() -> used(Way.SLICES, NANOS)).limit(TIMES).summaryStatistics();
        assertTrue(used.getMin() < 1.06 * NANOS && used.getMax() > 0.94 * NANOS, used + ", asked " + NANOS);
    }

    @ParameterizedTest
    @EnumSource
    void nothing_is_used_for_nothing(Way way) {
        assertTrue(leastUsed(way, 0) < NANOS);
    }
}
