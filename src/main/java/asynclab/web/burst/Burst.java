package asynclab.web.burst;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Reply;
import asynclab.resource.EventLog;
import java.io.IOException;
import java.net.http.HttpResponse;
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

/**
 * What becomes of the requests of one burst, as it happens. {@link BurstServlet} sends them, {@link TraceFilter} sees them come
 * in, both tell this object, and every few hundredths of a second the scheduler publishes what is new. Times are milliseconds
 * since the burst.
 *
 * <p>A burst that is over ({@link #over}) leaves nothing behind: its calls are cancelled, its requests that wait on this server
 * are ended, and those that come in late are refused. Thread-safe.
 */
public final class Burst {

    private static final int BATCHES_KEPT = 10_000;
    private static final int BODY_BYTES = 2_000; // shown of the first answer, and kept of no other

    private final long startedNanos = System.nanoTime();
    private final ConcurrentLinkedQueue<Map<String, Object>> changes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger open;
    private final EventLog log = new EventLog(BATCHES_KEPT);
    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet(); // under way
    private final Set<AsyncExchange> waiting = ConcurrentHashMap.newKeySet(); // the same requests, on the server's side
    private volatile boolean over;

    Burst(int requests) {
        open = new AtomicInteger(requests);
    }

    /** The bursts under way in one deployment, by the number that their requests carry. */
    public static final class Register {

        private final Map<String, Burst> underWay = new ConcurrentHashMap<>();

        static Register of(ServletContext context) {
            return (Register) context.getAttribute(Register.class.getName());
        }

        public void publishIn(ServletContext context) {
            context.setAttribute(Register.class.getName(), this);
        }

        void add(String number, Burst burst) {
            underWay.put(number, burst);
        }

        void remove(String number) {
            underWay.remove(number);
        }

        /** Whose request that is, by its header NUMBER/INDEX; null if it is nobody's. */
        Shot find(String header) {
            int slash = header.lastIndexOf('/');
            Burst burst = slash < 0 ? null : underWay.get(header.substring(0, slash));
            return burst == null ? null : burst.new Shot(header.substring(slash + 1));
        }
    }

    EventLog log() {
        return log;
    }

    /** A call that is under way. It is cancelled when the burst is over, which may be now. */
    void sent(CompletableFuture<?> call) {
        calls.add(call);
        call.whenComplete((response, thrown) -> calls.remove(call));
        if (over) call.cancel(true);
    }

    boolean isOver() {
        return over;
    }

    /** Nobody reads of it any more, or all is told: what is under way ends now, on both sides. */
    void over() {
        over = true;
        calls.forEach(call -> call.cancel(true)); // which closes its connection
        waiting.forEach(Burst::end);
    }

    /** A server does not look at a connection while its request waits, so it would wait for a client that has gone. */
    private static void end(AsyncExchange exchange) {
        exchange.broken(new IOException("its burst has ended"));
    }

    /** One request of a burst. */
    final class Shot {

        private final String index;

        Shot(String index) {
            this.index = index;
        }

        /** A request thread has it: this one. */
        void taken() {
            changed("taken", Map.of("thread", Thread.currentThread().getName()));
        }

        /** That thread goes back to its pool. */
        void left() {
            changed("left", Map.of());
        }

        /** The request waits now, without a thread. */
        void waits(AsyncExchange exchange) {
            waiting.add(exchange);
            exchange.whenEnded(() -> {
                waiting.remove(exchange);
                answered();
            });
            if (over) end(exchange);
        }

        /** How its body is taken: counted, not kept. */
        HttpResponse.BodyHandler<Counted.Body> body() {
            return head -> new Counted(isFirst() ? BODY_BYTES : 0);
        }

        private boolean isFirst() {
            return index.equals("0");
        }

        /** The answer is written, by this thread. */
        void answered() {
            changed("answered", Map.of("thread", Thread.currentThread().getName()));
        }

        /** The whole response has come back, or, if it is null, none will. */
        void done(HttpResponse<Counted.Body> response) {
            changed("done", response == null ? Map.of() : figures(response));
            open.decrementAndGet();
        }

        private Map<String, Object> figures(HttpResponse<Counted.Body> response) {
            Counted.Body body = response.body();
            return isFirst()
                    ? Map.of("status", response.statusCode(), "bytes", body.bytes(), "body", body.beginning())
                    : Map.of("status", response.statusCode(), "bytes", body.bytes());
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

    /** @return false when it was the last time: everything is done and published */
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
