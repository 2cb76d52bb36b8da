package asynclab.run.result.figures;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * When the requests of a burst were really sent, and the model's figures for these times. Times are milliseconds, throughput is
 * requests per second over the whole run. Immutable.
 *
 * @param sent the send of each request, in milliseconds after the first one; percentiles by nearest rank
 * @param replayed the model's figures for requests that are sent at the measured times
 * @param crossCheck the same burst by another load generator; null if that is not installed, or failed
 */
public record SentBurst(
        Latencies sent, Replayed replayed, @JsonInclude(JsonInclude.Include.NON_NULL) CrossCheck crossCheck) {

    /** The model's figures for requests that are sent at the measured times. */
    public record Replayed(double throughput, Latencies times) {

        public static Replayed of(Trace trace) {
            return new Replayed(trace.throughput(), Latencies.of(trace));
        }
    }

    /**
     * The same burst by another load generator.
     *
     * @param command as it was started
     * @param throughput requests ÷ longest time
     */
    public record CrossCheck(String command, int requests, int failed, long longestMs, double throughput) {}
}
