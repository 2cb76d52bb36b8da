package asynclab.traffic;

import java.util.List;
import java.util.Locale;

/**
 * A threading model and how long requests wait in it. Immutable.
 *
 * @param threads of each server; 0 if no request waits for one
 * @param async the endpoints whose requests wait without a thread, by name; empty for none or for all
 * @param waiting for each traffic of {@link Question#LOAD_FACTORS}
 */
public record Variant(VariantKind kind, int threads, List<String> async, Limit lasts, List<Waiting> waiting) {

    /** How requests are processed. */
    public enum VariantKind {
        BLOCKING("blocking"),
        BIGGER_POOL("bigger pool"),
        VIRTUAL("virtual threads"),
        ASYNC_MOST("async, some endpoints"),
        ASYNC_ALL("async, all endpoints");

        private final String label;

        VariantKind(String label) {
            this.label = label;
        }

        /** A short name for a table. */
        public String label() {
            return label;
        }
    }

    /**
     * The largest traffic at which the p99 of the waiting is at most 100 ms, to 2 %.
     *
     * @param loadFactor a multiple of the log's traffic
     * @param orMore whether this is ten times the traffic, and more was not tried
     */
    public record Limit(double loadFactor, boolean orMore) {

        /** Such as "5.1 times". */
        public String words() {
            String format = orMore ? "more than %.0f times" : loadFactor < 1 ? "%.2f times" : "%.1f times";
            return String.format(Locale.ROOT, format, loadFactor);
        }
    }
}
