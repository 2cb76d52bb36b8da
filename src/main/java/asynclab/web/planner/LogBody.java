package asynclab.web.planner;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LogReader;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Reply;
import asynclab.model.Budget;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.traffic.Answer;
import asynclab.traffic.Limits;
import asynclab.traffic.Question;
import asynclab.traffic.Traffic;
import asynclab.web.planner.LogUploads.LogUpload;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one log while it arrives, and then has it computed. A client must send at least {@link #LEAST_BYTES} in every {@link
 * #WINDOW_MILLIS}: its place is one of a few, and others need it.
 *
 * <p>The container's threads read, one at a time. The scheduler's thread looks at the rate. A worker computes.
 */
final class LogBody implements ReadListener {

    private static final Logger LOG = LoggerFactory.getLogger(LogBody.class);

    static final long WINDOW_MILLIS = 5_000;
    static final long LEAST_BYTES = 5_000;
    private static final int CHUNK_BYTES = 8 * 1024;
    private static final int MOST_REQUESTS = 4_000_000; // 20 bytes each
    private static final int MOST_THREADS = 200_000;
    private static final int MOST_INSTANCES = 1_000;
    private static final long MOST_WAIT_MILLIS = 60_000;
    private static final long USUAL_TIMEOUT_MILLIS = 30_000; // of HikariCP
    private static final int SIMULATED_REQUESTS = 10_000;
    private static final long MOST_SIMULATED_REQUESTS = 200_000_000;
    private static final long MOST_SIMULATION_MILLIS = 60_000;
    static final int RETRY_SECONDS = 5;
    private static final long SECOND_MICROS = 1_000_000;

    private final AsyncExchange exchange;
    private final ServletInputStream in;
    private final LogUpload upload;
    private final Executor simulations;
    private final long maxBytes;
    private final String format; // null for none
    private final Traffic.Builder traffic = new Traffic.Builder();
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private volatile long bytes; // only a reading step writes it
    private volatile boolean allRead;
    private long bytesBefore; // at the beginning of the window
    private Question question; // null if a parameter is bad
    private LogReader reader; // null if a parameter is bad
    private Reply refusal; // null while the log can be read

    /** @param simulations runs one computation at a time; the others wait there */
    LogBody(
            AsyncExchange exchange,
            ServletInputStream in,
            Parameters query,
            LogUpload upload,
            Executor simulations,
            long maxBytes) {
        this.exchange = exchange;
        this.in = in;
        this.upload = upload;
        this.simulations = simulations;
        this.maxBytes = maxBytes;
        String asked = null;
        try {
            asked = query.text("format");
            question = question(query);
            reader = new LogReader(options(query), traffic::add);
        } catch (BadParameter bad) {
            refusal = Reply.badParameter(bad);
        } catch (RuntimeException | StackOverflowError wrong) {
            refusal = unreadable(wrong, asked);
        }
        format = asked;
    }

    private static LogOptions options(Parameters query) {
        try {
            return LogOptions.of(query.text("format"), query.text("unit"));
        } catch (UnreadableLog wrong) {
            throw new BadParameter("unit", query.text("unit"), "s, ms, us or ns");
        }
    }

    private static Question question(Parameters query) {
        Double traffic = query.positive("traffic", Question.MOST_TRAFFIC);
        Double share = query.positive("connectionShare", 1);
        if (share != null && !query.has("connections"))
            throw new BadParameter("connectionShare", query.text("connectionShare"), "absent without connections=");
        Double cpuPercent = query.positive("cpuPercent", 100);
        return new Question(
                (int) query.whole("threads", 1, MOST_THREADS, 200),
                (int) query.whole("instances", 1, MOST_INSTANCES, 1),
                traffic == null ? 2 : traffic,
                query.whole("timeoutMs", 1, LogServlet.MAX_TIMEOUT_MILLIS, 0),
                query.whole("maxWaitMs", 1, MOST_WAIT_MILLIS, Question.USUAL_MAX_WAIT_MILLIS),
                new Limits(
                        (int) query.whole("connections", 1, MOST_THREADS, 0),
                        query.whole("connectionTimeoutMs", 1, LogServlet.MAX_TIMEOUT_MILLIS, USUAL_TIMEOUT_MILLIS),
                        share == null ? Map.of() : Map.of(Limits.OTHERS, share),
                        (int) query.whole("cores", 1, MOST_THREADS, 0),
                        cpuPercent == null ? 0 : cpuPercent,
                        (int) query.whole("limit", 1, MOST_THREADS, 0)),
                1,
                SIMULATED_REQUESTS);
    }

    /** Begins to look at the rate. */
    void watchRate() {
        exchange.runAfter(WINDOW_MILLIS, () -> {
            long now = bytes;
            if (allRead) return; // its answer is being computed
            if (now - bytesBefore < LEAST_BYTES) {
                exchange.answer(LogBody::tooSlow);
                return;
            }
            bytesBefore = now;
            watchRate();
        });
    }

    @Override
    public void onDataAvailable() {
        exchange.step(this::read);
    }

    /** @return false, because the response is not written in steps */
    private boolean read() throws IOException {
        while (bytes <= maxBytes && mayHaveAnother() && in.isReady()) {
            int size = in.read(chunk);
            if (size < 0) break; // onAllDataRead follows
            if (refusal == null) accept(size);
            bytes += size;
        }
        if (bytes > maxBytes) exchange.answer(() -> tooLarge("over " + maxBytes + " bytes"));
        else if (traffic.size() > MOST_REQUESTS) exchange.answer(() -> tooLarge("over " + MOST_REQUESTS + " requests"));
        else if (!mayHaveAnother()) exchange.answer(LogBody::noMemory);
        return false;
    }

    private boolean mayHaveAnother() {
        return traffic.size() <= MOST_REQUESTS && upload.mayHave(traffic.size());
    }

    /** A log that cannot be read is dropped to its end. A client that is still sending would lose the refusal (seen on Jetty). */
    private void accept(int size) {
        try {
            reader.accept(chunk, 0, size);
        } catch (RuntimeException | StackOverflowError wrong) {
            refusal = unreadable(wrong, format);
        }
    }

    @Override
    public void onAllDataRead() {
        // In a step, because the last reading step may still run.
        exchange.step(() -> {
            allRead = true;
            if (refusal != null) exchange.answer(() -> refusal);
            else if (upload.keepForComputing()) compute();
            return false;
        });
    }

    private void compute() {
        try {
            simulations.execute(() -> {
                try {
                    exchange.answer(this::answer); // no work if the exchange has ended
                } finally {
                    upload.leave();
                }
            });
        } catch (RuntimeException | Error refused) {
            upload.leave();
            throw refused;
        }
    }

    private Reply answer() {
        LogRead read;
        try {
            read = reader.finish();
        } catch (RuntimeException | StackOverflowError wrong) {
            return unreadable(wrong, format);
        }
        if (read.requests() == 0)
            return Reply.json(400, Map.of("error", "No line of the log is a request. " + read.words()));
        try {
            return answer(read);
        } catch (Budget.Exceeded tooMuch) {
            return Reply.unavailable(RETRY_SECONDS, tooMuch.getMessage() + " Send a part of the log.");
        }
    }

    private Reply answer(LogRead read) {
        var budget = Budget.of(MOST_SIMULATED_REQUESTS, MOST_SIMULATION_MILLIS, Integer.MAX_VALUE);
        var page = new LinkedHashMap<String, Object>();
        page.put("read", read);
        page.put("badWords", read.badWords());
        page.put("remarks", read.remarks());
        Traffic logged = traffic.build(read.wholeSeconds() ? SECOND_MICROS : 0);
        page.put("answer", Answer.of(logged, question, budget, next -> {}).readWith(read.doubts()));
        return Reply.json(200, page);
    }

    @Override
    public void onError(Throwable thrown) {
        exchange.broken(thrown);
    }

    /** 400. What is thrown must not become a 500: it comes from the log or from the format, and both are the client's. */
    private static Reply unreadable(Throwable wrong, String format) {
        if (wrong instanceof UnreadableLog log) return Reply.json(400, Map.of("error", log.getMessage()));
        LOG.warn("A log could not be read", wrong);
        return format == null || format.isEmpty()
                ? Reply.json(400, Map.of("error", "The log cannot be read. Give its format in format=."))
                : Reply.badParameter(new BadParameter("format", format, "a format string that can read this log"));
    }

    /** The rest of the body stays unread, so the connection cannot be used again. */
    static Reply tooLarge(String why) {
        return Reply.json(
                        413,
                        Map.of("error", "The log is " + why + " long. Send a part of it, or use the lab: -Dlog=FILE"))
                .with("Connection", "close");
    }

    private static Reply tooSlow() {
        String why = String.format(
                Locale.ROOT,
                "The log must come at %,d bytes or more in %d s. Send it faster, or use the lab: -Dlog=FILE",
                LEAST_BYTES,
                WINDOW_MILLIS / 1_000);
        return Reply.json(408, Map.of("error", why)).with("Connection", "close");
    }

    private static Reply noMemory() {
        return Reply.unavailable(
                        RETRY_SECONDS, "Other large logs are being read. Retry in a few seconds, or send a part.")
                .with("Connection", "close");
    }
}
