package asynclab.run;

import asynclab.run.result.figures.ThreadLanes;
import asynclab.server.ServerProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reads the state of each server thread every 50 ms, if the server's pool has at most 40 threads. It stops after two minutes, because
 * the timeline shows only the first minute after the warm-up.
 */
final class ThreadSampler implements AutoCloseable {

    private static final int MOST_THREADS = 40;
    private static final long PERIOD_MILLIS = 50;
    private static final int MOST_SAMPLES = 2_400;

    private final List<ThreadLanes.Sample> samples = new ArrayList<>(); // guarded by itself
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "lab-thread-sampler"));

    ThreadSampler(ServerProbe probe) {
        if (probe.pool().max() > MOST_THREADS) return;
        Supplier<List<String>> rows = probe.threadActivity();
        clock.scheduleWithFixedDelay(() -> lookOnce(rows), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void lookOnce(Supplier<List<String>> rows) {
        List<String> now;
        try {
            now = rows.get();
        } catch (RuntimeException e) {
            return; // the server did not answer this reading; the next one follows
        }
        synchronized (samples) {
            samples.add(new ThreadLanes.Sample(System.currentTimeMillis(), now));
            if (samples.size() >= MOST_SAMPLES) clock.shutdown();
        }
    }

    /** The samples. Empty if the pool is too large. */
    List<ThreadLanes.Sample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
