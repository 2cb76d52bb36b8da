package asynclab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.BadParameter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Consumer;

/**
 * A linear parser needs eight times as long for eight times the input, a quadratic one 64 times. Its stack must not grow. It is the thread's processor
 * time, and the best of several runs, because the machine may be busy. The limit is between the two.
 */
public final class Doubling {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int SIZE = 8_000;
    private static final int LARGER = 8;
    private static final int MOST = 23; // sqrt(8 * 64)
    private static final int RUNS = 5;
    private static final int TRIES = 5;
    private static final long STACK_BYTES = 256 * 1024;

    private Doubling() {}

    /** @param repeated what the parser reads again and again, after {@code before} */
    public static void assertLinear(String before, String repeated, Consumer<String> parser) throws Exception {
        assertLinear(before, repeated, SIZE, parser);
    }

    /** @param times how often the smaller input repeats it */
    public static void assertLinear(String before, String repeated, int times, Consumer<String> parser)
            throws Exception {
        var failed = new Throwable[1];
        Runnable compare = () -> {
            try {
                compare(before, repeated, times, parser);
            } catch (Throwable thrown) {
                failed[0] = thrown;
            }
        };
        var thread = new Thread(null, compare, "small stack", STACK_BYTES);
        thread.start();
        thread.join();
        if (failed[0] != null) throw new AssertionError(repeated + ": " + failed[0].getMessage(), failed[0]);
    }

    private static void compare(String before, String repeated, int times, Consumer<String> parser) {
        double ratio = Double.POSITIVE_INFINITY;
        for (int i = 0; i < TRIES && ratio > MOST; i++) {
            long small = bestCpuNanos(before + repeated.repeat(times), parser);
            ratio = bestCpuNanos(before + repeated.repeat(LARGER * times), parser) / (double) small;
        }
        assertTrue(ratio <= MOST, "it takes " + ratio + " times as long");
    }

    private static long bestCpuNanos(String text, Consumer<String> parser) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            try {
                parser.accept(text);
            } catch (BadParameter refused) {
                // a refusal also ends the parse
            }
            best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
        }
        return Math.max(1, best);
    }
}
