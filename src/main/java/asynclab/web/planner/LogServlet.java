package asynclab.web.planner;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LogReader;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.BadParameter;
import asynclab.input.Parameters;
import asynclab.input.Settings;
import asynclab.queueing.Budget;
import asynclab.servlet.LedgerServlet;
import asynclab.traffic.Answer;
import asynclab.traffic.Question;
import asynclab.traffic.Traffic;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code POST /log}: answers, from an access log in the body, whether asynchronous processing would pay for it. The log is read
 * while it arrives, without a thread that waits, and nothing of it is stored. The simulations run on a request thread, as those of
 * {@link ModelServlet} do.
 *
 * <p>Query: {@code threads=} (200) of each server, {@code instances=} (1) that wrote the log, {@code traffic=} (2), the multiple of
 * the log's traffic that must be held, {@code timeoutMs=} of the clients, {@code cpuPercent=} and {@code cores=} of a server,
 * {@code format=} and {@code unit=}: {@link LogOptions}. One log at a time in a deployment; others get 503.
 *
 * <p><b>Try it.</b> {@code gzip -dc results/log/tomcat-9.log.gz | curl -T - -X POST 'localhost:8080/log?threads=50'}
 *
 * <p><b>What you will see.</b> JSON with the format that was recognised, the endpoints that hold most, and a verdict.
 */
public final class LogServlet extends LedgerServlet {

    private static final int CHUNK_BYTES = 8 * 1024;
    private static final int MOST_THREADS = 200_000;
    private static final int MOST_INSTANCES = 1_000;
    private static final int MOST_REQUESTS = 4_000_000; // 20 bytes each
    private static final int SIMULATED_REQUESTS = 10_000;
    private static final long DEADLINE_MILLIS = 300_000;
    private static final long MOST_SIMULATED_REQUESTS = 200_000_000;
    private static final long MOST_SIMULATION_MILLIS = 60_000;
    private static final int RETRY_SECONDS = 5;
    private static final long SECOND_MICROS = 1_000_000;

    private final Semaphore logs = new Semaphore(1);
    private long maxBytes;

    public LogServlet() {
        super("POST");
    }

    @Override
    public void init() {
        super.init();
        maxBytes = Settings.of(getServletContext()).whole("log-max-bytes", 1, 1_000_000_000);
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getContentLengthLong() > maxBytes) {
            end(exchange, request, response, Ending.ANSWERED, tooLarge("over " + maxBytes + " bytes"));
            return;
        }
        if (!logs.tryAcquire()) {
            Reply busy = Reply.unavailable(RETRY_SECONDS, "Another log is being read. Retry in a few seconds.");
            end(exchange, request, response, Ending.REJECTED, busy.with("Connection", "close"));
            return;
        }
        var released = new AtomicBoolean();
        Runnable release = () -> {
            if (released.compareAndSet(false, true)) logs.release();
        };
        try {
            ServletInputStream in = request.getInputStream();
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST); // a malformed chunked body ends without a reply
            AsyncExchange open = exchanges().goAsync(exchange, request, response, DEADLINE_MILLIS);
            open.whenEnded(release);
            open.readBy(in, new LogBody(open, in, query));
        } catch (Throwable thrown) {
            release.run();
            throw thrown;
        }
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
        Double cpuPercent = query.positive("cpuPercent", 100);
        return new Question(
                (int) query.whole("threads", 1, MOST_THREADS, 200),
                (int) query.whole("instances", 1, MOST_INSTANCES, 1),
                traffic == null ? 2 : traffic,
                query.whole("timeoutMs", 1, MAX_TIMEOUT_MILLIS, 0),
                cpuPercent == null ? 0 : cpuPercent,
                (int) query.whole("cores", 1, MOST_THREADS, 0),
                1,
                SIMULATED_REQUESTS);
    }

    /** The rest of the body stays unread, so the connection cannot be used again. */
    private static Reply tooLarge(String why) {
        return Reply.json(
                        413,
                        Map.of("error", "The log is " + why + " long. Send a part of it, or use the lab: -Dlog=FILE"))
                .with("Connection", "close");
    }

    private static Reply unreadable(UnreadableLog log) {
        return Reply.json(400, Map.of("error", log.getMessage()));
    }

    private final class LogBody implements ReadListener {

        private final AsyncExchange exchange;
        private final ServletInputStream in;
        private final Traffic.Builder traffic = new Traffic.Builder();
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long bytes;
        private Question question; // null if a parameter is bad
        private LogReader reader; // null if a parameter is bad
        private Reply refusal; // null while the log can be read

        LogBody(AsyncExchange exchange, ServletInputStream in, Parameters query) {
            this.exchange = exchange;
            this.in = in;
            try {
                question = question(query);
                reader = new LogReader(options(query), traffic::add);
            } catch (BadParameter bad) {
                refusal = Reply.badParameter(bad);
            }
        }

        @Override
        public void onDataAvailable() {
            exchange.step(this::read);
        }

        /** @return false, because the response is not written in steps */
        private boolean read() throws IOException {
            while (bytes <= maxBytes && traffic.size() <= MOST_REQUESTS && in.isReady()) {
                int size = in.read(chunk);
                if (size < 0) break; // onAllDataRead follows
                if (refusal == null) accept(size);
                bytes += size;
            }
            if (bytes > maxBytes) exchange.answer(() -> tooLarge("over " + maxBytes + " bytes"));
            else if (traffic.size() > MOST_REQUESTS)
                exchange.answer(() -> tooLarge("over " + MOST_REQUESTS + " requests"));
            return false;
        }

        /** A log that cannot be read is dropped to its end. A client that is still sending would lose the refusal (seen on Jetty). */
        private void accept(int size) {
            try {
                if (bytes == 0 && size > 1 && chunk[0] == 0x1f && chunk[1] == (byte) 0x8b)
                    throw new UnreadableLog("The log is gzipped. Unpack it first: gzip -dc access.log.gz");
                reader.accept(chunk, 0, size);
            } catch (UnreadableLog log) {
                refusal = unreadable(log);
            }
        }

        @Override
        public void onAllDataRead() {
            // In a step, because the last reading step may still run.
            exchange.step(() -> {
                if (exchange.isOpen()) exchange.answer(this::answer);
                return false;
            });
        }

        private Reply answer() {
            if (refusal != null) return refusal;
            try {
                LogRead read = reader.finish();
                if (read.requests() == 0) throw new UnreadableLog("No line of the log is a request. " + read.words());
                var budget = Budget.of(MOST_SIMULATED_REQUESTS, MOST_SIMULATION_MILLIS, Integer.MAX_VALUE);
                var page = new LinkedHashMap<String, Object>();
                page.put("read", read);
                page.put("badWords", read.badWords());
                page.put("remarks", read.remarks());
                Traffic logged = traffic.build(read.wholeSeconds() ? SECOND_MICROS : 0);
                page.put(
                        "answer",
                        Answer.of(logged, question, budget, next -> {}).readWith(read.doubts()));
                return Reply.json(200, page);
            } catch (UnreadableLog log) {
                return unreadable(log);
            } catch (Budget.Exceeded tooMuch) {
                return Reply.unavailable(RETRY_SECONDS, tooMuch.getMessage() + " Send a part of the log.");
            }
        }

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }
}
