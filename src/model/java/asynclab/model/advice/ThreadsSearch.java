package asynclab.model.advice;

import static asynclab.model.advice.PublishedRun.percent;
import static asynclab.model.advice.PublishedRun.text;

import asynclab.model.Bounds;
import asynclab.model.Simulation;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation.FitOutcome;
import asynclab.model.advice.Explanation.FittingValues;
import java.util.List;

/** Explains published figures by a number of threads, from 1 to the number of users. Not thread-safe. */
final class ThreadsSearch {

    private final PublishedRun run;
    private final Workload workload;
    private final int users;
    private final FitSearch search;

    ThreadsSearch(PublishedRun run) {
        this.run = run;
        workload = run.workload();
        users = workload.users();
        search = new FitSearch(
                1,
                users,
                run.published(),
                threads -> run.fit(threads, workload, threads == users ? Simulation.UNLIMITED : threads));
    }

    Explanation explanation() {
        Fit best = search.best();
        String noThroughput = PublishedRun.noThroughput(best);
        if (noThroughput != null) return without(FitOutcome.NOTHING_FITS, best, noThroughput);
        if (run.isUnexplained(best))
            return without(
                    FitOutcome.NOTHING_FITS,
                    best,
                    text(
                            "Unexplained: no number of threads gives these figures. The nearest, %,d, has a mean deviation of %.0f %%. Something other than a thread pool limits the run.",
                            best.value(), percent(best.deviation())));
        double tolerance = run.tolerance(best);
        int to = search.edge(best, users, tolerance);
        if (to < users) return found(best, search.edge(best, 1, tolerance), to);
        if (Bounds.of(workload, Station.unlimited()).limiter() == Bounds.Limiter.ARRIVALS)
            return without(
                    FitOutcome.RAMP_LIMITED,
                    search.at(users),
                    text(
                            "Limited by the load plan's ramp: the figures say nothing about the server. The plan has %,d requests and a ramp of %.0f s. A server without any limit gives the same figures.",
                            (long) users * workload.loops(), workload.rampMillis() / 1_000.0));
        return atLeast(best, search.edge(best, 1, tolerance));
    }

    private Explanation without(FitOutcome outcome, Fit shown, String verdict) {
        return run.without(outcome, "threads", shown, verdict);
    }

    private Explanation atLeast(Fit best, int from) {
        return new Explanation(
                FitOutcome.AT_LEAST,
                "threads",
                new FittingValues(from, from, null, percent(best.deviation())),
                run.figures(best),
                List.of(),
                text(
                        "At least %,d threads or workers, or no limit at all. The number of users limits the run, so more threads do not change the figures. The mean deviation is %.1f %%.",
                        from, percent(best.deviation())));
    }

    private Explanation found(Fit best, int from, int to) {
        var figures = run.figures(best);
        String others = from == to ? "no other number fits" : text("%,d to %,d fit as well", from, to);
        return new Explanation(
                FitOutcome.FOUND,
                "threads",
                new FittingValues(best.value(), from, to, percent(best.deviation())),
                figures,
                List.of(),
                text("%,d threads or workers; %s.", best.value(), others)
                        + run.quality(best)
                        + PublishedRun.notInOrder(figures));
    }
}
