package asynclab.model.advice;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Searches the whole number at which the model fits best, and the interval round it that fits within a tolerance. Every figure
 * is monotone in the number: more threads raise the throughput and shorten the times; longer think times lower both. So each
 * figure crosses its published value once, and the best fit lies between the first and the last crossing. A search takes some
 * fifty evaluations, whatever the range. Not thread-safe.
 */
final class FitSearch {

    private static final int STEPS_BETWEEN_CROSSINGS = 8;
    private static final int FINER = 4;

    private final int low;
    private final int high;
    private final Published published;
    private final IntFunction<Fit> model;
    private final NavigableMap<Integer, Fit> tried = new TreeMap<>();

    FitSearch(int low, int high, Published published, IntFunction<Fit> model) {
        this.low = low;
        this.high = high;
        this.published = published;
        this.model = model;
    }

    /** The fit at a value. Each value is evaluated once. */
    Fit at(int value) {
        Fit known = tried.get(value);
        if (known == null) tried.put(value, known = model.apply(value));
        return known;
    }

    /** The best fit. Of equal fits it is the smallest value. */
    Fit best() {
        int first = high;
        int last = low;
        for (int figure : published.fitted()) {
            int crossing = crossing(figure);
            first = Math.min(first, crossing);
            last = Math.max(last, crossing);
        }
        int from = first;
        int to = last;
        for (int step = Math.max(1, (last - first) / STEPS_BETWEEN_CROSSINGS); ; step = Math.max(1, step / FINER)) {
            for (long value = from; value <= to; value += step) at((int) value);
            Fit best = bestTried();
            if (step == 1) return best;
            from = Math.max(low, best.value() - step);
            to = Math.min(high, best.value() + step);
        }
    }

    private Fit bestTried() {
        Fit best = tried.firstEntry().getValue();
        for (Fit fit : tried.values()) if (fit.deviation() < best.deviation()) best = fit;
        return best;
    }

    /** The last value before the figure crosses the published one. The value after it has been evaluated too. */
    private int crossing(int figure) {
        boolean atLow = isAbove(low, figure);
        if (isAbove(high, figure) == atLow) return at(low).deviation() < at(high).deviation() ? low : high;
        int before = low;
        int after = high;
        // The search for another figure has already evaluated some values.
        for (int value : tried.keySet()) {
            if (isAbove(value, figure) == atLow) before = Math.max(before, value);
            else after = Math.min(after, value);
        }
        while (after - before > 1) {
            int middle = (before + after) >>> 1;
            if (isAbove(middle, figure) == atLow) before = middle;
            else after = middle;
        }
        return before;
    }

    private boolean isAbove(int value, int figure) {
        return at(value).predicted()[figure] > published.values()[figure];
    }

    /** The value furthest from the best one, in the direction of {@code end}, at which the figures are within the tolerance. */
    int edge(Fit best, int end, double tolerance) {
        if (fits(end, tolerance)) return end;
        int inside = best.value();
        int outside = end;
        int direction = Integer.signum(end - inside);
        // Steps that double, because most intervals are narrow.
        for (long step = 1; step < Math.abs(end - best.value()); step *= 2) {
            int value = (int) (best.value() + direction * step);
            if (!fits(value, tolerance)) {
                outside = value;
                break;
            }
            inside = value;
        }
        while (Math.abs(outside - inside) > 1) {
            int middle = (inside + outside) >>> 1;
            if (fits(middle, tolerance)) inside = middle;
            else outside = middle;
        }
        return inside;
    }

    private boolean fits(int value, double tolerance) {
        return at(value).beyondSeedRange() <= tolerance + 1e-9;
    }
}
