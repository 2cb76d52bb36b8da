package asynclab.corpus;

import asynclab.model.Latencies;
import java.util.Arrays;
import java.util.Map;

/** A figure that a benchmark published. */
public enum PublishedFigure {
    X("req/s", FigureKind.THROUGHPUT), // requests per second; with JMH bursts per second
    N("requests", FigureKind.THROUGHPUT), // that were counted
    T("s", FigureKind.THROUGHPUT), // how long a number of requests took
    RATIO("speed-up", FigureKind.THROUGHPUT), // of the arm without a limit to the arm with it
    MEAN("mean ms", FigureKind.RESPONSE_TIME),
    SD("sd ms", FigureKind.RESPONSE_TIME),
    P50("p50 ms", FigureKind.RESPONSE_TIME),
    P75("p75 ms", FigureKind.RESPONSE_TIME),
    P90("p90 ms", FigureKind.RESPONSE_TIME),
    P95("p95 ms", FigureKind.RESPONSE_TIME),
    P99("p99 ms", FigureKind.RESPONSE_TIME),
    MAX("max ms", FigureKind.RESPONSE_TIME),
    FAILED("failed", FigureKind.FAILURES);

    /** What a figure is about. {@link CorpusAnswer.Nearness} is counted for each kind separately. */
    public enum FigureKind {
        THROUGHPUT,
        RESPONSE_TIME,
        FAILURES
    }

    private final String label;
    private final FigureKind kind;

    PublishedFigure(String label, FigureKind kind) {
        this.label = label;
        this.kind = kind;
    }

    /** With its unit, for a reader. */
    public String label() {
        return label;
    }

    public FigureKind kind() {
        return kind;
    }

    /** The response times of some requests. */
    public static Map<PublishedFigure, Double> times(Latencies of) {
        return Map.of(
                MEAN, of.meanMs(),
                SD, of.sdMs(),
                P50, of.p50Ms(),
                P75, of.p75Ms(),
                P90, of.p90Ms(),
                P95, of.p95Ms(),
                P99, of.p99Ms(),
                MAX, of.maxMs());
    }

    /** @return null if no figure has this name */
    static PublishedFigure of(String name) {
        return Arrays.stream(values())
                .filter(figure -> figure.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }
}
