package asynclab.resource;

import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import asynclab.input.Settings;
import asynclab.pool.NamedThreads;
import asynclab.pool.Workers;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.servlet.ServletConfig;

/**
 * The slow service that the gateways call, {@code /slowendpoint?ms=}, and the JDK's HTTP client that calls it. Its URL is the setting
 * {@code backend-url} ({@link Settings}) and the servlet's init-param {@code backend-path}. One servlet owns it and closes it.
 * Thread-safe.
 *
 * <p>One client holds thousands of calls with three threads: its selector, and two of ours that read the answers. It uses HTTP/1.1, with
 * one connection for each call under way, which is kept for the next call. The JDK's client needs no library in the WAR. It was compared
 * with Jetty's client at 3,000 calls of 3 s under way (1,000 a second, twice each in turn, 2 cores, JDK 17). Neither lost a call, and
 * both used at most a dozen threads. Jetty's client used about two thirds of the CPU time per call, and four times the heap per waiting
 * call (110 KB, the JDK's 27 KB). Here calls wait far more than they work.
 *
 * <p>The JDK's client has two peculiarities. First, it completes a {@code sendAsync} on the common pool. If that pool has fewer than two
 * workers (one or two processors), it starts a new thread for every answer;
 * {@code -Djava.util.concurrent.ForkJoinPool.common.parallelism=2} prevents that. Second, before JDK 21 it cannot be closed. It ends
 * when the garbage collector finds it unreachable.
 *
 * <p>Every call ends at the request's deadline, whatever part of the response is missing. Cancelling the call does that, and closes its
 * connection. {@code HttpRequest.timeout} does not: before JDK 26 it ends with the headers (JDK-8208693). At most 1 MB of a body is
 * kept ({@link BoundedBody}). {@link SocketBackend} is the client that blocks in the socket.
 */
public final class Backend {

    private static final int THREADS = 2;
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final long LEAVE_MILLIS = 1_000; // usually at once, because the calls are cancelled

    private final Exchanges exchanges;
    private final String url;
    private final ThreadPoolExecutor threads;
    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private final Phaser callers = new Phaser(1); // the threads inside call(), and close()
    private HttpClient client; // made by the first call
    private volatile boolean closed;

    /** @throws IllegalArgumentException if the backend's URL is not valid */
    public Backend(ServletConfig servlet, Exchanges exchanges) {
        this.exchanges = exchanges;
        url = url(servlet);
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), // bounded by the calls under way
                new NamedThreads("asynclab-" + servlet.getServletName() + "-backend-"),
                (task, ended) -> task.run()); // after the stop the client runs its clean-up itself
        exchanges.atClosing(this::cancelAll);
    }

    /** The URL without the hold time, which each call appends. */
    static String url(ServletConfig servlet) {
        String base = Settings.of(servlet.getServletContext()).text("backend-url");
        return URI.create(base) + Settings.of(servlet).text("backend-path", "/slowendpoint") + "?ms=";
    }

    private synchronized HttpClient client() throws InterruptedException {
        if (closed) throw new InterruptedException();
        if (client == null) client = newClient();
        return client;
    }

    /** The selector's thread must not keep a reference to this application's class loader. */
    private HttpClient newClient() {
        Thread here = Thread.currentThread();
        ClassLoader application = here.getContextClassLoader();
        here.setContextClassLoader(ClassLoader.getSystemClassLoader());
        try {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .executor(threads)
                    .build();
        } finally {
            here.setContextClassLoader(application);
        }
    }

    /**
     * Calls without waiting. Cancelling the future with {@code cancel(true)} closes the connection; {@code cancel(false)} would let the
     * call go on. {@link #whyNot} explains its failure.
     *
     * @throws InterruptedException if the application stops
     */
    public CompletableFuture<HttpResponse<byte[]>> callAsync(long millis) throws InterruptedException {
        return callAsync(HttpRequest.newBuilder(URI.create(url + millis)).build());
    }

    /** The same with any request. */
    public CompletableFuture<HttpResponse<byte[]>> callAsync(HttpRequest request) throws InterruptedException {
        return callAsync(request, head -> new BoundedBody());
    }

    /** The same with a handler of the body, which must bound what it keeps. */
    public <T> CompletableFuture<HttpResponse<T>> callAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws InterruptedException {
        var call = client().sendAsync(request, handler);
        calls.add(call);
        call.whenComplete((response, thrown) -> calls.remove(call));
        if (closed || exchanges.isClosing())
            call.cancel(true); // cancelAll() may have run just before the call was added
        return call;
    }

    /**
     * Calls and waits on the caller's thread, until the deadline at most.
     *
     * @throws InterruptedException if the application or the owner of the thread stops
     */
    public Reply call(long millis, Deadline deadline) throws BackendFailed, Deadline.Passed, InterruptedException {
        callers.register();
        Future<HttpResponse<byte[]>> call = null;
        try {
            long remainingMillis = deadline.remainingMillis();
            call = callAsync(millis);
            return reply(call.get(remainingMillis, TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
            throw deadline.passed();
        } catch (CancellationException | ExecutionException failed) {
            Exception why = whyNot(failed);
            if (why instanceof BackendFailed backend) throw backend;
            throw new InterruptedException(); // cancelled, because the application stops
        } finally {
            if (call != null) call.cancel(true); // without effect if it was answered
            callers.arriveAndDeregister();
        }
    }

    static BackendFailed refused(int status) {
        return new BackendFailed("The backend answered with status " + status, null);
    }

    /** Our reply with the type and the body of the backend's answer. */
    public static Reply reply(HttpResponse<byte[]> response) throws BackendFailed {
        if (response.statusCode() != 200) throw refused(response.statusCode());
        String type = response.headers().firstValue("Content-Type").orElse("application/octet-stream");
        return new Reply(200, type, response.body(), List.of());
    }

    /**
     * Why a call of {@link #callAsync} has no answer: it was cancelled because the application stops, or the backend failed. The client
     * wraps a cancellation if its own thread is faster than the thread that cancels.
     */
    public static Exception whyNot(Throwable thrown) {
        boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        Throwable cause = wrapped ? thrown.getCause() : thrown;
        return cause instanceof CancellationException cancelled ? cancelled : failure(cause);
    }

    static BackendFailed failure(Throwable cause) {
        if (cause instanceof BackendFailed known) return known;
        return new BackendFailed(
                cause instanceof ConnectException ? "The backend cannot be reached" : "The backend failed: " + cause,
                cause);
    }

    private void cancelAll() {
        calls.forEach(call -> call.cancel(true));
    }

    /** Ends every call and every thread. */
    public void close() {
        closed = true;
        cancelAll();
        threads.shutdown();
        awaitCallers();
        Workers.awaitEnd(threads);
        if (!shutDownClient()) System.gc(); // rare; the only way to end the client of JDK 17
    }

    /** Waits for the threads inside the client, which keep it reachable. */
    private void awaitCallers() {
        try {
            callers.awaitAdvanceInterruptibly(callers.arrive(), LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // its call is cancelled, so the thread leaves soon
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean shutDownClient() {
        HttpClient last = client;
        client = null;
        if (last == null) return true;
        try {
            HttpClient.class.getMethod("shutdownNow").invoke(last);
            return true;
        } catch (ReflectiveOperationException beforeJdk21) {
            return false;
        }
    }
}
