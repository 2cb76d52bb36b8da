package asynclab.web;

import asynclab.exchange.Reply;
import asynclab.pattern.EventLog;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ServletContext;

/**
 * What becomes of the requests of one burst, as it happens. {@link BurstServlet} sends them, {@link TraceFilter} sees them come
 * in, whoever it is tells here, and every few hundredths of a second the scheduler publishes what is new. Times are milliseconds
 * since the burst. Thread-safe.
 */
final class Burst {

    private static final int BATCHES_KEPT = 10_000;
    private static final int BODY_BYTES = 2_000; // shown of the first answer

    private final long startedNanos = System.nanoTime();
    private final ConcurrentLinkedQueue<Map<String, Object>> changes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger open;
    private final EventLog log = new EventLog(BATCHES_KEPT);

    Burst(int requests) {
        open = new AtomicInteger(requests);
    }

    /** The bursts under way in one deployment, by the number that their requests carry. */
    static final class Register {

        private final Map<String, Burst> underWay = new ConcurrentHashMap<>();

        static Register of(ServletContext context) {
            return (Register) context.getAttribute(Register.class.getName());
        }

        void publishIn(ServletContext context) {
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
            int slash = header == null ? -1 : header.lastIndexOf('/');
            Burst burst = slash < 0 ? null : underWay.get(header.substring(0, slash));
            return burst == null ? null : burst.new Shot(header.substring(slash + 1));
        }
    }

    EventLog log() {
        return log;
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

        /** The answer is written, by this thread. */
        void answered() {
            changed("answered", Map.of("thread", Thread.currentThread().getName()));
        }

        /** The whole response has come back, or, if it is null, none will. */
        void done(HttpResponse<byte[]> response) {
            changed("done", response == null ? Map.of() : figures(response));
            open.decrementAndGet();
        }

        private Map<String, Object> figures(HttpResponse<byte[]> response) {
            if (!index.equals("0")) return Map.of("status", response.statusCode());
            byte[] body = response.body();
            String shown = new String(body, 0, Math.min(body.length, BODY_BYTES), StandardCharsets.UTF_8);
            return Map.of("status", response.statusCode(), "bytes", body.length, "body", shown);
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
