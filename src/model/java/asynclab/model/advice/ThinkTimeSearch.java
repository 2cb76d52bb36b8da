package asynclab.model.advice;

import static asynclab.model.advice.PublishedRun.percent;
import static asynclab.model.advice.PublishedRun.text;

import asynclab.delay.HoldTime;
import asynclab.model.Stages;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation.FitOutcome;
import asynclab.model.advice.Explanation.FittingValues;
import asynclab.model.advice.Explanation.ThinkRange;
import java.util.ArrayList;
import java.util.List;

/** Explains published figures by a mean think time, for a given number of threads. Not thread-safe. */
final class ThinkTimeSearch {

    private static final double SPREAD = 1 / 3.0; // 1 to 2 s for a mean of 1.5 s; the figures depend on the mean
    private static final double[] SPREADS = {0, SPREAD, 2 / 3.0, 1};
    private static final int STEPS = 400;
    private static final long LONGEST_MILLIS =
            60_000; // if neither a throughput nor a number of threads bounds the think time
    private static final int ABOVE = 2; // of the longest think time that keeps all threads busy

    private final PublishedRun run;
    private final Stages stages;
    private final int millisPerStep;
    private final int fewestSteps;
    private final FitSearch search;

    ThinkTimeSearch(PublishedRun run, Stages stages) {
        this.run = run;
        this.stages = stages;
        Workload workload = run.workload();
        millisPerStep = (int) Math.max(1, Math.round(Math.min(longestMillis(), HoldTime.MAX_MILLIS) / STEPS));
        // A workload with a duration, no work and no think time would send requests without end.
        fewestSteps = workload.loops() == Workload.UNLIMITED ? 1 : 0;
        search = new FitSearch(fewestSteps, STEPS, run.published(), steps -> fit(steps, SPREAD));
    }

    /** N = X (R + Z). Without a throughput, Z has an effect on R only while users queue: below N S ÷ T. */
    private double longestMillis() {
        Workload workload = run.workload();
        Double throughput = run.published().throughput();
        if (throughput != null) return workload.users() * 1_000.0 / throughput;
        return Math.min(
                LONGEST_MILLIS,
                ABOVE
                        * workload.users()
                        * workload.hold().meanMillis()
                        / stages.first().threads());
    }

    private Fit fit(int steps, double spread) {
        return run.fit(steps, run.workload().withThink(range(steps, spread)), stages);
    }

    private HoldTime.Uniform range(int steps, double spread) {
        long mean = (long) steps * millisPerStep;
        return new HoldTime.Uniform(Math.round(mean * (1 - spread)), Math.round(mean * (1 + spread)));
    }

    Explanation explanation() {
        Fit best = search.best();
        String noThroughput = PublishedRun.noThroughput(best);
        if (noThroughput != null) return nothingFits(best, noThroughput);
        if (run.isUnexplained(best))
            return nothingFits(
                    best,
                    text(
                            "Unexplained: no think time gives these figures. The nearest has a mean deviation of %,.0f %%.",
                            percent(best.deviation())));
        double tolerance = run.tolerance(best);
        int from = search.edge(best, fewestSteps, tolerance);
        int to = search.edge(best, STEPS, tolerance);
        if (from == fewestSteps && to == STEPS)
            return nothingFits(best, "No conclusion: the figures do not depend on the think time.");
        return found(best, from * millisPerStep, to * millisPerStep);
    }

    private Explanation nothingFits(Fit best, String verdict) {
        return run.without(FitOutcome.NOTHING_FITS, "thinkMs", best, verdict);
    }

    private Explanation found(Fit best, int fromMillis, int toMillis) {
        int mean = best.value() * millisPerStep;
        var ranges = new ArrayList<ThinkRange>();
        for (double spread : SPREADS) {
            HoldTime.Uniform range = range(best.value(), spread);
            double deviation = fit(best.value(), spread).deviation();
            ranges.add(new ThinkRange(range.minMillis(), range.maxMillis(), percent(deviation)));
        }
        ThinkRange example = ranges.get(1);
        return new Explanation(
                FitOutcome.FOUND,
                "thinkMs",
                new FittingValues(mean, fromMillis, toMillis, percent(best.deviation())),
                run.figures(best),
                List.copyOf(ranges),
                text(
                                "A mean think time of %,d ms. Means from %,d to %,d ms fit as well. One example is a uniform think time from %,d to %,d ms.",
                                mean, fromMillis, toMillis, example.minMs(), example.maxMs())
                        + run.quality(best, PublishedRun.LEFT_OUT));
    }
}
