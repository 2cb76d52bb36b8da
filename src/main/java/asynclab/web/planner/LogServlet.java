package asynclab.web.planner;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.Settings;
import asynclab.parameter.Parameters;
import asynclab.planner.LogQuestion;
import asynclab.planner.LogUploads;
import asynclab.planner.LogUploads.LogUpload;
import asynclab.pool.Workers;
import asynclab.servlet.LedgerServlet;
import java.io.IOException;
import java.util.concurrent.ThreadPoolExecutor;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code POST /log}: answers, from an access log in the body, whether asynchronous processing would pay for it. The log is read
 * while it arrives, without a thread that waits, and nothing of it is stored.
 *
 * <p>No client that is still sending holds what others need. Several logs are read at the same time ({@link LogUploads}), and a client
 * that sends too slowly gets 408 ({@link LogBody}). A log whose body has come waits in a queue for the one thread that simulates. If all
 * places are taken, the next client gets 503.
 *
 * <p>{@link LogQuestion} has the parameters.
 *
 * <p><b>Try it.</b> {@code gzip -dc results/log/tomcat-9.log.gz | curl -T - -X POST 'localhost:8080/log?threads=50'}
 *
 * <p><b>What you will see.</b> JSON with the format that was recognised, the endpoints that hold most, and a verdict.
 */
public final class LogServlet extends LedgerServlet {

    private static final long DEADLINE_MILLIS = 300_000;

    private final LogUploads uploads = new LogUploads();
    private ThreadPoolExecutor simulations;
    private long maxBytes;

    public LogServlet() {
        super("POST");
    }

    @Override
    public void init() {
        super.init();
        maxBytes = Settings.of(getServletContext()).whole("log-max-bytes", 1, 1_000_000_000);
        simulations = Workers.start(getServletName(), 1, LogUploads.MOST_AT_ONCE);
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getContentLengthLong() > maxBytes) {
            Reply tooLarge = LogBody.tooLarge("over " + maxBytes + " bytes");
            end(exchange, request, response, Ending.ANSWERED, tooLarge);
            return;
        }
        LogUpload upload = uploads.tryEnter();
        if (upload == null) {
            Reply busy = Reply.unavailable(
                    LogQuestion.RETRY_SECONDS, "As many logs as possible are being read. Retry in a few seconds.");
            end(exchange, request, response, Ending.REJECTED, busy.with("Connection", "close"));
            return;
        }
        try {
            ServletInputStream in = request.getInputStream();
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST); // a malformed chunked body ends without a reply
            AsyncExchange open = exchanges().goAsync(exchange, request, response, DEADLINE_MILLIS);
            open.whenEnded(upload::leaveUnlessComputing);
            var body = new LogBody(open, in, query, upload, simulations, maxBytes);
            body.watchRate();
            open.readBy(in, body);
        } catch (Throwable thrown) {
            upload.leaveUnlessComputing();
            throw thrown;
        }
    }

    @Override
    public void destroy() {
        Workers.stop(simulations);
    }
}
