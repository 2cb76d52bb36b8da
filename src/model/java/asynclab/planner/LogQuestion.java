package asynclab.planner;

import static asynclab.planner.PlannerParameter.MOST_THREADS;
import static asynclab.planner.PlannerParameter.MOST_TIMEOUT_MILLIS;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LogReader;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.model.Budget;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.traffic.Answer;
import asynclab.traffic.Limits;
import asynclab.traffic.Question;
import asynclab.traffic.RecordedQuestion;
import asynclab.traffic.Traffic;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code log}: from an access log, whether asynchronous processing would pay for it. The log comes in pieces, and nothing of it is kept but
 * 20 bytes for each request.
 *
 * <p>Query: {@code threads=} (200) of each server, {@code instances=} (1) that wrote the log, {@code traffic=} (2), the multiple of
 * the log's traffic that must be held, {@code timeoutMs=} of the clients, {@code cpuPercent=} and {@code cores=} of a server,
 * {@code connections=} of its pool, {@code connectionShare=} of a duration, {@code connectionTimeoutMs=} (30000), {@code limit=} in front of
 * virtual threads, {@code maxWaitMs=} (100), the p99 of the waiting that still counts as lasting,
 * {@code format=} and {@code unit=}: {@link LogOptions}.
 *
 * <p>A log or a query that cannot be read is refused at the end, and the pieces are dropped until then: a client that is still sending
 * would lose an earlier refusal (seen on Jetty). One thread at a time.
 */
public final class LogQuestion {

    /** The most requests of a log. Each takes 20 bytes. */
    public static final int MOST_REQUESTS = 4_000_000;
    /** When a client may come back if others take what it needs. */
    public static final int RETRY_SECONDS = 5;

    private static final int MOST_INSTANCES = 1_000;
    private static final long MOST_WAIT_MILLIS = 60_000;
    private static final long USUAL_TIMEOUT_MILLIS = 30_000; // of HikariCP
    /** The budget of all simulations, for each request of the log that is simulated. */
    private static final long SIMULATED_TIMES = 20_000;

    private static final long MILLIS_OF_A_REQUEST = 6;
    private static final long SECOND_MICROS = 1_000_000;

    private final int simulated;
    private final Consumer<Throwable> unexpected;
    private final String format; // null for none
    private final String share; // for which a request holds a connection; null if it is not given
    private final Set<String> given; // of the parameters that our recorder's log may tell, too
    private final Traffic.Builder traffic = new Traffic.Builder();
    private Question question; // null if a parameter is bad
    private LogReader reader; // null if a parameter is bad
    private PlannerAnswer refusal; // null while the log can be read

    /**
     * A log that has not come yet.
     *
     * @param simulated how many requests of the log the model replays, which determines the time that the answer takes
     * @param unexpected is told what was thrown and is not known to be the client's mistake, for a log of errors
     */
    public LogQuestion(Parameters query, int simulated, Consumer<Throwable> unexpected) {
        this.simulated = simulated;
        this.unexpected = unexpected;
        given = Stream.of("threads", "connections", "cores", "cpuPercent")
                .filter(query::has)
                .collect(Collectors.toSet());
        String asked = null;
        try {
            asked = query.text("format");
            question = question(query, simulated);
            reader = new LogReader(options(query), traffic::add);
        } catch (BadParameter bad) {
            refusal = PlannerAnswer.refused(bad.parts());
        } catch (RuntimeException | StackOverflowError wrong) {
            refusal = unreadable(wrong, asked);
        }
        format = asked;
        share = refusal == null ? query.text("connectionShare") : null;
    }

    private static LogOptions options(Parameters query) {
        try {
            return LogOptions.of(query.text("format"), query.text("unit"));
        } catch (UnreadableLog wrong) {
            throw new BadParameter("unit", query.text("unit"), "s, ms, us or ns");
        }
    }

    private static Question question(Parameters query, int simulated) {
        Double traffic = query.positive("traffic", Question.MOST_TRAFFIC);
        Double share = query.has("connectionShare") ? (Double) query.decimal("connectionShare", 1) : null;
        Double cpuPercent = query.positive("cpuPercent", 100);
        return new Question(
                (int) query.whole("threads", 1, MOST_THREADS, 200),
                (int) query.whole("instances", 1, MOST_INSTANCES, 1),
                traffic == null ? 2 : traffic,
                query.whole("timeoutMs", 1, MOST_TIMEOUT_MILLIS, 0),
                query.whole("maxWaitMs", 1, MOST_WAIT_MILLIS, Question.USUAL_MAX_WAIT_MILLIS),
                new Limits(
                        (int) query.whole("connections", 1, MOST_THREADS, 0),
                        query.whole("connectionTimeoutMs", 1, MOST_TIMEOUT_MILLIS, USUAL_TIMEOUT_MILLIS),
                        share == null ? Map.of() : Map.of(Limits.OTHERS, share),
                        (int) query.whole("cores", 1, MOST_THREADS, 0),
                        cpuPercent == null ? 0 : cpuPercent,
                        (int) query.whole("limit", 1, MOST_THREADS, 0)),
                1,
                simulated);
    }

    /** Reads the next piece of the log. Drops it if the log or the query cannot be read. */
    public void accept(byte[] piece, int size) {
        if (refusal != null) return;
        try {
            reader.accept(piece, 0, size);
        } catch (RuntimeException | StackOverflowError wrong) {
            refusal = unreadable(wrong, format);
        }
    }

    /** The requests so far. */
    public long requests() {
        return traffic.size();
    }

    /** The refusal if the log or the query cannot be read, else null. */
    public PlannerAnswer refusal() {
        return refusal;
    }

    /** The answer from all pieces. Computes for up to 6 ms for each request that the model replays. */
    public PlannerAnswer answer() {
        if (refusal != null) return refusal;
        LogRead read;
        try {
            read = reader.finish();
        } catch (RuntimeException | StackOverflowError wrong) {
            return unreadable(wrong, format);
        }
        if (read.requests() == 0) return PlannerAnswer.refused(whyNothing(read));
        try {
            return PlannerAnswer.of(page(read));
        } catch (Budget.Exceeded tooMuch) {
            return PlannerAnswer.unavailable(RETRY_SECONDS, tooMuch.getMessage() + " Send a part of the log.");
        } catch (BadParameter bad) {
            return PlannerAnswer.refused(bad.parts());
        }
    }

    /** The requests may be lines that cannot be read, or be counted apart. */
    private static String whyNothing(LogRead read) {
        String nothing = "No request of the log is in the figures.";
        return Stream.concat(Stream.of(nothing, read.words(), read.badWords()), read.remarks().stream())
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private Map<String, Object> page(LogRead read) {
        var budget = Budget.of(SIMULATED_TIMES * simulated, MILLIS_OF_A_REQUEST * simulated, Integer.MAX_VALUE);
        var page = new LinkedHashMap<String, Object>();
        page.put("read", read);
        page.put("badWords", read.badWords());
        page.put("remarks", read.remarks());
        Traffic logged = traffic.build(read.wholeSeconds() ? SECOND_MICROS : 0);
        RecordedQuestion recorded = RecordedQuestion.of(question, given, read.recorder(), logged);
        if (share != null && recorded.question().limits().connections() == 0)
            throw new BadParameter("connectionShare", share, "absent without connections=");
        Answer answer = Answer.of(logged, recorded.question(), budget, next -> {})
                .doubting(recorded.doubts())
                .readFrom(read, traffic);
        page.put("answer", answer);
        return page;
    }

    /** 400. What is thrown must not become a 500: it comes from the log or from the format, and both are the client's. */
    private PlannerAnswer unreadable(Throwable wrong, String asked) {
        if (wrong instanceof UnreadableLog log) return PlannerAnswer.refused(log.getMessage());
        unexpected.accept(wrong);
        return asked == null || asked.isEmpty()
                ? PlannerAnswer.refused("The log cannot be read. Give its format in format=.")
                : PlannerAnswer.refused(
                        new BadParameter("format", asked, "a format string that can read this log").parts());
    }
}
