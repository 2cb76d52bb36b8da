package asynclab.model.advice;

import static asynclab.model.advice.InWords.count;
import static asynclab.model.advice.InWords.millis;
import static asynclab.model.advice.InWords.rate;
import static asynclab.model.advice.PublishedRun.text;

import asynclab.model.Bounds;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Latencies;
import asynclab.model.Load;
import asynclab.model.OpenWorkload;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Predicts the same load with each threading model, with common random numbers: each request keeps its thread until it is answered,
 * or it waits without a thread, or it has a virtual thread. It says whether asynchronous processing pays. Immutable.
 *
 * @param server the sizes of the server
 * @param virtual the prediction with virtual threads; the same as that of async if processing needs no request thread
 * @param workers the prediction if a worker pool does the work, or null if none was asked for
 */
public record BlockingVersusAsync(
        Load load, ServerSizes server, Prediction blocking, Prediction async, Prediction virtual, Prediction workers) {

    private static final double PAYS = 1.05; // a smaller gain may have other causes
    private static final double VARIES = 1.25;
    private static final int FEW = 100; // of fewer requests the p99 is the maximum
    private static final double FAR = 1.1;
    private static final double SETTLED = 0.1; // of a run, which a hold time may take

    /**
     * @param workers a worker pool, or null for none
     * @throws Budget.Exceeded if the simulations exceed the budget
     */
    public static BlockingVersusAsync of(Load load, ServerSizes server, Station workers, long seed, Budget budget) {
        Prediction async = predict(load, server.async(), seed, budget);
        return new BlockingVersusAsync(
                load,
                server,
                predict(load, server.blocking(), seed, budget),
                async,
                server.virtual().equals(server.async()) ? async : predict(load, server.virtual(), seed, budget),
                workers == null ? null : predict(load, server.workers(workers), seed, budget));
    }

    private static Prediction predict(Load load, Stages stages, long seed, Budget budget) {
        return Prediction.of(load, of -> Draws.of(load.hold(), of), seed, stages, budget);
    }

    /** The number of request threads. */
    public int threads() {
        return server.threads().threads();
    }

    /** The stations of one of the predictions, the one that binds first in front. */
    public List<StationLimit> limits(Stages stages, Prediction prediction) {
        return StationLimit.of(stages, load.hold().meanMillis(), prediction.occupancy());
    }

    /** A sentence about virtual threads; empty if they give the figures of asynchronous processing. */
    public String virtualInWords() {
        return virtual == async || !hasThroughput(virtual) ? "" : text(" Virtual threads give %s.", given(virtual));
    }

    /** What binds first and what binds next, for each threading model. Models with the same limits share a sentence. */
    public String limitsInWords() {
        String blockings = StationLimit.inWords(limits(server.blocking(), blocking));
        String asyncs = StationLimit.inWords(limits(server.async(), async));
        String virtuals = StationLimit.inWords(limits(server.virtual(), virtual));
        boolean shared = asyncs.equals(virtuals);
        if (shared && asyncs.equals(blockings)) return "Each threading model: " + asyncs + ".";
        String words = "Blocking: " + blockings + ". ";
        return words
                + (shared
                        ? "Asynchronous and virtual threads: " + asyncs + "."
                        : "Asynchronous: " + asyncs + ". Virtual threads: " + virtuals + ".");
    }

    /** A few sentences for a person: the gain, the remaining client timeouts, and the figures of the worker pool. */
    public String verdict() {
        if (!hasThroughput(blocking) || !hasThroughput(async) || workers != null && !hasThroughput(workers))
            return "No verdict: in the model's run no request takes any time, so there is no throughput to compare. Give a hold time of 1 ms or more, or a processing time.";
        String verdict = doesItPay();
        if (async.failed() > 0 && !failsWithoutConnection())
            verdict += text(
                    " Asynchronously, %,d of %,d requests exceed the client timeout.",
                    async.failed(), async.requests());
        if (workers != null)
            verdict += text(
                    " A worker pool gives %s.%s",
                    given(workers),
                    limiter(workers) == Bounds.Limiter.WORKERS
                            ? text(" Its size limits it to %s req/s.", rate(serverLimit(workers)))
                            : "");
        return verdict;
    }

    /** The answered requests per second with their mean. */
    private static String given(Prediction prediction) {
        Double mean = prediction.latencies().goodMeanMs();
        return text("%s req/s", rate(prediction.goodput()))
                + (mean == null ? "" : text(" and a mean of %s ms", millis(mean)))
                + (prediction.failed() == 0 ? "" : ", without those that fail");
    }

    /** What the times of a table are of if requests fail, how far figures differ over seeds, and whether they are of few requests; or empty. */
    public String timesInWords() {
        var models = new LinkedHashMap<String, Prediction>();
        models.put("blocking", blocking);
        models.put("asynchronous", async);
        if (virtual != async) models.put("virtual threads", virtual);
        if (workers != null) models.put("worker pool", workers);
        var failing = new ArrayList<String>();
        var varying = new ArrayList<String>();
        var rates = new ArrayList<String>();
        models.forEach((name, prediction) -> {
            Double mean = prediction.latencies().goodMeanMs();
            if (prediction.failed() > 0 && mean != null) failing.add(text("%s %s ms", name, millis(mean)));
            Double low =
                    Latencies.extreme(prediction.times().ofOtherSeeds(), false).p99Ms();
            Double high =
                    Latencies.extreme(prediction.times().ofOtherSeeds(), true).p99Ms();
            if (low != null && high != null && high > VARIES * low)
                varying.add(text("%s %s to %s ms", name, millis(low), millis(high)));
            if (Double.isFinite(prediction.throughputHigh())
                    && prediction.throughputHigh() > VARIES * prediction.throughputLow())
                rates.add(
                        text("%s %s to %s", name, rate(prediction.throughputLow()), rate(prediction.throughputHigh())));
        });
        String failed = failing.isEmpty()
                ? ""
                : "The times are those of all requests, also of those that fail. The mean of those that succeed: "
                        + String.join(", ", failing) + ". ";
        String seeds = varying.isEmpty() ? "" : "Over other seeds the p99 is: " + String.join(", ", varying) + ". ";
        if (!rates.isEmpty()) seeds += "Over other seeds the throughput (req/s) is: " + String.join(", ", rates) + ". ";
        return (failed + seeds + burstInWords() + fewInWords()).strip();
    }

    private String burstInWords() {
        double users = async.bounds().users();
        return Double.isFinite(async.throughput()) && async.throughput() > FAR * users
                ? text("The run is a burst. In a longer run these users send at most %s req/s. ", rate(users))
                : "";
    }

    private String fewInWords() {
        if (async.requests() >= FEW) return "";
        return text(
                "The run has only %s, so the p99 is the maximum%s.",
                count(async.requests(), "request"),
                load instanceof OpenWorkload
                        ? ", and the throughput may be far from the arrival rate. Give a longer duration"
                        : "");
    }

    private static boolean hasThroughput(Prediction prediction) {
        return Double.isFinite(prediction.throughput());
    }

    private boolean failsWithoutConnection() {
        return server.second().mostWaitMillis() > 0 && blocking.failed() + async.failed() > 0;
    }

    private String withFailures() {
        boolean more = async.goodput() > PAYS * blocking.goodput();
        boolean less = blocking.goodput() > PAYS * async.goodput() || async.failed() > blocking.failed();
        return text(
                "Asynchronous processing %s: %s instead of %s req/s are answered, and %,d of %,d instead of %,d of %,d requests fail. A request fails if it waits longer than %,d ms for a connection%s.",
                more ? "pays" : less ? "does not pay" : "changes little",
                rate(async.goodput()),
                rate(blocking.goodput()),
                async.failed(),
                async.requests(),
                blocking.failed(),
                blocking.requests(),
                server.second().mostWaitMillis(),
                hasClientTimeout() ? ", or exceeds the client timeout" : "");
    }

    private boolean hasClientTimeout() {
        return load instanceof OpenWorkload open
                ? open.timeoutMillis() != Workload.UNLIMITED
                : load instanceof Workload closed && closed.timeoutMillis() != Workload.UNLIMITED;
    }

    private String doesItPay() {
        if (failsWithoutConnection()) return withFailures();
        if (async.failed() > 0 && async.goodput() == 0 && blocking.goodput() == 0)
            return "Asynchronous processing changes nothing for this workload: no request is answered before its client timeout, blocking or asynchronously.";
        boolean answersMore = async.failed() == 0 || async.goodput() > PAYS * blocking.goodput();
        if (blocking.failed() > async.failed() && answersMore)
            return text(
                    "Asynchronous processing pays: with %s %,d of %,d requests exceed the client timeout, asynchronously %s.",
                    blockingThreads(), blocking.failed(), blocking.requests(), async.failed() == 0 ? "none" : "fewer");
        if (load instanceof OpenWorkload open && limiter(blocking) != Bounds.Limiter.ARRIVALS) return queueGrows(open);
        boolean more = async.goodput() > PAYS * blocking.goodput();
        if (async.failed() > 0 && (more || blocking.goodput() > PAYS * async.goodput()))
            return text(
                    "Asynchronous processing %s: %s instead of %s req/s are answered before the client timeout.",
                    more ? "pays" : "does not pay", rate(async.goodput()), rate(blocking.goodput()));
        boolean isSlow =
                blocking.latencies().meanMs() > PAYS * async.latencies().meanMs();
        if (isFaster() && async.failed() == 0) return isSlow ? isFasterInWords() : endsSoonerInWords();
        if (isSlow)
            return text(
                    "Asynchronous processing does not raise the throughput, but the mean is %s instead of %s ms. At times more requests are in flight than the %s can hold.",
                    millis(async.latencies().meanMs()),
                    millis(blocking.latencies().meanMs()),
                    count(threads(), "thread"));
        return changesNothing();
    }

    private String isFasterInWords() {
        return text(
                "Asynchronous processing pays: %.2f times the throughput (%s instead of %s req/s) and a mean of %s instead of %s ms. %s can serve at most %s req/s.",
                async.throughput() / blocking.throughput(),
                rate(async.throughput()),
                rate(blocking.throughput()),
                millis(async.latencies().meanMs()),
                millis(blocking.latencies().meanMs()),
                blockingThreads(),
                rate(blocking.bounds().threads()));
    }

    /** By Little's law a higher throughput of the same users comes with a shorter mean. If not, it is that of the run's end. */
    private String endsSoonerInWords() {
        return text(
                "Asynchronous processing changes little: the mean is %s instead of %s ms. The run takes %s instead of %s ms, because a few requests wait for a thread and it ends with the last of them.",
                millis(async.latencies().meanMs()),
                millis(blocking.latencies().meanMs()),
                millis(async.durationMs()),
                millis(blocking.durationMs()));
    }

    private String blockingThreads() {
        return count(threads(), "blocking thread");
    }

    private String changesNothing() {
        return switch (limiter(async)) {
            case LIMIT, THREADS, WORKERS, CONNECTIONS, BACKEND, PROCESSORS -> text(
                    "Asynchronous processing changes nothing for this workload: %s instead of %s req/s, because %s.%s",
                    rate(async.goodput()),
                    rate(blocking.goodput()),
                    asyncLimit(),
                    limiter(async) == Bounds.Limiter.THREADS || mostThreadsHeld() < threads()
                            ? ""
                            : text(
                                    " But blocking requests hold %s, so requests for other URLs find none.",
                                    threads() == 1 ? "the only thread" : text("all %,d threads", threads())));
            case ARRIVALS, USERS -> text(
                    "Asynchronous processing changes nothing for this workload: %s instead of %s req/s, because it is limited by %s.%s",
                    rate(async.goodput()),
                    rate(blocking.goodput()),
                    load instanceof OpenWorkload
                            ? "the arrival rate"
                            : limiter(async) == Bounds.Limiter.USERS ? "the number of users" : "the load plan's ramp",
                    drainInWords() + inFlightInWords());
        };
    }

    /** Why the throughput of an open workload's run is far below its rate; or empty. */
    private String drainInWords() {
        if (!(load instanceof OpenWorkload open) || async.durationMs() < FAR * open.durationMillis()) return "";
        return text(
                " %s req/s arrive for %,.0f s, and the last response comes after %,.0f s.",
                rate(open.requestsPerSecond()), open.durationMillis() / 1_000.0, async.durationMs() / 1_000);
    }

    private String inFlightInWords() {
        String are = async.maxInFlight() == 1 ? "is" : "are";
        return async.maxInFlight() > threads()
                ? text(
                        " At times %,d requests are in flight. That is more than the %s, but the mean response time is nearly the same.",
                        async.maxInFlight(), count(threads(), "thread"))
                : text(
                        " At most %s %s in flight, and there %s %s.",
                        count(async.maxInFlight(), "request"),
                        are,
                        threads() == 1 ? "is" : "are",
                        count(threads(), "thread"));
    }

    /** The most threads that blocking requests hold at once: a concurrency limit is in front of the threads. */
    private int mostThreadsHeld() {
        return Math.min(blocking.maxInFlight(), server.limit().threads());
    }

    /** Whether it is faster for every seed. Each pair of runs has common random numbers, so a long hold time is in both. */
    private boolean isFaster() {
        int seeds = Math.min(async.throughputs().size(), blocking.throughputs().size());
        return IntStream.range(0, seeds)
                .allMatch(i -> async.throughputs().get(i)
                        > PAYS * blocking.throughputs().get(i));
    }

    /** More requests arrive than blocking can serve. There is no steady state, so the figures depend on the duration. */
    private String queueGrows(OpenWorkload open) {
        if (limiter(async) != Bounds.Limiter.ARRIVALS)
            return text(
                    "Asynchronous processing is not enough: %s req/s arrive, but %s, so the queue grows as long as requests arrive. Asynchronous serves %s req/s, blocking %s req/s.",
                    rate(open.requestsPerSecond()), asyncLimit(), rate(served(async)), rate(served(blocking)));
        String pays = text(
                "Asynchronous processing pays: %s req/s arrive, but %s %s, so the queue grows as long as requests arrive.",
                rate(open.requestsPerSecond()),
                blockingThreads(),
                isBelowArrivals(blocking)
                        ? text("can serve at most %s req/s", rate(serverLimit(blocking)))
                        : text("%s only %s req/s", threads() == 1 ? "serves" : "serve", rate(served(blocking))));
        double blockingMean = blocking.latencies().meanMs();
        double asyncMean = async.latencies().meanMs();
        return pays
                + text(
                        blockingMean > PAYS * asyncMean
                                ? " In this run of %,.0f s the mean response time is %s ms, and asynchronously %s ms."
                                : " This run of %,.0f s is too short to show it: the mean response times are %s and %s ms.",
                        open.durationMillis() / 1_000.0,
                        millis(blockingMean),
                        millis(asyncMean));
    }

    /** The limit of asynchronous processing as a clause of a sentence. */
    private String asyncLimit() {
        if (load instanceof OpenWorkload && limiter(async) != Bounds.Limiter.ARRIVALS && !isBelowArrivals(async))
            return text("the server serves only %s req/s", rate(served(async)));
        return text(
                switch (limiter(async)) {
                    case LIMIT -> "the concurrency limit lets at most %s req/s through";
                    case THREADS -> "the threads can process at most %s req/s";
                    case CONNECTIONS -> "the connections serve at most %s req/s";
                    case PROCESSORS -> "the processors can compute at most %s req/s";
                    default -> "the backend serves at most %s req/s";
                },
                rate(serverLimit(async)));
    }

    private boolean isBelowArrivals(Prediction prediction) {
        return serverLimit(prediction) <= load.arrivalsPerSecond();
    }

    /** What the server serves while the queue of an open workload grows. It may be below each single bound if requests hold two stations. */
    private double served(Prediction prediction) {
        double limit = serverLimit(prediction);
        if (!isBelowArrivals(prediction)) return prediction.servedPerSecond();
        boolean settled =
                load instanceof OpenWorkload open && load.hold().maxMillis() <= SETTLED * open.durationMillis();
        return settled && PAYS * prediction.servedPerSecond() < limit ? prediction.servedPerSecond() : limit;
    }

    private static Bounds.Limiter limiter(Prediction prediction) {
        return prediction.bounds().limiter();
    }

    /** The bound that the server sets, in requests per second. */
    private static double serverLimit(Prediction prediction) {
        return Prediction.capacity(prediction.bounds());
    }
}
