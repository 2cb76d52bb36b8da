package asynclab.queueing.advice;

import asynclab.queueing.Bounds;
import asynclab.queueing.Budget;
import asynclab.queueing.Draws;
import asynclab.queueing.Load;
import asynclab.queueing.OpenWorkload;
import asynclab.queueing.Prediction;
import asynclab.queueing.Stages;
import asynclab.queueing.Station;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The same load with the same draws, once with a thread kept for each request until it is answered and once without: is it
 * worth it? Immutable.
 *
 * @param threads how many request threads there are
 * @param workers the work handed over to a pool, or null if that was not asked for
 */
public record Comparison(Load load, int threads, Prediction blocking, Prediction async, Prediction workers) {

    private static final double PAYS = 1.05; // less than this is within what other causes do

    /** Of requests that need a thread for nothing but to wait on. */
    public static Comparison of(Load load, int threads, long seed, Budget budget) {
        return of(
                load,
                Stages.blocking(threads, 0, Station.unlimited()),
                Stages.async(threads, 0, Station.unlimited()),
                null,
                seed,
                budget);
    }

    /**
     * @param workers null if it is not asked for
     * @throws Budget.Exceeded when it would cost more than there is
     */
    public static Comparison of(Load load, Stages blocking, Stages async, Stages workers, long seed, Budget budget) {
        return new Comparison(
                load,
                blocking.first().threads(),
                predict(load, blocking, seed, budget),
                predict(load, async, seed, budget),
                workers == null ? null : predict(load, workers, seed, budget));
    }

    private static Prediction predict(Load load, Stages stages, long seed, Budget budget) {
        return Prediction.of(load, of -> Draws.of(load.hold(), of), seed, stages, budget);
    }

    /** One sentence a person can act on; others on clients who give up even so, and on the workers, if there are any. */
    public String verdict() {
        String verdict = worthIt();
        if (async.failed() > 0)
            verdict += text(
                    " Asynchronously, %,d of %,d requests exceed the client timeout.",
                    async.failed(), async.requests());
        if (workers != null)
            verdict += text(
                    " A worker pool gives %.1f req/s and a mean of %,.0f ms.%s",
                    workers.goodput(),
                    workers.meanMs(),
                    limiter(workers) == Bounds.Limiter.WORKERS
                            ? text(" Its size limits it to %.1f req/s.", served(workers))
                            : "");
        return verdict;
    }

    private String worthIt() {
        double slower = blocking.meanMs() / async.meanMs();
        boolean faster = isFaster();
        boolean answersMore = async.failed() == 0 || async.goodput() > PAYS * blocking.goodput();
        if (blocking.failed() > async.failed() && answersMore)
            return text(
                    "Asynchronous processing pays: with %,d blocking threads %,d of %,d requests exceed the client timeout, asynchronously %s.",
                    threads, blocking.failed(), blocking.requests(), async.failed() == 0 ? "none" : "fewer");
        if (load instanceof OpenWorkload open && limiter(blocking) != Bounds.Limiter.ARRIVALS) return growing(open);
        if (faster)
            return text(
                    "Asynchronous processing pays: %.2f times the throughput (%.1f instead of %.1f req/s) and a mean of %,.0f instead of %,.0f ms. %,d blocking threads can serve at most %.1f req/s.",
                    async.throughput() / blocking.throughput(),
                    async.throughput(),
                    blocking.throughput(),
                    async.meanMs(),
                    blocking.meanMs(),
                    threads,
                    blocking.bounds().threads());
        if (slower > PAYS)
            return text(
                    "Asynchronous processing does not raise the throughput, but the mean is %,.0f instead of %,.0f ms. At times more requests are in flight than the %,d threads can hold.",
                    async.meanMs(), blocking.meanMs(), threads);
        return switch (limiter(async)) {
            case THREADS, WORKERS, BACKEND -> text(
                    "Asynchronous processing changes nothing for this workload: %.1f instead of %.1f req/s, because %s.%s",
                    async.goodput(),
                    blocking.goodput(),
                    most(),
                    limiter(async) == Bounds.Limiter.THREADS || blocking.maxInFlight() < threads
                            ? ""
                            : text(
                                    " But blocking requests hold all %,d threads, so requests for other URLs find none.",
                                    threads));
            case ARRIVALS, USERS -> text(
                    "Asynchronous processing changes nothing for this workload: %.1f instead of %.1f req/s, because it is limited by %s. At most %,d requests are in flight, and there are %,d threads.",
                    async.throughput(),
                    blocking.throughput(),
                    load instanceof OpenWorkload
                            ? "the arrival rate"
                            : limiter(async) == Bounds.Limiter.USERS ? "the number of users" : "the load plan's ramp",
                    async.maxInFlight(),
                    threads);
        };
    }

    /** With the draws of every seed, the same for both: a long hold time is one in either, so it is no luck of one of them. */
    private boolean isFaster() {
        int seeds = Math.min(async.throughputs().size(), blocking.throughputs().size());
        return IntStream.range(0, seeds)
                .allMatch(i -> async.throughputs().get(i)
                        > PAYS * blocking.throughputs().get(i));
    }

    /** More requests arrive than blocking can serve: there is no steady state, figures depend on how long it lasts. */
    private String growing(OpenWorkload open) {
        if (limiter(async) != Bounds.Limiter.ARRIVALS)
            return text(
                    "Asynchronous processing is not enough: %.1f req/s arrive, but %s, so the queue grows as long as requests arrive. Asynchronous serves %.1f req/s, blocking %.1f req/s.",
                    open.requestsPerSecond(), most(), served(async), served(blocking));
        return text(
                "Asynchronous processing pays: %.1f req/s arrive, but %,d blocking threads can serve at most %.1f req/s, so the queue grows as long as requests arrive. After %,.0f s a blocking response takes %,.0f ms. Asynchronously the maximum is %,.0f ms.",
                open.requestsPerSecond(),
                threads,
                served(blocking),
                open.durationMillis() / 1_000.0,
                blocking.maxMs(),
                async.maxMs());
    }

    /** What limits the server without a thread kept for each request, in words. */
    private String most() {
        return text(
                limiter(async) == Bounds.Limiter.THREADS
                        ? "the threads can process at most %.1f req/s"
                        : "the backend serves at most %.1f req/s",
                served(async));
    }

    private static Bounds.Limiter limiter(Prediction prediction) {
        return prediction.bounds().limiter();
    }

    private static double served(Prediction prediction) {
        return Math.min(prediction.bounds().threads(), prediction.bounds().second());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
