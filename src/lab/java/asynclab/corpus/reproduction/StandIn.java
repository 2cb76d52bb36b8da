package asynclab.corpus.reproduction;

import static asynclab.document.Texts.text;

import asynclab.corpus.BenchmarkArm;

/** A server of ours that stands for that of a source. */
enum StandIn {
    BLOCKING("blocking, %s"),
    ASYNC("asynchronous"),
    VIRTUAL("virtual threads"),
    WORKERS("%s as workers"),
    DATABASE("virtual threads, PostgreSQL pool of %d"), // the hold time, or its share, is in the database
    BLOCKING_GATEWAY("blocking gateway, pool of %d"), // of connections to its backend
    GATEWAY("asynchronous gateway, backend of %s"),
    FAN_OUT("asynchronous, connection pool of %d"), // to the backend that each request calls several times at once
    BACKGROUND("blocking, %s, work after responses");

    /** The request threads of a gateway whose connections limit it, and of a backend whose threads do not. */
    static final int ENOUGH_THREADS = 200;

    private static final double MILLIS = 1_000;

    private final String label;

    StandIn(String label) {
        this.label = label;
    }

    /** What stands for the server of an arm, for a reader. */
    String words(BenchmarkArm arm) {
        if (arm.threads() == null) return label;
        return text(label.replace("%s", "%d thread" + (arm.threads() == 1 ? "" : "s")), arm.threads());
    }

    boolean isVirtual() {
        return this == VIRTUAL || this == DATABASE;
    }

    /** Whether the servlet calls a backend, which is a server of its own. */
    boolean callsBackend() {
        return this == BLOCKING_GATEWAY || this == GATEWAY || this == FAN_OUT;
    }

    /** The path of the requests. */
    String path() {
        return switch (this) {
            case BLOCKING, VIRTUAL -> "/blocking";
            case ASYNC -> "/async";
            case WORKERS -> "/queued/fifo";
            case DATABASE -> "/phases";
            case BLOCKING_GATEWAY -> "/standardendpoint";
            case GATEWAY -> "/reactiveendpoint";
            case FAN_OUT -> "/aggregate-non-blocking";
            case BACKGROUND -> "/hold";
        };
    }

    /** The query of a request of an arm. */
    String query(BenchmarkArm arm) {
        long hold = millis(arm.holdSeconds());
        return switch (this) {
            case WORKERS -> "ms=" + hold
                    + (arm.timeoutSeconds() == null ? "" : "&timeoutMs=" + millis(arm.timeoutSeconds()));
            case DATABASE -> {
                long connection = millis(arm.holdSeconds() * arm.further().share());
                yield "ms=" + (hold - connection) + "&connectionMs=" + connection;
            }
            case FAN_OUT -> "lookupMs=0&deadlineMs=600000&calls="
                    + arm.further().calls() + "&ms=" + hold;
            case BACKGROUND -> "ms=" + hold + "&backgroundMs="
                    + millis(arm.further().backgroundSeconds());
            default -> "ms=" + hold;
        };
    }

    /** The query of a request that takes next to no time. It uses the same code. */
    String shortQuery() {
        return switch (this) {
            case DATABASE -> "ms=0&connectionMs=1";
            case FAN_OUT -> "lookupMs=0&calls=3&ms=1";
            default -> "ms=1";
        };
    }

    static long millis(double seconds) {
        return Math.round(seconds * MILLIS);
    }
}
