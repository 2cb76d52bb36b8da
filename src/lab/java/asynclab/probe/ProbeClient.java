package asynclab.probe;

import asynclab.options.ProbeOptions;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The JDK's client over HTTP/1.1. It opens a connection for each request in flight, and keeps it for the next one. It follows no
 * redirect. With {@code -DmaxRps} all requests pass one thread, which sends none before its time. Thread-safe.
 */
final class ProbeClient implements AutoCloseable {

    /** The longest text that is kept. What a service says of itself is much shorter. */
    static final int MOST_BYTES = 10_000_000;

    /** The JDK reads this property when it loads the client's classes. */
    private static final String HEADERS = "jdk.httpclient.allowRestrictedHeaders";

    private final ProbeOptions options;
    private final byte[] body;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, ProbeClient::daemon);
    private final ExecutorService pace;
    private final long intervalNanos;
    private final HttpClient client;
    private final AtomicLong sent = new AtomicLong();
    private long nextNanos = System.nanoTime(); // of the pace's thread

    ProbeClient(ProbeOptions options) {
        if (System.getProperty(HEADERS) == null) System.setProperty(HEADERS, "host");
        this.options = options;
        body = options.body();
        pace = options.maxRps == 0 ? null : Executors.newSingleThreadExecutor(ProbeClient::daemon);
        intervalNanos = options.maxRps == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / options.maxRps + 1;
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.timeLimit())
                .executor(threads)
                .build();
    }

    private static Thread daemon(Runnable task) {
        var thread = new Thread(task, "asynclab-probe");
        thread.setDaemon(true);
        return thread;
    }

    ExecutorService threads() {
        return threads;
    }

    /** The number of requests so far, of every kind. */
    long sent() {
        return sent.get();
    }

    /** A request of the load. */
    HttpRequest request(URI uri) {
        var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        return with(uri).method(options.method(), publisher).build();
    }

    /** A GET of another address of the service. */
    HttpRequest get(URI uri) {
        return with(uri).build();
    }

    private HttpRequest.Builder with(URI uri) {
        var request = HttpRequest.newBuilder(uri).timeout(options.timeLimit());
        for (Map.Entry<String, String> header : options.headers()) request.header(header.getKey(), header.getValue());
        return request;
    }

    /** Sends a request and drops the body of its response. The future never fails. */
    CompletableFuture<ProbeResponse> send(HttpRequest request) {
        var ended = new CompletableFuture<ProbeResponse>();
        inTime(() -> {
            long started = System.nanoTime();
            start(request, BodyHandlers.discarding())
                    .whenComplete((response, thrown) -> ended.complete(new ProbeResponse(
                            started,
                            System.nanoTime(),
                            thrown == null ? response.statusCode() : 0,
                            thrown == null ? null : ProbeResponse.words(thrown))));
        });
        return ended;
    }

    /** Sends a request, waits for the response and drops its body. @throws CompletionException if there is none */
    HttpResponse<Void> answer(HttpRequest request) {
        return answer(request, BodyHandlers.discarding());
    }

    /** The same with the text of the response. It is null if it is over {@link #MOST_BYTES} long. */
    HttpResponse<String> text(HttpRequest request) {
        return answer(request, head -> {
            var kept = new ByteArrayOutputStream();
            var keeping = BodySubscribers.ofByteArrayConsumer(part -> part.ifPresent(bytes -> {
                if (kept.size() <= MOST_BYTES) kept.writeBytes(bytes);
            }));
            return BodySubscribers.mapping(
                    keeping, end -> kept.size() <= MOST_BYTES ? kept.toString(StandardCharsets.UTF_8) : null);
        });
    }

    private <T> HttpResponse<T> answer(HttpRequest request, BodyHandler<T> handler) {
        var ended = new CompletableFuture<HttpResponse<T>>();
        inTime(() -> start(request, handler).whenComplete((response, thrown) -> {
            if (thrown == null) ended.complete(response);
            else ended.completeExceptionally(thrown);
        }));
        return ended.join();
    }

    /** The JDK's timeout ends with the headers of the response. This one includes the body, whose rest is not read then. */
    private <T> CompletableFuture<HttpResponse<T>> start(HttpRequest request, BodyHandler<T> handler) {
        sent.incrementAndGet();
        Duration limit = options.timeLimit().plusMillis(200);
        CompletableFuture<HttpResponse<T>> sending = client.sendAsync(request, handler);
        return sending.copy()
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((response, thrown) -> sending.cancel(true));
    }

    private void inTime(Runnable send) {
        if (pace == null) send.run();
        else
            pace.execute(() -> {
                for (long left; (left = nextNanos - System.nanoTime()) > 0; ) LockSupport.parkNanos(left);
                nextNanos = System.nanoTime() + intervalNanos;
                send.run();
            });
    }

    @Override
    public void close() {
        if (pace != null) pace.shutdownNow();
        threads.shutdownNow();
    }
}
