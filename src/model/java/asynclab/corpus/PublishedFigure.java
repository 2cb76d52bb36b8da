package asynclab.corpus;

import java.util.Arrays;

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

    /** What a figure is about. Nearness are counted for each kind apart. */
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

    /** @return null if no figure has this name */
    static PublishedFigure of(String name) {
        return Arrays.stream(values())
                .filter(figure -> figure.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }
}
