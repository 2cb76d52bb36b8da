package asynclab.resource;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Deadline;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import asynclab.input.Settings;
import java.net.ConnectException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletConfig;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.LoggerFactory;

/**
 * The slow service that the gateways call, {@code /slowendpoint?ms=}, and Jetty's HTTP client that calls it. Its URL is the setting
 * {@code backend-url} ({@link Settings}) and the servlet's init-param {@code backend-path}. One servlet owns it and closes it.
 * Thread-safe.
 *
 * <p>The calling thread writes the request to a connection of the pool. One thread reads all answers and runs their callbacks, so a
 * callback must not block. Each call under way has one connection of HTTP/1.1. The connection is kept for the next call, for 15 seconds at
 * most. Each connection belongs to a request that is in flight here, and those are limited. The setting {@code backend-connections} limits
 * the connections as well: then calls wait for one in order of arrival.
 *
 * <p>Every call ends at the request's deadline, whatever part of the response is missing. Cancelling the call does that, and closes its
 * connection. At most 1 MB of a body and 64 KB of headers are kept. A longer answer fails the call and closes the connection.
 *
 * <p>The page <em>patterns</em> of the book says why the client is Jetty's.
 */
public final class Backend {

    private static final int MOST_BYTES = 1024 * 1024;
    private static final int MOST_HEAD_BYTES = 64 * 1024;
    private static final int THREADS = 3; // one reads the answers, two look up addresses and close connections
    private static final long CONNECT_MILLIS = 10_000;
    private static final long IDLE_MILLIS =
            15_000; // a backend that closes first may meet the next call; Tomcat closes after 20 s

    private final Exchanges exchanges;
    private final int connections;
    private final String url;
    private final String name;
    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private HttpClient client; // made by the first call; guarded by this
    private volatile boolean closed;

    /** @throws IllegalArgumentException if the backend's URL or the number of connections is not valid */
    public Backend(ServletConfig servlet, Exchanges exchanges) {
        this.exchanges = exchanges;
        Settings application = Settings.of(servlet.getServletContext());
        String base = application.text("backend-url");
        connections = application.whole("backend-connections", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        url = URI.create(base) + Settings.of(servlet).text("backend-path", "/slowendpoint") + "?ms=";
        name = "asynclab-backend-" + servlet.getServletName();
        exchanges.atClosing(this::cancelAll);
    }

    private synchronized HttpClient client() throws InterruptedException {
        if (closed) throw new InterruptedException();
        if (client == null) client = newClient();
        return client;
    }

    private HttpClient newClient() {
        var threads = new QueuedThreadPool(THREADS, 1);
        threads.setName(name);
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        var transport = new Transport();
        transport.setHeaderCacheSize(0); // the default takes 100 KB for each connection
        transport.setHeaderCacheCaseSensitive(true); // passes a Content-Type on as it is
        var starting = new HttpClient(transport);
        starting.setName(name);
        starting.setExecutor(threads);
        starting.setConnectTimeout(CONNECT_MILLIS);
        starting.setIdleTimeout(IDLE_MILLIS);
        starting.setMaxConnectionsPerDestination(connections);
        starting.setMaxRequestsQueuedPerDestination(Integer.MAX_VALUE);
        starting.setMaxResponseHeadersSize(MOST_HEAD_BYTES);
        starting.setFollowRedirects(false);
        starting.setHttpCookieStore(new HttpCookieStore.Empty());
        try {
            starting.start();
        } catch (Exception e) {
            throw new IllegalStateException("The HTTP client cannot be started.", e);
        }
        starting.getContentDecoderFactories().clear(); // asks for no compressed body, whose length would have no bound
        return starting;
    }

    /**
     * Runs a callback on the thread that has read the answer. Jetty's own connections wake another thread for that, because a callback
     * may block. It is the class of Jetty's package {@code internal}, so look here after an update of Jetty.
     */
    private static final class Transport extends HttpClientTransportOverHTTP {

        Transport() {
            super(1); // selector
        }

        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
            return new HttpConnectionOverHTTP(endPoint, context) {
                private final Callback readable =
                        Callback.from(InvocationType.NON_BLOCKING, this::onFillable, this::onFillInterestedFailed);

                @Override
                public void fillInterested() {
                    getEndPoint().fillInterested(readable);
                }
            };
        }
    }

    /**
     * Calls without waiting. Cancelling the future closes the connection. {@link #whyNot} explains its failure.
     *
     * @throws InterruptedException if the application stops
     */
    public CompletableFuture<ContentResponse> callAsync(long millis) throws InterruptedException {
        return remember(new CompletableResponseListener(request(URI.create(url + millis)), MOST_BYTES).send());
    }

    /** A request to any URL, for {@link #send}. @throws InterruptedException if the application stops */
    public Request request(URI target) throws InterruptedException {
        // The idle timeout of the client is for connections between calls. The deadline ends a call that is under way.
        return client().newRequest(target).idleTimeout(0, TimeUnit.MILLISECONDS);
    }

    /** Sends any request, whose listeners take its body. Cancelling the future closes the connection. */
    public CompletableFuture<Response> send(Request request) {
        var call = new CompletableFuture<Response>();
        request.send(result -> {
            if (result.isFailed()) call.completeExceptionally(result.getFailure());
            else call.complete(result.getResponse());
        });
        call.whenComplete((response, thrown) -> {
            if (thrown != null) request.abort(thrown);
        });
        return remember(call);
    }

    private <T> CompletableFuture<T> remember(CompletableFuture<T> call) {
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
        long remainingMillis = deadline.remainingMillis();
        var call = callAsync(millis);
        try {
            if (!isOver(call, remainingMillis)) throw deadline.passed();
            return reply(call);
        } finally {
            call.cancel(true); // without effect if it was answered
        }
    }

    /** The same until the exchange has ended. @throws InterruptedException if the exchange has ended or the application stops */
    public Reply call(long millis, AsyncExchange waiting) throws BackendFailed, InterruptedException {
        var call = callAsync(millis);
        waiting.whenEnded(() -> call.cancel(true)); // at once if it has ended
        try {
            isOver(call, Long.MAX_VALUE);
            return reply(call);
        } finally {
            call.cancel(true); // the thread was interrupted
        }
    }

    /**
     * Waits as a driver that blocks in a socket does. {@code CompletableFuture.get} would not: before it waits, the common pool starts
     * another thread.
     */
    private static boolean isOver(CompletableFuture<?> call, long millis) throws InterruptedException {
        var over = new CountDownLatch(1);
        call.whenComplete((response, thrown) -> over.countDown());
        return over.await(millis, TimeUnit.MILLISECONDS);
    }

    private Reply reply(CompletableFuture<ContentResponse> over) throws BackendFailed, InterruptedException {
        try {
            return reply(over.join());
        } catch (CancellationException | CompletionException failed) {
            if (whyNot(failed) instanceof BackendFailed why) throw why;
            throw new InterruptedException(); // cancelled
        }
    }

    /** Our reply with the type and the body of the backend's answer. */
    public static Reply reply(ContentResponse response) throws BackendFailed {
        if (response.getStatus() != 200)
            throw new BackendFailed("The backend answered with status " + response.getStatus(), null);
        String type = response.getHeaders().get("Content-Type");
        return new Reply(200, type == null ? "application/octet-stream" : type, response.getContent(), List.of());
    }

    /**
     * Why a call has no answer: the application stops, or the backend failed. A call that begins while the client is being stopped fails
     * like a call whose backend is gone, so the client's failures say nothing then.
     */
    public Exception whyNot(Throwable thrown) {
        boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        Throwable cause = wrapped ? thrown.getCause() : thrown;
        if (cause instanceof CancellationException cancelled) return cancelled;
        if (closed) return new CancellationException();
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
        HttpClient last;
        synchronized (this) {
            last = client;
            client = null;
        }
        try {
            if (last != null) last.stop();
        } catch (Exception e) {
            LoggerFactory.getLogger(Backend.class).warn("The HTTP client could not be stopped", e);
        }
    }
}
