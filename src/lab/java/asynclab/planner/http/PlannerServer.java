package asynclab.planner.http;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations;
import asynclab.planner.Disciplines;
import asynclab.planner.ExplainQuestion;
import asynclab.planner.LogQuestion;
import asynclab.planner.LogUploads;
import asynclab.planner.LogUploads.LogUpload;
import asynclab.planner.PlannerAnswer;
import asynclab.planner.PredictQuestion;
import asynclab.traffic.Question;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Serves the Planner to browsers on this machine: its page, {@code /predict}, {@code /explain}, {@code /disciplines} and {@code /log}.
 * The answers are those of the application.
 *
 * <p>Pages of other sites cannot use it. {@code Origin} and {@code Sec-Fetch-Site} tell from which site a request comes. If a site makes
 * its name point to this machine (DNS rebinding), {@code Host} has that name.
 *
 * <p>Each request has a thread while it is read and answered. A client that does not send its request within a minute loses its connection.
 * Fewer logs are read at the same time than there are threads, so slow logs do not keep others waiting. Thread-safe.
 */
public final class PlannerServer implements AutoCloseable {

    private static final int THREADS = 2 * LogUploads.MOST_AT_ONCE;
    private static final int MOST_QUEUED = 256;
    private static final int IDLE_SECONDS = 30;
    private static final long MOST_LOG_BYTES = 200_000_000;
    private static final int PIECE_BYTES = 64 * 1024;
    private static final String MOST_REQUEST_SECONDS = "60";
    private static final String MOST_RESPONSE_SECONDS = "300"; // with the computation

    private static final Pattern LOCAL =
            Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

    static { // the JDK's server reads them once
        System.setProperty("sun.net.httpserver.maxReqTime", MOST_REQUEST_SECONDS);
        System.setProperty("sun.net.httpserver.maxRspTime", MOST_RESPONSE_SECONDS);
        System.setProperty("sun.net.httpserver.nodelay", "true"); // or a response waits 40 ms for an acknowledgement
    }

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final long mostLogBytes;
    private final UnaryOperator<String> words;
    private final Consumer<Throwable> failures;
    private final Computations computations = new Computations();
    private final LogUploads uploads = new LogUploads();
    private final Object simulation = new Object(); // one log at a time is computed

    private PlannerServer(
            HttpServer server, long mostLogBytes, UnaryOperator<String> words, Consumer<Throwable> failures) {
        this.server = server;
        this.mostLogBytes = mostLogBytes;
        this.words = words;
        this.failures = failures;
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_QUEUED),
                new ThreadPoolExecutor.DiscardPolicy()); // the server closes that connection after a minute
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Starts a server on the loopback address.
     *
     * @param port or 0 for a free one
     * @param words spells options in the answer about a log as on the command line
     * @param failures gets the exception of each request that failed
     * @throws IOException if the port is in use
     */
    public static PlannerServer start(int port, UnaryOperator<String> words, Consumer<Throwable> failures)
            throws IOException {
        return start(port, MOST_LOG_BYTES, words, failures);
    }

    static PlannerServer start(int port, long mostLogBytes, UnaryOperator<String> words, Consumer<Throwable> failures)
            throws IOException {
        var address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        var started = new PlannerServer(HttpServer.create(address, 0), mostLogBytes, words, failures);
        started.server.createContext("/", started::handle);
        started.server.setExecutor(started.threads);
        started.server.start();
        return started;
    }

    /** The address of the page. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/planner.html";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange).send(exchange);
        }
    }

    private HttpAnswer answer(HttpExchange exchange) throws IOException {
        try {
            HttpAnswer refusal = refusal(exchange);
            return refusal == null ? answered(exchange) : refusal;
        } catch (BadParameter bad) {
            return HttpAnswer.of(bad);
        } catch (RuntimeException | Error thrown) {
            failures.accept(thrown);
            return HttpAnswer.refused(500, "The request failed: " + thrown);
        }
    }

    /** The refusal of a request that is not allowed; null if it is allowed. */
    private static HttpAnswer refusal(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        String host = headers.getFirst("Host");
        if (host == null || !LOCAL.matcher(host).matches())
            return HttpAnswer.refused(
                    421, "The Planner answers at localhost, 127.0.0.1 and [::1], but the request is for " + host + ".");
        String origin = headers.getFirst("Origin");
        String site = headers.getFirst("Sec-Fetch-Site");
        boolean ownOrigin = origin == null || origin.equalsIgnoreCase("http://" + host);
        boolean ownSite = site == null || List.of("same-origin", "none").contains(site);
        if (!ownOrigin || !ownSite && !"navigate".equals(headers.getFirst("Sec-Fetch-Mode")))
            return HttpAnswer.refused(403, "The Planner answers its own page, and no page of another site.");
        String method = exchange.getRequestMethod();
        List<String> allowed =
                exchange.getRequestURI().getPath().equals("/log") ? List.of("POST") : List.of("GET", "HEAD");
        if (allowed.contains(method)) return null;
        String why = new BadParameter("The method", method, String.join(" or ", allowed)).getMessage();
        return HttpAnswer.refused(405, why).with("Allow", String.join(", ", allowed));
    }

    private HttpAnswer answered(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getRawQuery();
        return switch (path) {
            case "/predict" -> HttpAnswer.of(computations.answer(PredictQuestion.read(Parameters.parse(query))));
            case "/explain" -> HttpAnswer.of(computations.answer(ExplainQuestion.read(Parameters.parse(query))));
            case "/disciplines" -> HttpAnswer.of(new PlannerAnswer(200, Disciplines.list(), 0));
            case "/log" -> log(exchange, query);
            default -> {
                HttpAnswer page = PlannerPages.at(path);
                yield page == null ? HttpAnswer.refused(404, "There is nothing at this URL.") : page;
            }
        };
    }

    private HttpAnswer log(HttpExchange exchange, String query) throws IOException {
        LogUpload upload = uploads.tryEnter();
        if (upload == null) return busy("As many logs as possible are being read. Retry in a few seconds.");
        try (InputStream in = exchange.getRequestBody()) {
            var question = new LogQuestion(Parameters.parse(query), Question.USUAL_REQUESTS, failures);
            byte[] piece = new byte[PIECE_BYTES];
            long bytes = 0;
            for (int size; (size = in.read(piece)) >= 0; bytes += size) {
                question.accept(piece, size);
                if (bytes + size > mostLogBytes || question.requests() > LogQuestion.MOST_REQUESTS) return tooLarge();
                if (!upload.mayHave(question.requests()))
                    return busy("Other large logs are being read. Retry in a few seconds, or send a part.");
            }
            synchronized (simulation) {
                return HttpAnswer.of(question.answer()).spelled(words);
            }
        } finally {
            upload.leave();
        }
    }

    private static HttpAnswer busy(String why) {
        return HttpAnswer.of(new PlannerAnswer(503, Map.of("error", why), LogQuestion.RETRY_SECONDS))
                .with("Connection", "close");
    }

    private HttpAnswer tooLarge() {
        String why = String.format(
                Locale.ROOT,
                "The log is over %,d bytes or %,d requests long. Send a part of it, or use the command log.",
                mostLogBytes,
                LogQuestion.MOST_REQUESTS);
        return HttpAnswer.refused(413, why).with("Connection", "close");
    }
}
