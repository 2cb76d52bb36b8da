package asynclab.pattern;

import asynclab.exchange.BackendFailed;
import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
 * waits (110 against 27 KB). Here calls wait far more than they work. Two things about it must be known. It completes a {@code sendAsync} by way of the common pool, and where that has fewer than two workers (one or
 * two processors) a new thread for every answer: {@code -Djava.util.concurrent.ForkJoinPool.common.parallelism=2} helps. And
 * before JDK 21 it cannot be closed: it ends when the garbage collector finds that nobody refers to it.
 *
 * <p>{@link #callOnSocket} is the older client, which blocks in the socket itself, as drivers and most libraries do. The newer
 * one's {@code send} waits in a CompletableFuture, and that tells the common pool to start another thread meanwhile.
 */
public final class Backend {

    private static final int THREADS = 2;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final Exchanges exchanges;
    private final String url;
    private final ThreadPoolExecutor threads;
    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private final Set<Caller> callers = ConcurrentHashMap.newKeySet();
    private final Set<HttpURLConnection> sockets = ConcurrentHashMap.newKeySet();
    private HttpClient client; // made when the first call needs it
    private volatile boolean closed;

    /** @throws IllegalArgumentException if the backend's URL is none */
    public Backend(ServletConfig servlet, Exchanges exchanges) {
        this.exchanges = exchanges;
        String base = System.getProperty("asynclab.backend");
        if (base == null) base = servlet.getServletContext().getInitParameter("backend-url");
        String path = servlet.getInitParameter("backend-path");
        url = URI.create(base) + (path == null ? "/slowendpoint" : path) + "?ms=";
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

    private HttpRequest request(long millis, Duration timeout) {
        var request = HttpRequest.newBuilder(URI.create(url + millis));
        return (timeout == null ? request : request.timeout(timeout)).build();
    }

    /**
     * Calls without waiting. The future may be cancelled, with {@code cancel(true)}, and then closes the connection; what it
     * fails with, {@link #whyNot} explains.
     *
     * @throws InterruptedException if the application stops
     */
    public CompletableFuture<HttpResponse<byte[]>> callAsync(long millis) throws InterruptedException {
        return callAsync(request(millis, null));
    }

    /** The same with a request to wherever. */
    public CompletableFuture<HttpResponse<byte[]>> callAsync(HttpRequest request) throws InterruptedException {
        return callAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    /** The same with a body that is taken as it comes. */
    public <T> CompletableFuture<HttpResponse<T>> callAsync(HttpRequest request, HttpResponse.BodyHandler<T> body)
            throws InterruptedException {
        var call = client().sendAsync(request, body);
        calls.add(call);
        call.whenComplete((response, thrown) -> calls.remove(call));
        if (exchanges.isClosing()) call.cancel(true); // cancelAll() may have passed just before it was added
        return call;
    }

    /**
     * Calls and waits on the caller's thread.
     *
     * @throws InterruptedException if the application stops, or the thread's owner
     */
    public Reply call(long millis, Deadline deadline) throws BackendFailed, Deadline.Passed, InterruptedException {
        var caller = new Caller(Thread.currentThread());
        callers.add(caller);
        try {
            if (exchanges.isClosing()) throw new InterruptedException();
            var request = request(millis, Duration.ofMillis(deadline.remainingMillis()));
            return reply(client().send(request, HttpResponse.BodyHandlers.ofByteArray()));
        } catch (HttpConnectTimeoutException e) {
            throw failure(e);
        } catch (HttpTimeoutException e) {
            throw deadline.passed();
        } catch (IOException e) {
            throw failure(e);
        } finally {
            callers.remove(caller);
            caller.leave();
        }
    }

    /**
     * Calls and waits in the socket.
     *
     * @param timeoutMillis the longest silence
     * @throws InterruptedException if the application stops
     */
    public Reply callOnSocket(long millis, long timeoutMillis) throws BackendFailed, InterruptedException {
        HttpURLConnection socket = null;
        try {
            socket = (HttpURLConnection) URI.create(url + millis).toURL().openConnection();
            socket.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
            socket.setReadTimeout((int) timeoutMillis);
            sockets.add(socket);
            if (isOver()) throw new InterruptedException();
            if (socket.getResponseCode() != 200) throw refused(socket.getResponseCode());
            try (InputStream body = socket.getInputStream()) {
                return new Reply(200, socket.getContentType(), body.readAllBytes(), List.of());
            }
        } catch (IOException | RuntimeException e) { // disconnect() makes it trip over its own fields
            if (isOver()) throw new InterruptedException();
            throw failure(e);
        } finally {
            if (socket != null) sockets.remove(socket);
        }
    }

    private boolean isOver() {
        return closed || exchanges.isClosing();
    }

    private static BackendFailed refused(int status) {
        return new BackendFailed("The backend answered with status " + status, null);
    }

    /** The backend's answer as our own: its type and its body. */
    public static Reply reply(HttpResponse<byte[]> response) throws BackendFailed {
        if (response.statusCode() != 200) throw refused(response.statusCode());
        String type = response.headers().firstValue("Content-Type").orElse("application/octet-stream");
        return new Reply(200, type, response.body(), List.of());
    }

    /** Why a call of {@link #callAsync} gave no answer: it was cancelled because the application stops, or the backend failed. */
    public static Exception whyNot(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        return cause instanceof CancellationException cancelled ? cancelled : failure(cause);
    }

    private static BackendFailed failure(Throwable cause) {
        return new BackendFailed(
                cause instanceof ConnectException ? "The backend cannot be reached" : "The backend failed: " + cause,
                cause);
    }

    private void cancelAll() {
        calls.forEach(call -> call.cancel(true));
        callers.forEach(Caller::interrupt);
        sockets.forEach(HttpURLConnection::disconnect); // which also wakes who reads from it
    }

    /** Ends every call and every thread. */
    public void close() {
        closed = true;
        cancelAll();
        threads.shutdown();
        callers.forEach(Caller::awaitLeave); // whoever is inside the client refers to it
        Workers.awaitEnd(threads);
        if (!shutDownClient()) System.gc(); // rare, and the only way to tell JDK 17's client that it is over
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

    /** A thread that waits in {@link #call}; it is interrupted there and nowhere else. */
    private static final class Caller {

        private static final long LEAVE_MILLIS = 1_000; // at most; interrupted, it leaves at once

        private Thread thread;
        private boolean interrupted;

        Caller(Thread thread) {
            this.thread = thread;
        }

        synchronized void interrupt() {
            if (thread == null) return;
            interrupted = true;
            thread.interrupt();
        }

        synchronized void awaitLeave() {
            try {
                if (thread != null) wait(LEAVE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        synchronized void leave() {
            thread = null;
            notifyAll();
            if (interrupted) Thread.interrupted(); // its next work must not find it
        }
    }
}
