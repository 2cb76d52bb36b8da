package asynclab.traffic;

import static asynclab.traffic.Verdict.text;

import asynclab.model.Bounds.Limiter;
import java.util.List;
import java.util.Locale;

/**
 * A threading model and how long requests wait in it. Where shares are unknown, there are two ends. Immutable.
 *
 * @param threads of each server; 0 if no request waits for one
 * @param permits of a concurrency limit; 0 for none
 * @param async the endpoints whose requests wait without a thread, by name; empty for none or for all
 * @param lasts the end that lasts shortest
 * @param longest the other end; the same if there is one
 * @param words how long it lasts, and what that rests on
 * @param waiting for each traffic of {@link Question#LOAD_FACTORS}, at the end that lasts shortest
 */
public record Variant(
        VariantKind kind,
        int threads,
        int permits,
        List<String> async,
        Lasts lasts,
        Lasts longest,
        String words,
        List<Waiting> waiting) {

    /** How requests are processed. */
    public enum VariantKind {
        BLOCKING("blocking"),
        BIGGER_POOL("bigger pool"),
        VIRTUAL("virtual threads"),
        ASYNC_MOST("async, some endpoints"),
        ASYNC_ALL("async, all endpoints"),
        VIRTUAL_LIMITED("virtual threads, limit");

        private final String label;

        VariantKind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** A short name for a table. */
    public String label() {
        return permits == 0 ? kind.label() : text("%s %,d", kind.label(), permits);
    }

    /**
     * How long one limit lasts if nothing else limits. Immutable.
     *
     * @param size such as the number of threads; of processors 0 if their number is unknown
     * @param lasts the end that lasts shortest
     * @param longest the other end
     */
    public record Alone(Limiter limiter, int size, Lasts lasts, Lasts longest) {

        /** Such as "20 connections". */
        public String label() {
            String one = limiter.name().toLowerCase(Locale.ROOT).replaceAll("s$", "");
            return switch (limiter) {
                case LIMIT -> text("a limit of %,d for virtual threads", size);
                default -> size == 0 ? one + "s" : text("%,d %s%s", size, one, size == 1 ? "" : "s");
            };
        }
    }
}
