package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** By the thread's own CPU clock, which does not run while another thread has the processor. So the load of the machine does not matter. */
class BurnTest {

    private static final int TIMES = 50;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    @Test
    void it_uses_the_processor_time_that_is_asked_for() {
        var burn = new Burn();
        var clock = ManagementFactory.getThreadMXBean();
        long started = clock.getCurrentThreadCpuTime();
        for (int i = 0; i < TIMES; i++) burn.forNanos(NANOS);
        long used = clock.getCurrentThreadCpuTime() - started;
        assertTrue(used >= TIMES * NANOS, () -> "only " + used);
        assertTrue(used <= 1.1 * TIMES * NANOS, () -> "as much as " + used);
    }

    @Test
    void nothing_is_used_for_nothing() {
        var clock = ManagementFactory.getThreadMXBean();
        var burn = new Burn();
        long started = clock.getCurrentThreadCpuTime();
        burn.forNanos(0);
        assertTrue(clock.getCurrentThreadCpuTime() - started < NANOS);
    }
}
