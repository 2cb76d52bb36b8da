package asynclab.web.burst;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import asynclab.resource.EventLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import org.eclipse.jetty.client.Response;

/**
 * One burst of requests, and the log of its changes. {@link BurstServlet} sends the requests, and a filter sees
 * them arrive. Both report to this object. The scheduler publishes new changes every 50 ms. Times are milliseconds since the
 * start of the burst.
 *
 * <p>{@link #over} leaves nothing behind: it cancels the calls in progress and ends the requests that wait on this server.
 * Requests that arrive later are refused. Thread-safe.
 */
public final class Burst {

    /** The header by which a request says its burst, ID/INDEX. */
    public static final String HEADER = "X-Burst";

    private static final int BATCHES_KEPT = 10_000;
    private static final int BODY_BYTES = 2_000; // kept of the first answer; other answers are only counted

    private final long startedNanos = System.nanoTime();
    private final ConcurrentLinkedQueue<Map<String, Object>> changes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger open;
    private final EventLog log = new EventLog(BATCHES_KEPT);
    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet(); // in progress
    private final Set<AsyncExchange> waiting = ConcurrentHashMap.newKeySet(); // the same requests on the server side
    private volatile boolean over;

    Burst(int requests) {
        open = new AtomicInteger(requests);
    }

    /** The current bursts of one deployment, by the id in the header of their requests. */
    public static final class Register {

        private final Map<String, Burst> current = new ConcurrentHashMap<>();

        /** The object of a deployment. */
        public static Register of(ServletContext context) {
            return (Register) context.getAttribute(Register.class.getName());
        }

        void add(String id, Burst burst) {
            current.put(id, burst);
        }

        void remove(String id) {
            current.remove(id);
        }

        /** The request with this header, ID/INDEX; null if its burst is over. */
        public BurstRequest find(String header) {
            int slash = header.lastIndexOf('/');
            Burst burst = slash < 0 ? null : current.get(header.substring(0, slash));
            return burst == null ? null : burst.new BurstRequest(header.substring(slash + 1));
        }
    }

    EventLog log() {
        return log;
    }

    /** Remembers a call in progress. It is cancelled when the burst is over, which may be now. */
    void addCall(CompletableFuture<?> call) {
        calls.add(call);
        call.whenComplete((response, thrown) -> calls.remove(call));
        if (over) call.cancel(true);
    }

    boolean isOver() {
        return over;
    }

    /** Ends all requests in progress, on both sides. Called when the stream of the burst ends. */
    void over() {
        over = true;
        calls.forEach(call -> call.cancel(true)); // closes its connection
        waiting.forEach(Burst::end);
    }

    /** A server does not read a connection while its request waits, so it does not notice that the client is gone. */
    private static void end(AsyncExchange exchange) {
        exchange.broken(new IOException("its burst has ended"));
    }

    /** One request of a burst. */
    public final class BurstRequest {

        private final String index;

        BurstRequest(String index) {
            this.index = index;
        }

        /** The current thread is the request thread of this request. */
        public void taken() {
            changed("taken", Map.of("thread", Thread.currentThread().getName()));
        }

        /** The request thread returns to its pool. The request is answered, or waits without a thread. */
        public void threadReturns(HttpServletRequest request) {
            AsyncExchange exchange = Exchanges.waiting(request);
            if (exchange != null) waitsWithoutThread(exchange);
            else if (!request.isAsyncStarted())
                answered(); // otherwise a mistake without an exchange; only the client sees its end
            changed("left", Map.of());
        }

        private void waitsWithoutThread(AsyncExchange exchange) {
            waiting.add(exchange);
            exchange.whenEnded(() -> {
                waiting.remove(exchange);
                answered();
            });
            if (over) end(exchange);
        }

        BodyCounter bodyCounter() {
            return new BodyCounter(isFirst() ? BODY_BYTES : 0);
        }

        private boolean isFirst() {
            return index.equals("0");
        }

        /** The current thread has written the answer. */
        private void answered() {
            changed("answered", Map.of("thread", Thread.currentThread().getName()));
        }

        /** The client has received the whole response. Null: the call failed. */
        void done(Response response, BodyCounter body) {
            changed("done", response == null ? Map.of() : figures(response.getStatus(), body));
            open.decrementAndGet();
        }

        private Map<String, Object> figures(int status, BodyCounter body) {
            return isFirst()
                    ? Map.of("status", status, "bytes", body.bytes(), "body", body.beginning())
                    : Map.of("status", status, "bytes", body.bytes());
        }

        private void changed(String what, Map<String, Object> figures) {
            var change = new LinkedHashMap<String, Object>();
            change.put("i", index);
            change.put("what", what);
            change.put("atMs", millis());
            change.putAll(figures);
            changes.add(change);
        }
    }

    private double millis() {
        return (System.nanoTime() - startedNanos) / 10_000 / 100.0;
    }

    /**
     * Publishes the changes since the last call.
     *
     * @return false if all requests are done and everything is published
     */
    boolean publish() {
        boolean last = open.get() == 0;
        var batch = new LinkedHashMap<String, Object>();
        batch.put("nowMs", millis());
        var newer = new ArrayList<Map<String, Object>>();
        for (var change = changes.poll(); change != null; change = changes.poll()) newer.add(change);
        batch.put("changes", newer);
        log.publish(new String(Reply.json(200, batch).body(), StandardCharsets.UTF_8));
        if (last) log.end();
        return !last;
    }
}
