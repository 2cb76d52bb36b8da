package asynclab.web.planner;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import asynclab.planner.LogQuestion;
import asynclab.planner.LogUploads.LogUpload;
import java.io.IOException;
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

    private static final int SIMULATED_REQUESTS = 10_000; // a second or two
    private static final Logger LOG = LoggerFactory.getLogger(LogBody.class);

    static final long WINDOW_MILLIS = 5_000;
    static final long LEAST_BYTES = 5_000;
    private static final int CHUNK_BYTES = 8 * 1024;

    private final AsyncExchange exchange;
    private final ServletInputStream in;
    private final LogUpload upload;
    private final Executor simulations;
    private final long maxBytes;
    private final LogQuestion question;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private volatile long bytes; // only a reading step writes it
    private volatile boolean allRead;
    private long bytesBefore; // at the beginning of the window

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
        question = new LogQuestion(query, SIMULATED_REQUESTS, wrong -> LOG.warn("A log could not be read", wrong));
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
        while (bytes <= maxBytes && mayHaveAnother() && exchange.isReady(in)) {
            int size = in.read(chunk);
            if (size < 0) {
                exchange.endReached();
                break; // onAllDataRead follows
            }
            question.accept(chunk, size);
            bytes += size;
        }
        if (bytes > maxBytes) exchange.answer(() -> tooLarge("over " + maxBytes + " bytes"));
        else if (question.requests() > LogQuestion.MOST_REQUESTS)
            exchange.answer(() -> tooLarge("over " + LogQuestion.MOST_REQUESTS + " requests"));
        else if (!mayHaveAnother()) exchange.answer(LogBody::noMemory);
        return false;
    }

    private boolean mayHaveAnother() {
        return question.requests() <= LogQuestion.MOST_REQUESTS && upload.mayHave(question.requests());
    }

    @Override
    public void onAllDataRead() {
        // In a step, because the last reading step may still run.
        exchange.step(() -> {
            allRead = true;
            if (question.refusal() != null) exchange.answer(() -> ModelServlet.reply(question.refusal()));
            else if (upload.keepForComputing()) compute();
            return false;
        });
    }

    private void compute() {
        try {
            simulations.execute(() -> {
                try {
                    exchange.answer(() -> ModelServlet.reply(question.answer())); // no work if the exchange has ended
                } finally {
                    upload.leave();
                }
            });
        } catch (RuntimeException | Error refused) {
            upload.leave();
            throw refused;
        }
    }

    @Override
    public void onError(Throwable thrown) {
        exchange.broken(thrown);
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
                        LogQuestion.RETRY_SECONDS,
                        "Other large logs are being read. Retry in a few seconds, or send a part.")
                .with("Connection", "close");
    }
}
