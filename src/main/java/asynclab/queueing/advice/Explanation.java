package asynclab.queueing.advice;

import asynclab.delay.HoldTime;
import asynclab.queueing.Bounds;
import asynclab.queueing.Budget;
import asynclab.queueing.ClosedSimulation;
import asynclab.queueing.Draws;
import asynclab.queueing.Station;
import asynclab.queueing.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The inverse of a prediction: somebody published figures; which number of threads, or which pause between requests, makes the
 * model give them? One of the two is unknown, the other given. Nothing in the model is adjusted but the unknown.
 *
 * @param unknown "threads" (or workers: the figures cannot tell) or "thinkMs"
 * @param value the best fit, or null when there is no conclusion
 * @param from the smallest value that fits within the tolerance, or as well as the best if that fits worse; null as above
 * @param to the largest; null also when there is none: any more, or no limit, would give the same figures
 * @param deviationPercent of the fitted figures at the best fit, on average; null as {@code value}
 * @param figures each published figure beside the model's at the best fit
 * @param pauses for an unknown pause, how well ranges with the same mean fit; else empty
 * @param verdict one sentence
 */
public record Explanation(
        Outcome outcome,
        String unknown,
        Integer value,
        Integer from,
        Integer to,
        Double deviationPercent,
        List<Figure> figures,
        List<Pause> pauses,
        String verdict) {

    /** What can be concluded. */
    public enum Outcome {
        FOUND, // this value, and the others of the interval
        AT_LEAST, // this value or any larger one: something else limits the run
        RAMP_LIMITED, // nothing: the run is over as soon as its ramp allows
        NOTHING_FITS // nothing: no value gives such figures
    }

    /**
     * A published figure and the model's.
     *
     * @param fitted whether it took part in the search: percentiles and maximum do not if throughput or mean are there
     */
    public record Figure(String name, double published, double predicted, double deviationPercent, boolean fitted) {}

    /** Pauses drawn evenly from a range. */
    public record Pause(long minMs, long maxMs, double deviationPercent) {}

    public static final double USUAL_TOLERANCE_PERCENT = 3;

    /** A fit worse than this explains nothing; one burst in a few waves may be off by 12 % with its start-up (E4). */
    private static final double POOR_PERCENT = 15;

    private static final int REQUESTS_FOR_SEEDS = 40_000; // each value of a search is tried with one to five seeds
    private static final int MOST_SEEDS = 5;
    private static final double SPREAD = 1 / 3.0; // of the pauses tried: 1 to 2 s for 1.5 s; the mean is what matters
    private static final double[] SPREADS = {0, SPREAD, 2 / 3.0, 1};
    private static final int PAUSE_STEPS = 400;
    private static final long LONGEST_PAUSE_MILLIS = 60_000; // searched if no throughput bounds it

    /** Finds the number of threads from 1 to one for each user. */
    public static Explanation ofThreads(
            Workload workload, Published published, double tolerancePercent, Budget budget) {
        var search = new FitSearch(
                1,
                workload.users(),
                published,
                threads -> fit(threads, workload, published, station(workload, threads), budget));
        Fit best = search.best();
        var figures = figures(published, best);
        if (percent(best.beyondLuck()) > POOR_PERCENT)
            return new Explanation(
                    Outcome.NOTHING_FITS,
                    "threads",
                    null,
                    null,
                    null,
                    null,
                    figures,
                    List.of(),
                    text(
                            "Unexplained: no number of threads gives these figures. The nearest, %,d, has a mean deviation of %.0f %%. Something other than a thread pool limits the run.",
                            best.value(), percent(best.deviation())));
        double tolerance = Math.max(Math.log1p(tolerancePercent / 100), best.beyondLuck());
        int to = search.edge(best, workload.users(), tolerance);
        boolean unlimited = to == workload.users();
        if (unlimited && Bounds.of(workload, Station.unlimited()).limiter() == Bounds.Limiter.ARRIVALS)
            return new Explanation(
                    Outcome.RAMP_LIMITED,
                    "threads",
                    null,
                    null,
                    null,
                    null,
                    figures(published, search.at(workload.users())),
                    List.of(),
                    text(
                            "Limited by the load plan's ramp: the figures say nothing about the server. The plan has %,d requests and a ramp of %.0f s. A server without any limit gives the same figures.",
                            (long) workload.users() * workload.loops(), workload.rampMillis() / 1_000.0));
        int from = search.edge(best, 1, tolerance);
        return new Explanation(
                unlimited ? Outcome.AT_LEAST : Outcome.FOUND,
                "threads",
                unlimited ? Integer.valueOf(from) : Integer.valueOf(best.value()),
                from,
                unlimited ? null : to,
                percent(best.deviation()),
                figures,
                List.of(),
                unlimited
                        ? text(
                                "At least %,d threads or workers, or no limit at all. The number of users limits the run, so more threads do not change the figures. The mean deviation is %.1f %%.",
                                from, percent(best.deviation()))
                        : text("%s.", interval(best, from, to, "threads or workers"))
                                + quality(workload, published, best, tolerancePercent)
                                + notInOrder(figures));
    }

    /** Finds the mean pause between a response and the same user's next request; the workload's own is disregarded. */
    public static Explanation ofThink(
            Workload workload, int threads, Published published, double tolerancePercent, Budget budget) {
        double longest = published.throughput() == null
                ? LONGEST_PAUSE_MILLIS
                : workload.users() * 1_000.0 / published.throughput(); // N = X (R + Z)
        int unit = (int) Math.max(1, Math.round(Math.min(longest, HoldTime.MAX_MILLIS) / PAUSE_STEPS));
        IntFunction<Fit> model =
                steps -> fit(steps, workload.withThink(pause((long) steps * unit, SPREAD)), published, threads, budget);
        int shortest = workload.loops() == Workload.UNLIMITED ? 1 : 0; // no work and no pause would never end
        var search = new FitSearch(shortest, PAUSE_STEPS, published, model);
        Fit best = search.best();
        var figures = figures(published, best);
        double tolerance = Math.max(Math.log1p(tolerancePercent / 100), best.beyondLuck());
        int from = search.edge(best, shortest, tolerance);
        int to = search.edge(best, PAUSE_STEPS, tolerance);
        boolean any = from == shortest && to == PAUSE_STEPS;
        if (any || percent(best.beyondLuck()) > POOR_PERCENT)
            return new Explanation(
                    Outcome.NOTHING_FITS,
                    "thinkMs",
                    null,
                    null,
                    null,
                    null,
                    figures,
                    List.of(),
                    any
                            ? "No conclusion: the figures do not depend on the think time."
                            : text(
                                    "Unexplained: no think time gives these figures. The nearest has a mean deviation of %.0f %%.",
                                    percent(best.deviation())));
        long mean = (long) best.value() * unit;
        var pauses = new ArrayList<Pause>();
        for (double spread : SPREADS) {
            HoldTime.Uniform range = pause(mean, spread);
            Fit fit = fit(best.value(), workload.withThink(range), published, threads, budget);
            pauses.add(new Pause(range.minMillis(), range.maxMillis(), percent(fit.deviation())));
        }
        return new Explanation(
                Outcome.FOUND,
                "thinkMs",
                (int) mean,
                from * unit,
                to * unit,
                percent(best.deviation()),
                figures,
                List.copyOf(pauses),
                text(
                                "A mean think time of %,d ms. Means from %,d to %,d ms are within the tolerance. One example is a uniform think time from %,d to %,d ms.",
                                mean,
                                from * unit,
                                to * unit,
                                pauses.get(1).minMs(),
                                pauses.get(1).maxMs())
                        + quality(workload, published, best, tolerancePercent));
    }

    private static HoldTime.Uniform pause(long meanMillis, double spread) {
        return new HoldTime.Uniform(Math.round(meanMillis * (1 - spread)), Math.round(meanMillis * (1 + spread)));
    }

    private static int station(Workload workload, int threads) {
        return threads >= workload.users() ? ClosedSimulation.UNLIMITED : threads;
    }

    /** The same draws for every value, so that two values differ by nothing else. */
    private static Fit fit(int value, Workload workload, Published published, int threads, Budget budget) {
        int seeds = (int) Math.max(1, Math.min(MOST_SEEDS, REQUESTS_FOR_SEEDS / workload.mostRequests()));
        double[][] runs = new double[seeds][];
        for (int seed = 0; seed < seeds; seed++)
            runs[seed] = published.of(
                    ClosedSimulation.run(workload, Draws.of(workload.hold(), seed), threads, seed, budget));
        return Fit.of(value, published, runs);
    }

    private static List<Figure> figures(Published published, Fit fit) {
        var figures = new ArrayList<Figure>();
        for (int i = 0; i < published.values().length; i++)
            figures.add(new Figure(
                    published.names().get(i),
                    published.values()[i],
                    fit.predicted()[i],
                    100 * (fit.predicted()[i] / published.values()[i] - 1),
                    i < published.fitted().length));
        return List.copyOf(figures);
    }

    private static String interval(Fit best, int from, int to, String what) {
        return from == to
                ? text("%,d %s; no other number fits", best.value(), what)
                : text("%,d %s; %,d to %,d fit as well", best.value(), what, from, to);
    }

    private static String quality(Workload workload, Published published, Fit best, double tolerancePercent) {
        String off = text(" The mean deviation is %.1f %%", percent(best.deviation()));
        if (percent(best.beyondLuck()) <= tolerancePercent) return off + ".";
        off += text(", more than the tolerance of %.0f %%", tolerancePercent);
        if (published.throughput() == null || workload.loops() == Workload.UNLIMITED) return off + ".";
        double requests = workload.users() * (double) workload.loops();
        double longerMillis = 1_000 * (requests / published.throughput() - requests / best.predicted()[0]);
        return off
                + text(
                        ". The published run took %,.0f ms %s than the model's, which includes no connection set-up, start-up or processing.",
                        Math.abs(longerMillis), longerMillis > 0 ? "longer" : "shorter");
    }

    private static String notInOrder(List<Figure> figures) {
        String off = figures.stream()
                .filter(figure -> !figure.fitted() && Math.abs(figure.deviationPercent()) > POOR_PERCENT)
                .map(figure -> text("%s by %+.0f %%", figure.name(), figure.deviationPercent()))
                .collect(Collectors.joining(", "));
        return off.isEmpty()
                ? ""
                : " But the model deviates in " + off
                        + ". Either requests were not served in order of arrival, or something else of the same capacity limits the run.";
    }

    /** A logarithm of a ratio, in per cent. */
    private static double percent(double deviation) {
        return 100 * Math.expm1(deviation);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
