package asynclab.model.advice;

import static asynclab.model.advice.PublishedRun.percent;
import static asynclab.model.advice.PublishedRun.text;

import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation.FitOutcome;
import asynclab.model.advice.Explanation.FittingValues;
import java.util.List;

/**
 * Explains published figures by a processor time of each request, for a given number of shared processors. By the utilisation law a
 * request computes at most processors ÷ throughput. So the search ends a little above this time, or above a published response time that is shorter. Not thread-safe.
 */
final class ProcessingSearch {

    private static final int STEPS = 400;
    private static final double ABOVE = 1.2; // of the utilisation law's time: a run has a ramp, and drains
    private static final double LONGEST_MILLIS = 60_000;

    private final PublishedRun run;
    private final Station threads;
    private final int processors;
    private final int microsPerStep;
    private final int fewest;
    private final FitSearch search;

    ProcessingSearch(PublishedRun run, Station threads, int processors) {
        this.run = run;
        this.threads = threads;
        this.processors = processors;
        microsPerStep = (int) Math.max(1, Math.round(1_000 * longestMillis() / STEPS));
        // A workload with a duration, no work and no think time would send requests without end.
        fewest = run.workload().loops() == Workload.UNLIMITED ? 1 : 0;
        search = new FitSearch(fewest, STEPS, run.published(), steps -> run.fit(steps, run.workload(), stages(steps)));
    }

    /** No response is faster than its processor time. */
    private double longestMillis() {
        Double throughput = run.published().throughput();
        double byLaw = throughput == null ? LONGEST_MILLIS : processors * 1_000 / throughput;
        return Math.min(LONGEST_MILLIS, ABOVE * Math.min(byLaw, run.published().shortestMillis()));
    }

    private Stages stages(int steps) {
        return ServerSizes.of(threads, steps * microsPerStep / 1_000.0, Station.unlimited())
                .blocking()
                .onProcessors(steps == 0 ? Simulation.UNLIMITED : processors);
    }

    Explanation explanation() {
        Fit best = search.best();
        String noThroughput = PublishedRun.noThroughput(best);
        if (noThroughput != null) return nothingFits(best, noThroughput);
        if (run.isUnexplained(best))
            return nothingFits(
                    best,
                    text(
                            "Unexplained: no processor time on %,d %s gives these figures. The nearest has a mean deviation of %.0f %%.",
                            processors, inWords(), percent(best.deviation())));
        double tolerance = run.tolerance(best);
        int from = search.edge(best, fewest, tolerance);
        int to = search.edge(best, STEPS, tolerance);
        if (from == fewest)
            return nothingFits(
                    best,
                    text(
                            "The processors do not explain the figures: requests that take no processor time, or up to %s ms, fit as well.%s",
                            millis(to), run.isWithinTolerance(best) ? "" : run.deviation(best) + "."));
        return found(best, from, to);
    }

    private Explanation nothingFits(Fit best, String verdict) {
        return run.without(FitOutcome.NOTHING_FITS, "processingMicros", best, verdict);
    }

    private Explanation found(Fit best, int from, int to) {
        var figures = run.figures(best);
        return new Explanation(
                FitOutcome.FOUND,
                "processingMicros",
                new FittingValues(
                        best.value() * microsPerStep,
                        from * microsPerStep,
                        to * microsPerStep,
                        percent(best.deviation())),
                figures,
                List.of(),
                text(
                                "%s ms of processor time for each request, on %,d shared %s. %s to %s ms fit as well.",
                                millis(best.value()), processors, inWords(), millis(from), millis(to))
                        + run.quality(best, "connection set-up or start-up")
                        + PublishedRun.notInOrder(figures));
    }

    private String inWords() {
        return processors == 1 ? "processor" : "processors";
    }

    private String millis(int steps) {
        return text("%,.2f", steps * microsPerStep / 1_000.0);
    }
}
