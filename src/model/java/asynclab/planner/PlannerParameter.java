package asynclab.planner;

import asynclab.delay.HoldTime;
import asynclab.delay.LogNormal;
import asynclab.discipline.Discipline;
import asynclab.model.advice.Explanation;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.List;
import java.util.stream.Stream;

/**
 * A parameter of {@code predict} or {@code explain}: the one declaration of its range, its default and its meaning. The questions read
 * it by this declaration, and the commands derive their options and help from it. {@link HoldTime#of} reads the hold time. Immutable.
 *
 * @param group the heading under which a help lists it
 * @param choices the values of a choice, the default in front; else empty
 * @param absent the default of a number; null for none, and then {@code otherwise} says what happens
 * @param otherwise what happens without the parameter, in words; empty if that needs none
 */
public record PlannerParameter(
        String group,
        String name,
        ValueKind kind,
        long min,
        long max,
        List<String> choices,
        Long absent,
        String otherwise,
        String meaning) {

    /** What a value is. */
    public enum ValueKind {
        WHOLE,
        DECIMAL, // from 0
        POSITIVE, // above 0
        CHOICE,
        TEXT
    }

    static final int MOST_REQUESTS = 200_000;
    static final int MOST_THREADS = 200_000;
    static final long MOST_TIMEOUT_MILLIS = 660_000;
    private static final int MOST_SECONDS = 3_600;
    private static final int MOST_RATE = 1_000_000;
    private static final long MOST_PUBLISHED_MILLIS = 100_000_000;
    private static final long MOST_MILLIS = HoldTime.MAX_MILLIS;

    static final String RESERVED_THREADS = "reserved-threads";
    static final String RESERVED_THREADS_12_0 = "reserved-threads-12.0";
    static final String SUBMISSION_QUEUES = "submission-queues";

    private static final String LOAD = "The load, of users (closed) or of requests that arrive at a rate (open)";
    private static final String HOLD = "The hold time of a request, in exactly one form";
    private static final String SERVER = "The server";
    private static final String QUEUE = "The queue";
    private static final String SIZING = "The threads that a rate needs";
    private static final String PUBLISHED = "The published figures, at least one of them";

    static final PlannerParameter USERS = whole(LOAD, "users", 1, MOST_REQUESTS, "users who wait for each response");
    static final PlannerParameter RAMP =
            whole(LOAD, "ramp", 0, MOST_SECONDS, "ramp-up of the users in s").or(0);
    static final PlannerParameter LOOPS =
            whole(LOAD, "loops", 1, MOST_REQUESTS, "requests of each user").or("1, or no limit with duration=");
    static final PlannerParameter DURATION =
            whole(LOAD, "duration", 1, MOST_SECONDS, "how long each user sends, or requests arrive, in s");
    static final PlannerParameter THINK_MIN = whole(
                    LOAD, "thinkMinMs", 0, MOST_MILLIS, "minimum of the think time in ms")
            .or(0);
    static final PlannerParameter THINK_MAX = whole(
                    LOAD, "thinkMaxMs", 0, MOST_MILLIS, "maximum of the think time in ms, exclusive")
            .or(0);
    static final PlannerParameter ARRIVAL_RATE = positive(LOAD, "arrivalRate", MOST_RATE, "requests per second");
    static final PlannerParameter ARRIVALS = choice(
            LOAD, "arrivals", List.of("poisson", "constant"), "how they arrive: at random or at equal intervals");
    static final PlannerParameter TIMEOUT = whole(LOAD, "timeoutMs", 1, MOST_TIMEOUT_MILLIS, "client timeout in ms")
            .or("clients wait for ever");
    static final PlannerParameter CLIENT = choice(
            LOAD, "client", PrintedThroughput.names(), "the load tool, to predict the throughput that it prints");
    static final PlannerParameter SEED = whole(LOAD, "seed", 0, Integer.MAX_VALUE, "seed of the random numbers")
            .or(1);

    private static final List<PlannerParameter> HOLD_TIMES = List.of(
            whole(HOLD, "ms", 0, MOST_MILLIS, "always the same, in ms"),
            whole(HOLD, "minMs", 0, MOST_MILLIS, "minimum of a uniform range in ms")
                    .or(0),
            whole(HOLD, "maxMs", 0, MOST_MILLIS, "maximum of a uniform range in ms, exclusive")
                    .or(0),
            text(HOLD, "mix", "fixed times as PERCENT:MS, such as 80:1000,20:4000"),
            positive(HOLD, "medianMs", MOST_MILLIS, "median of a lognormal time in ms, with sigma= or meanMs="),
            positive(HOLD, "sigma", (long) LogNormal.MOST_SIGMA, "standard deviation of its logarithm"),
            positive(
                    HOLD,
                    "meanMs",
                    HoldTime.Exponential.MOST_ASKED_MILLIS,
                    "mean of an exponential time in ms, or with medianMs= of a lognormal one"),
            text(HOLD, "percentiles", "measured percentiles as PERCENT:MS, such as 50:100,90:400,99:2000"));

    static final PlannerParameter THREADS =
            whole(SERVER, "threads", 1, MOST_THREADS, "usable request threads").or(100);
    static final PlannerParameter KNOWN_THREADS = whole(
                    SERVER, "threads", 1, MOST_THREADS, "request threads or workers, if find= is not threads")
            .or("no limit");
    static final PlannerParameter PROCESSING =
            decimal(SERVER, "processingMs", MOST_MILLIS, "processor time of a request before its hold time, in ms");
    static final PlannerParameter CORES = whole(
                    SERVER, "cores", 1, 1_024, "processors that all requests share while they are processed")
            .or("no limit");
    static final PlannerParameter CONNECTIONS = whole(SERVER, "connections", 1, MOST_THREADS, "connections of a pool")
            .or("none");
    static final PlannerParameter CONNECTION_SHARE = decimal(
                    SERVER, "connectionShare", 1, "share of the hold time for which a request holds a connection")
            .or("predicts both ends, 0 and 1");
    static final PlannerParameter KNOWN_CONNECTION_SHARE =
            CONNECTION_SHARE.or("connections are not tried as an explanation");
    static final PlannerParameter CONNECTION_TIMEOUT = whole(
                    SERVER, "connectionTimeoutMs", 1, MOST_TIMEOUT_MILLIS, "longest wait for a connection in ms")
            .or("no limit");
    static final PlannerParameter BACKEND = whole(
                    SERVER, "backend", 1, MOST_THREADS, "concurrency limit of the backend")
            .or("none");
    static final PlannerParameter LIMIT =
            whole(SERVER, "limit", 1, MOST_THREADS, "concurrency limit in front of the threads");
    static final PlannerParameter WORKERS = whole(
                    SERVER, "workers", 1, MOST_THREADS, "threads of a worker pool, predicted as well")
            .or("none");

    static final PlannerParameter DISCIPLINE = choice(
            QUEUE,
            "discipline",
            Stream.concat(
                            Stream.of("arrival-order", RESERVED_THREADS, RESERVED_THREADS_12_0, SUBMISSION_QUEUES),
                            Discipline.ids().stream())
                    .toList(),
            "the order in which threads or workers serve");
    static final PlannerParameter RESERVED = whole(
            QUEUE, "reserved", 1, MOST_THREADS - 1, "Jetty's reserved threads, with discipline=" + RESERVED_THREADS);

    static final PlannerParameter RATE = positive(SIZING, "rate", MOST_RATE, "requests per second")
            .or("the arrival rate, or that of users who never queue");
    static final PlannerParameter WAITING = whole(SIZING, "waitingMs", 0, MOST_MILLIS, "wait without a thread in ms")
            .or("the mean hold time");
    static final PlannerParameter RESUME = whole(
                    SIZING, "resumeMs", 0, MOST_MILLIS, "time on a thread to resume a request in ms")
            .or(1);

    static final PlannerParameter THROUGHPUT =
            positive(PUBLISHED, "throughput", MOST_RATE, "throughput in requests per second");
    static final PlannerParameter MEAN = positive(PUBLISHED, "mean", MOST_PUBLISHED_MILLIS, "mean response time in ms");
    static final PlannerParameter P50 = positive(PUBLISHED, "p50", MOST_PUBLISHED_MILLIS, "median in ms");
    static final PlannerParameter P99 = positive(PUBLISHED, "p99", MOST_PUBLISHED_MILLIS, "p99 in ms");
    static final PlannerParameter MAX = positive(PUBLISHED, "max", MOST_PUBLISHED_MILLIS, "maximum in ms");
    static final PlannerParameter TOLERANCE = positive(
                    PUBLISHED, "tolerance", 15, "deviation that still fits, in per cent")
            .or((long) Explanation.USUAL_TOLERANCE_PERCENT);
    static final PlannerParameter FIND = choice(
            PUBLISHED,
            "find",
            List.of("threads", "connections", "processing", "think"),
            "the unknown; processing is the processor time of a request, think the think time");

    /** Those of {@code predict}, in the order of a help. */
    public static List<PlannerParameter> ofPredict() {
        return Stream.of(
                        List.of(
                                USERS,
                                RAMP,
                                LOOPS,
                                DURATION,
                                THINK_MIN,
                                THINK_MAX,
                                ARRIVAL_RATE,
                                ARRIVALS,
                                TIMEOUT,
                                CLIENT,
                                SEED),
                        HOLD_TIMES,
                        List.of(THREADS, PROCESSING, CORES, CONNECTIONS, CONNECTION_SHARE, CONNECTION_TIMEOUT, BACKEND),
                        List.of(limitOrThatOfQueues(), WORKERS, DISCIPLINE, RESERVED),
                        ofQueues(LIMIT.name),
                        List.of(RATE, WAITING, RESUME))
                .flatMap(List::stream)
                .toList();
    }

    /** Those of {@code explain}, in the order of a help. */
    public static List<PlannerParameter> ofExplain() {
        return Stream.of(
                        List.of(THROUGHPUT, MEAN, P50, P99, MAX, FIND, TOLERANCE),
                        List.of(USERS, RAMP, LOOPS, DURATION, THINK_MIN, THINK_MAX, TIMEOUT),
                        HOLD_TIMES,
                        List.of(KNOWN_THREADS, CORES, KNOWN_CONNECTION_SHARE, DISCIPLINE, RESERVED),
                        ofQueues(""))
                .flatMap(List::stream)
                .toList();
    }

    /** Refuses what only the other question uses: it would be ignored. Unknown parameters are a client's own. */
    static void checkOwn(Parameters query, List<PlannerParameter> own, List<PlannerParameter> others) {
        for (PlannerParameter it : others)
            if (it.isIn(query) && own.stream().noneMatch(used -> used.name.equals(it.name)))
                throw it.superfluous(query, "left out, because this question does not use it");
    }

    /** The settings of the application's queues, but one that is listed already. */
    private static List<PlannerParameter> ofQueues(String listed) {
        return QueueParameter.all().stream()
                .filter(it -> !it.name().equals(listed))
                .map(it -> new PlannerParameter(
                        QUEUE,
                        it.name(),
                        ValueKind.WHOLE,
                        it.min(),
                        it.max(),
                        List.of(),
                        it.absent(),
                        it.absent() == null ? "that of timeoutMs=" : "",
                        it.title() + ", with discipline=" + String.join(" or ", it.users())))
                .toList();
    }

    private static PlannerParameter limitOrThatOfQueues() {
        QueueParameter queue = QueueParameter.all().stream()
                .filter(it -> it.name().equals(LIMIT.name))
                .findFirst()
                .orElseThrow();
        String meaning = String.format(
                "%s; with discipline=%s the requests that may wait, %d to %d",
                LIMIT.meaning, String.join(" or ", queue.users()), queue.min(), queue.max());
        return whole(SERVER, LIMIT.name, LIMIT.min, LIMIT.max, meaning).or("none, " + queue.absent() + " of a queue");
    }

    private static PlannerParameter whole(String group, String name, long min, long max, String meaning) {
        return new PlannerParameter(group, name, ValueKind.WHOLE, min, max, List.of(), null, "", meaning);
    }

    private static PlannerParameter decimal(String group, String name, long max, String meaning) {
        return new PlannerParameter(group, name, ValueKind.DECIMAL, 0, max, List.of(), 0L, "", meaning);
    }

    private static PlannerParameter positive(String group, String name, long max, String meaning) {
        return new PlannerParameter(group, name, ValueKind.POSITIVE, 0, max, List.of(), null, "", meaning);
    }

    private static PlannerParameter choice(String group, String name, List<String> choices, String meaning) {
        return new PlannerParameter(group, name, ValueKind.CHOICE, 0, 0, choices, null, choices.get(0), meaning);
    }

    private static PlannerParameter text(String group, String name, String meaning) {
        return new PlannerParameter(group, name, ValueKind.TEXT, 0, 0, List.of(), null, "", meaning);
    }

    private PlannerParameter or(long value) {
        return new PlannerParameter(group, name, kind, min, max, choices, value, "", meaning);
    }

    private PlannerParameter or(String what) {
        return new PlannerParameter(group, name, kind, min, max, choices, null, what, meaning);
    }

    /** What is allowed, in words; empty for a text. The sentence about a wrong value has the same words. */
    public String range() {
        return switch (kind) {
            case WHOLE, DECIMAL -> min + " to " + max;
            case POSITIVE -> "above 0 and at most " + max;
            case CHOICE -> oneOfChoices();
            case TEXT -> "";
        };
    }

    private String oneOfChoices() {
        return choices.size() == 2 ? String.join(" or ", choices) : "one of " + String.join(", ", choices);
    }

    boolean isIn(Parameters query) {
        return query.has(name);
    }

    /** The value of a whole number, or the default. */
    long whole(Parameters query) {
        return whole(query, absent);
    }

    /** The value of a whole number, or another default. */
    long whole(Parameters query, long other) {
        return query.whole(name, min, max, other);
    }

    /** The value of a decimal number, or 0. */
    double decimal(Parameters query) {
        return query.decimal(name, max);
    }

    /** The value of a number above 0, or null. */
    Double positive(Parameters query) {
        return query.positive(name, max);
    }

    /** The value of a choice, or the default. */
    String choice(Parameters query) {
        if (!isIn(query)) return choices.get(0);
        String chosen = query.text(name);
        if (choices.contains(chosen)) return chosen;
        throw new BadParameter(name, chosen, oneOfChoices());
    }

    /** The parameter is given, and must not be. */
    BadParameter superfluous(Parameters query, String unless) {
        return new BadParameter(name, query.text(name), unless);
    }

    /** The parameter is not given, and must be. */
    BadParameter missing(String range) {
        return new BadParameter(name, "", range);
    }
}
