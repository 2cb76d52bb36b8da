package asynclab.queueing;

import java.util.Locale;

/** The same workload with the same draws, once with a thread for each request it holds and once without: is it worth it? */
public record Comparison(int threads, Prediction blocking, Prediction async) {

    private static final double PAYS = 1.05; // less than this is within what other causes do

    /** @throws Budget.Exceeded when it would cost more than there is */
    public static Comparison of(Workload workload, int threads, long seed, Budget budget) {
        return new Comparison(
                threads,
                Prediction.of(
                        workload, of -> Draws.of(workload.hold(), of), seed, Station.requestThreads(threads), budget),
                Prediction.of(workload, of -> Draws.of(workload.hold(), of), seed, Station.unlimited(), budget));
    }

    /** One sentence a person can act on. */
    public String verdict() {
        double slower = blocking.meanMs() / async.meanMs();
        boolean faster = async.throughputLow() > PAYS * blocking.throughputHigh();
        if (blocking.failed() > async.failed())
            return text(
                    "Asynchronous processing pays: with %,d threads the clients give up %,d of %,d requests, without a thread limit %,d.",
                    threads, blocking.failed(), blocking.requests(), async.failed());
        if (faster)
            return text(
                    "Asynchronous processing pays: %.2f times the throughput (%.1f instead of %.1f requests/s, where %,d threads can hold at most %.1f/s) and a mean of %,.0f instead of %,.0f ms.",
                    async.throughput() / blocking.throughput(),
                    async.throughput(),
                    blocking.throughput(),
                    threads,
                    blocking.bounds().threads(),
                    async.meanMs(),
                    blocking.meanMs());
        if (slower > PAYS)
            return text(
                    "Asynchronous processing brings no throughput, but a mean of %,.0f instead of %,.0f ms: now and then more than %,d requests are in flight.",
                    async.meanMs(), blocking.meanMs(), threads);
        return text(
                "Asynchronous processing changes nothing for this workload: %.1f instead of %.1f requests/s, because it is limited by its %s; %,d requests are in flight at most, and there are %,d threads.",
                async.throughput(),
                blocking.throughput(),
                async.bounds().limiter() == Bounds.Limiter.ARRIVALS ? "ramp" : "users",
                async.maxInFlight(),
                threads);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
