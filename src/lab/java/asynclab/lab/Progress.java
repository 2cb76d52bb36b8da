package asynclab.lab;

import asynclab.queueing.Prediction;
import java.io.PrintStream;

/** Prints how far a run is, and how long it will still take: as long as predicted, or at its own rate once it is late. */
public final class Progress implements JMeter.Progress {

    private final String name;
    private final long requests;
    private final double predictedSeconds;
    private final Sampler sampler;
    private final PrintStream out;
    private final long startedNanos = System.nanoTime();
    private long printed;

    Progress(
            String name,
            Experiment.Warmup warmup,
            Experiment.Load load,
            Prediction predicted,
            Sampler sampler,
            PrintStream out) {
        this.name = name;
        requests = predicted.requests() + (warmup == null ? 0 : warmup.requests());
        predictedSeconds = predicted.durationMs() / 1_000 + (warmup == null ? 0 : warmup.seconds(load));
        this.sampler = sampler;
        this.out = out;
    }

    @Override
    public void samples(long done, long errors) {
        if (done == printed) return;
        printed = done;
        double elapsed = (System.nanoTime() - startedNanos) / 1e9;
        double late = (requests - done) * elapsed / done;
        double left = elapsed < predictedSeconds ? predictedSeconds - elapsed : late;
        out.printf(
                "%s: %d of %d | %.0f/s | %d errors | about %s left%s%n",
                name,
                done,
                requests,
                done / elapsed,
                errors,
                duration(done >= requests ? 0 : left),
                sampler.describe());
    }

    public static String duration(double seconds) {
        long whole = Math.round(seconds);
        return whole < 60 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }
}
