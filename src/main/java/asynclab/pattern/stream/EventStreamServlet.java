package asynclab.pattern.stream;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.input.Parameters;
import asynclab.resource.EventLog;
import asynclab.servlet.LedgerServlet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Waiting for events, all of them in one answer that does not end: server-sent events (WHATWG HTML, 9.2).
 *
 * <p><b>The idea.</b> A reader is a position in the event log. Whoever publishes lets every reader write what it has not had
 * yet, as long as {@code isReady()}; the rest is written when the container says there is room. So there is no buffer for
 * each reader and nobody waits for a slow one: a reader that is overtaken by the end of the log is ended, comes back and says
 * where it was by {@code Last-Event-ID}. The id says which run of the server it is from, so that a restart loses nothing.
 *
 * <p><b>Its cost.</b> A connection and a timer for each reader. A client that is gone is noticed by nothing but a write that
 * fails, so there has to be one: the heartbeat, a line that clients ignore. Seen too late, it is an open connection; sent too
 * often, it is traffic. All heartbeats are written by the scheduler's thread, some microseconds each.
 *
 * <p><b>Try it.</b> {@code curl -N 'localhost:8080/events?heartbeatMs=1000'}, and in another terminal
 * {@code curl -X POST 'localhost:8080/publish?text=hello'}. Stop the first, publish again, and
 * {@code curl -N -H 'Last-Event-ID: ID' localhost:8080/events} with the id that came with the event; 1 means the same.
 *
 * <p><b>What you will see.</b> Each event with its number in the moment it is published, a colon each second, and what was
 * missed in between. After {@code timeoutMs} the stream ends, which is no failure: a browser connects again by itself.
 */
public class EventStreamServlet extends LedgerServlet {

    /** Beyond the stream's time, for a reader that does not take the last bytes of it. */
    private static final long GRACE_MILLIS = 5_000;

    private static final int EVENTS_A_LOOK = 16;
    private static final byte[] WELCOME = utf8(": welcome\nretry: 1000\n\n");
    private static final byte[] HEARTBEAT = utf8(":\n\n");

    private EventLog log;

    public EventStreamServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        log = EventLog.of(getServletContext());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long after = after(log, query, request.getHeader("Last-Event-ID"));
        stream(
                log,
                after,
                query.whole("heartbeatMs", 10, 600_000, 15_000),
                timeoutMillis(query),
                exchange,
                request,
                response);
    }

    /**
     * Answers with what is in the log after the event with that number, and all that comes, until the time is over, the log ends
     * or the reader is gone.
     */
    protected final AsyncExchange stream(
            EventLog log,
            long after,
            long heartbeatMillis,
            long mostMillis,
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        long lifeMillis = request.getMethod().equals("HEAD") ? 0 : mostMillis;
        response.setContentType("text/event-stream;charset=utf-8");
        ServletOutputStream out = response.getOutputStream();
        var open = exchanges().goAsync(exchange, request, response, lifeMillis + GRACE_MILLIS);
        var reader = new Reader(log, open, out, after, heartbeatMillis, lifeMillis);
        Runnable look = reader::look;
        log.subscribe(look);
        open.whenEnded(() -> log.unsubscribe(look)); // after subscribing: it may have ended already
        reader.beat(); // only counts the time; on Open Liberty the listener is called while this method still runs
        open.streamBy(out, reader);
        return open;
    }

    /** The header, which a browser sends by itself, counts for more than the query; without either only new events do. */
    private static long after(EventLog log, Parameters query, String lastEventId) {
        long asked = log.position(query, "after", log.lastId());
        if (lastEventId != null)
            asked = log.position(Parameters.of("Last-Event-ID", lastEventId), "Last-Event-ID", asked);
        return Math.max(asked, log.oldestId() - 1); // what is forgotten cannot be replayed
    }

    /** One reader. Its fields are touched in steps of its exchange alone, which exclude each other. */
    private static final class Reader implements WriteListener {

        private final EventLog log;
        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private final long heartbeatMillis;
        private final long endNanos;
        private List<EventLog.Event> newer = List.of();
        private int index; // of the next one in newer
        private long position; // the number of the last event written
        private boolean headSent;
        private boolean welcomed;
        private boolean writable; // isReady() has not said no since the container last called
        private boolean unflushed;
        private boolean beatDue;
        private boolean last;

        Reader(
                EventLog log,
                AsyncExchange exchange,
                ServletOutputStream out,
                long after,
                long heartbeatMillis,
                long lifeMillis) {
            this.log = log;
            this.exchange = exchange;
            this.out = out;
            this.position = after;
            this.heartbeatMillis = heartbeatMillis;
            endNanos = System.nanoTime() + lifeMillis * 1_000_000;
        }

        /** On a container's thread, first when {@code service()} has returned, then whenever there is room again. */
        @Override
        public void onWritePossible() {
            exchange.step(() -> {
                writable = true;
                return write();
            });
        }

        /** On the publisher's thread: there is something new. */
        void look() {
            exchange.step(this::write);
        }

        /** On the scheduler's thread, again and again: a sign of life, which also finds out who is gone. */
        void beat() {
            exchange.step(() -> {
                long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) last = true;
                else exchange.runAfter(Math.min(heartbeatMillis, leftMillis + 1), this::beat);
                beatDue = welcomed && !last;
                return write();
            });
        }

        /** @return true when it was the last and nothing is pending */
        private boolean write() throws IOException {
            while (writable) {
                writable = out.isReady(); // if not, the container will call; until then nobody asks again
                if (!writable) break;
                if (!headSent) {
                    headSent = true;
                    out.flush(); // seen on Open Liberty: a stream's first flush sends nothing, so it is not the
                    // welcome's
                    continue;
                }
                byte[] next = next();
                if (next != null) {
                    out.write(next);
                    unflushed = true;
                } else if (unflushed) {
                    unflushed = false;
                    out.flush();
                } else {
                    return last;
                }
            }
            if (position + 1 < log.oldestId() && index == newer.size())
                throw new IOException("the reader is too far behind");
            return false;
        }

        private byte[] next() throws IOException {
            if (!welcomed) {
                welcomed = true;
                return WELCOME;
            }
            if (index == newer.size()) {
                if (position + 1 < log.oldestId()) throw new IOException("the reader is too far behind");
                boolean noMore = log.isEnded();
                newer = log.after(position, EVENTS_A_LOOK);
                index = 0;
                if (noMore && newer.isEmpty()) last = true;
            }
            if (index < newer.size()) {
                var event = newer.get(index++);
                position = event.id();
                return frame(log, event);
            }
            if (!beatDue) return null;
            beatDue = false;
            return HEARTBEAT;
        }

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }

    /** Every line of the text is a line of data. */
    private static byte[] frame(EventLog log, EventLog.Event event) {
        var frame = new StringBuilder("id: ").append(log.idOf(event)).append('\n');
        event.text().lines().forEach(line -> frame.append("data: ").append(line).append('\n'));
        return utf8(frame.append('\n').toString());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
