package asynclab.client;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The response times of a window or of several, and the number of errors: requests without a response or with another status than 200, and
 * connections that the server closed while no request waited.
 */
public final class ClientTimes {

    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Histogram nanos = new Histogram(HIGHEST_NANOS, 3);
    private long errors;
    private long spanNanos; // of the windows

    void begin() {
        spanNanos -= System.nanoTime();
    }

    void end() {
        spanNanos += System.nanoTime();
    }

    void record(long elapsedNanos, boolean ok) {
        nanos.recordValue(Math.min(elapsedNanos, HIGHEST_NANOS));
        if (!ok) errors++;
    }

    void connectionLost() {
        errors++;
    }

    void addErrors(ClientTimes earlier) {
        errors += earlier.errors;
    }

    public void add(ClientTimes other) {
        nanos.add(other.nanos);
        errors += other.errors;
        spanNanos += other.spanNanos;
    }

    public double seconds() {
        return spanNanos / 1e9;
    }

    public double perSecond() {
        return requests() / seconds();
    }

    public long requests() {
        return nanos.getTotalCount();
    }

    public long errors() {
        return errors;
    }

    public double meanMillis() {
        return nanos.getMean() / 1e6;
    }

    public double millis(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
