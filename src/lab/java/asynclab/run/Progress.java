package asynclab.run;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Prints the progress of a run: its phase, the rate since the last line, and the remaining time. The remaining time is the
 * predicted time. If the run is late, the remaining time is computed from the rate since the last line.
 */
public final class Progress implements JMeter.SampleListener {

    /**
     * @param warmup requests before the measurement; 0 for none
     * @param measured requests of the measurement
     * @param exact false if the duration limits the measurement, so that the number of requests is predicted
     * @param seconds the predicted time of warm-up and measurement
     */
    record Plan(int warmup, long measured, boolean exact, double seconds) {}

    private final String name;
    private final Plan plan;
    private final Supplier<String> server;
    private final PrintStream out;
    private final LongSupplier clock;
    private final long startedNanos;
    private long printed;
    private long printedNanos;

    /**
     * @param server the server's state in words, for the end of the line
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    Progress(String name, Plan plan, Supplier<String> server, PrintStream out, LongSupplier clock) {
        this.name = name;
        this.plan = plan;
        this.server = server;
        this.out = out;
        this.clock = clock;
        startedNanos = clock.getAsLong();
        printedNanos = startedNanos;
    }

    /** The progress of a number of requests that arrive within a time, after a warm-up. */
    public static Progress ofArrivals(String name, int warmup, long requests, double seconds, PrintStream out) {
        return new Progress(name, new Plan(warmup, requests, true, seconds), () -> "", out, System::nanoTime);
    }

    @Override
    public void samples(long done, long errors) {
        if (done == printed) return;
        long now = clock.getAsLong();
        double rate = (done - printed) * 1e9 / Math.max(1, now - printedNanos);
        printed = done;
        printedNanos = now;
        long of = plan.warmup + plan.measured;
        double elapsed = (now - startedNanos) / 1e9;
        double left = elapsed < plan.seconds ? plan.seconds - elapsed : (of - done) / rate;
        boolean warmingUp = done <= plan.warmup; // JMeter starts the measurement only when the warm-up has ended
        out.printf(
                Locale.ROOT,
                "%s, %s: %d of %s%d | %.0f req/s | %d errors | about %s left%s%n",
                name,
                warmingUp ? "warm-up" : "measurement",
                warmingUp ? done : done - plan.warmup,
                warmingUp || plan.exact ? "" : "about ",
                warmingUp ? plan.warmup : plan.measured,
                rate,
                errors,
                duration(done >= of ? 0 : left),
                server.get());
    }

    public static String duration(double seconds) {
        long whole = Math.round(seconds);
        return whole < 60 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }
}
