package asynclab.bench.measure;

import asynclab.client.LoadClient;
import asynclab.server.Server;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The warm-up of a server under load. It lasts until the JIT compilers have little left to do, so a large framework gets more time than
 * a small one. With six seconds for each, WebFlux seemed to cost several times as much.
 */
public final class WarmUp {

    private static final double QUIET = 0.05; // the share of the time in which the compilers work
    private static final long WINDOW_MILLIS = 3_000;
    private static final int MOST_WINDOWS = 20;

    private WarmUp() {}

    /**
     * Waits while a client sends a load.
     *
     * @return how long it took, in seconds; infinite if the compilers were still at work at the end
     */
    public static double await(Server server, int speed) {
        CompilationMXBean compilers =
                server.probe().bean(ManagementFactory.COMPILATION_MXBEAN_NAME, CompilationMXBean.class);
        long millis = WINDOW_MILLIS / speed;
        for (int windows = 1; windows <= MOST_WINDOWS; windows++) {
            long before = compilers.getTotalCompilationTime();
            LoadClient.pause(Duration.ofMillis(millis));
            if (compilers.getTotalCompilationTime() - before <= QUIET * millis) return windows * millis / 1e3;
        }
        return Double.POSITIVE_INFINITY;
    }
}
