package asynclab.run.result.figures;

import asynclab.model.Latencies;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;

/**
 * The figures of the model. They come from {@link Prediction}.
 *
 * @param station the most requests that can be held at once; null for no limit
 * @param reserved the number of idle request threads that the server reserves for new requests
 */
public record Predicted(
        int requests,
        int failed,
        double throughput,
        SeedRange overSeeds,
        Double steadyThroughput,
        double goodput,
        Latencies times,
        double durationMs,
        int maxInFlight,
        Integer station,
        int reserved,
        UpperBounds bounds) {

    /**
     * In requests per second; null for a bound that does not exist.
     *
     * @param threads the bound of the request threads or of the workers, whichever is lower
     */
    public record UpperBounds(Double arrivals, Double users, Double threads) {}

    /** @param stages what the prediction assumes of the server */
    public static Predicted of(Prediction p, Stages stages) {
        Station station = stages.kept() ? stages.first() : stages.second();
        return new Predicted(
                p.requests(),
                p.failed(),
                p.throughput(),
                SeedRange.of(p),
                p.steadyThroughput(),
                p.goodput(),
                p.latencies(),
                p.durationMs(),
                p.maxInFlight(),
                station.isUnlimited() ? null : station.threads(),
                station.reserved(),
                new UpperBounds(
                        finite(p.bounds().arrivals()),
                        finite(p.bounds().users()),
                        finite(Math.min(p.bounds().threads(), p.bounds().second()))));
    }

    /** The bound as it is stored; null for a bound that does not exist. */
    private static Double finite(double bound) {
        return Double.isFinite(bound) ? (Double) bound : null;
    }
}
