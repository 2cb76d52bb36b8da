package asynclab.model.advice;

import static asynclab.model.advice.PublishedRun.percent;
import static asynclab.model.advice.PublishedRun.text;

import asynclab.model.Bounds;
import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation.FitOutcome;
import asynclab.model.advice.Explanation.FittingValues;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** Explains published figures by the size of a pool, from 1 to the number of users. Not thread-safe. */
final class PoolSearch {

    /**
     * The pool whose size is unknown.
     *
     * @param unknown the name of the size
     * @param servers what is in it, in words
     * @param server one of them, in words
     * @param stages a server whose pool has this size, or {@link Simulation#UNLIMITED}
     */
    record UnknownPool(String unknown, String servers, String server, IntFunction<Stages> stages) {
        String inWords(int size) {
            return text("%,d %s", size, size == 1 ? server : servers);
        }
    }

    private static final double NEARLY = 0.01;

    private final PublishedRun run;
    private final UnknownPool pool;
    private final Workload workload;
    private final int users;
    private final FitSearch search;

    PoolSearch(PublishedRun run, UnknownPool pool) {
        this.run = run;
        this.pool = pool;
        workload = run.workload();
        users = workload.users();
        search = new FitSearch(
                1,
                users,
                run.published(),
                size -> run.fit(size, workload, pool.stages.apply(size == users ? Simulation.UNLIMITED : size)));
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
                            "Unexplained: no number of %s gives these figures. The nearest, %,d, has a mean deviation of %,.0f %%. %s",
                            pool.unknown, best.value(), percent(best.deviation()), why(best)));
        double tolerance = run.tolerance(best);
        int to = search.edge(best, users, tolerance);
        if (to < users) return found(best, search.edge(best, 1, tolerance), to);
        Bounds.Limiter limiter =
                Bounds.of(workload, pool.stages.apply(Simulation.UNLIMITED)).limiter();
        int from = search.edge(best, 1, tolerance);
        if (limiter != Bounds.Limiter.ARRIVALS) return atLeast(best, from, limiter);
        return without(
                FitOutcome.RAMP_LIMITED,
                search.at(users),
                text(
                        "Limited by the load plan's ramp: the figures say nothing about the server%s. The plan has %,d requests and a ramp of %.0f s. %s",
                        from == 1 ? "" : ", except that it has at least " + pool.inWords(from),
                        (long) users * workload.loops(),
                        workload.rampMillis() / 1_000.0,
                        run.isWithinTolerance(best)
                                ? "A server without any limit gives the same figures."
                                : why(best) + run.deviation(best) + "."));
    }

    /** Why no size of the pool gives the figures. */
    private String why(Fit best) {
        String impossible = run.moreThanUsers();
        if (impossible != null) return impossible;
        Fit unlimited = search.at(users);
        return unlimited.deviation() <= best.deviation() + NEARLY && run.isFasterThan(unlimited)
                ? "Even a server without any limit is slower, so the run had more users, a shorter hold time or a shorter think time."
                : text("Something other than a %s pool limits the run.", pool.unknown.replaceFirst("s$", ""));
    }

    private Explanation without(FitOutcome outcome, Fit shown, String verdict) {
        return run.without(outcome, pool.unknown, shown, verdict);
    }

    private Explanation atLeast(Fit best, int from, Bounds.Limiter limiter) {
        return new Explanation(
                FitOutcome.AT_LEAST,
                pool.unknown,
                new FittingValues(from, from, null, percent(best.deviation())),
                run.figures(best),
                List.of(),
                text(
                        "At least %s, or no limit at all. The number of %s limits the run, so more %s do not change the figures.%s.%s",
                        pool.inWords(from),
                        limiter.name().toLowerCase(Locale.ROOT),
                        pool.unknown,
                        run.deviation(best),
                        run.isFasterThan(search.at(users)) ? " " + why(best) : ""));
    }

    private Explanation found(Fit best, int from, int to) {
        var figures = run.figures(best);
        String others = from == to ? "no other number fits" : text("%,d to %,d fit as well", from, to);
        return new Explanation(
                FitOutcome.FOUND,
                pool.unknown,
                new FittingValues(best.value(), from, to, percent(best.deviation())),
                figures,
                List.of(),
                text("%s; %s.", pool.inWords(best.value()), others)
                        + run.quality(best, PublishedRun.LEFT_OUT)
                        + PublishedRun.notInOrder(figures));
    }
}
