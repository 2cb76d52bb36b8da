package asynclab.resource;

import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
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
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ServletConfig;

/**
 * The slow service that gateways call, {@code /slowendpoint?ms=}, and the JDK's HTTP client that calls it. Where it is: the
 * system property {@code asynclab.backend}, else the context parameter {@code backend-url}; another path, the servlet's
 * init-param {@code backend-path}. Owned by one servlet, which closes it. Thread-safe.
 *
 * <p>One client holds thousands of calls with three threads: its selector, and two of ours that take answers apart. HTTP/1.1,
 * a connection for each call under way, kept for the next. The JDK's client needs no library in the WAR. Compared
 * with Jetty's at 3,000 calls of 3 s under way (1,000 a second, twice each in turn, 2 cores, JDK 17): neither lost a call, both
 * within a dozen threads; Jetty's took about two thirds of the processor time of a call, and four times the heap of one that
 * waits (110 against 27 KB). Here calls wait far more than they work.
 *
 * <p>The JDK's client has two peculiarities. It completes a {@code sendAsync} on the common pool. If that pool has fewer than two
 * workers (one or two processors), it starts a new thread for every answer:
 * {@code -Djava.util.concurrent.ForkJoinPool.common.parallelism=2} helps. And before JDK 21 it cannot be closed: it ends when the
 * garbage collector finds that nobody refers to it.
 *
 * <p>Every call ends at the request's deadline, whatever part of the response is missing. Cancelling the call does that, and closes
 * its connection. {@code HttpRequest.timeout} does not: it ends with the headers before JDK 26 (JDK-8208693). At most 1 MB of a
 * body is kept ({@link BoundedBody}). {@link SocketBackend} is the client that blocks in the socket.
 */
public final class Backend {

    private static final int THREADS = 2;
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final long LEAVE_MILLIS = 1_000; // at most; a cancelled call is left at once

    private final Exchanges exchanges;
    private final String url;
    private final ThreadPoolExecutor threads;
    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private final Phaser callers = new Phaser(1); // those inside call(), and close()
    private HttpClient client; // made when the first call needs it
    private volatile boolean closed;

    /** @throws IllegalArgumentException if the backend's URL is none */
    public Backend(ServletConfig servlet, Exchanges exchanges) {
        this.exchanges = exchanges;
        url = url(servlet);
        var number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), // bounded by the calls under way
                task -> new Thread(
                        task, "asynclab-" + servlet.getServletName() + "-backend-" + number.incrementAndGet()),
                (task, ended) -> task.run()); // after the end the client tidies up on its own thread
        exchanges.atClosing(this::cancelAll);
    }

    /** What a call's hold time is appended to. */
    static String url(ServletConfig servlet) {
        String base = System.getProperty("asynclab.backend");
        if (base == null) base = servlet.getServletContext().getInitParameter("backend-url");
        String path = servlet.getInitParameter("backend-path");
        return URI.create(base) + (path == null ? "/slowendpoint" : path) + "?ms=";
    }

    private synchronized HttpClient client() throws InterruptedException {
        if (closed) throw new InterruptedException();
        if (client == null) client = newClient();
        return client;
    }

    /** Its selector's thread must not keep this application's class loader. */
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
     * Calls without waiting. The future may be cancelled, with {@code cancel(true)}, and then closes the connection. {@link #whyNot}
     * explains its failure.
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
        if (closed || exchanges.isClosing()) call.cancel(true); // cancelAll() may have passed just before it was added
        return call;
    }

    /**
     * Calls and waits on the caller's thread, until the deadline at most.
     *
     * @throws InterruptedException if the application stops, or the thread's owner
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

    /** The backend's answer as our own: its type and its body. */
    public static Reply reply(HttpResponse<byte[]> response) throws BackendFailed {
        if (response.statusCode() != 200) throw refused(response.statusCode());
        String type = response.headers().firstValue("Content-Type").orElse("application/octet-stream");
        return new Reply(200, type, response.body(), List.of());
    }

    /**
     * Why a call of {@link #callAsync} gave no answer. It was cancelled because the application stops, or the backend failed. The
     * client wraps a cancellation when its own thread is faster than the thread that cancels.
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
        if (!shutDownClient()) System.gc(); // rare, and the only way to tell JDK 17's client that it is over
    }

    /** A thread inside the client refers to it. */
    private void awaitCallers() {
        try {
            callers.awaitAdvanceInterruptibly(callers.arrive(), LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // its call is cancelled, so it leaves soon
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
