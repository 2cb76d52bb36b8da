package asynclab.pattern.stream;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
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
 * Server-sent events (WHATWG HTML, 9.2): one response carries all events and stays open.
 *
 * <p><b>The idea.</b> A reader is a position in the event log. A publish makes every reader write the events it does not have
 * yet, as long as {@code isReady()} is true. It writes the rest when the container has room again. So readers need no buffer
 * of their own, and no thread waits for a slow one. If the log has dropped an event that a reader still needs, its stream
 * ends. The reader connects again and sends its position as {@code Last-Event-ID}. The id identifies the run of the server,
 * so a restart loses nothing. A browser that gets another status than 200 never connects again. So a {@code Last-Event-ID} that
 * is no ID of a stream is not refused: the stream has new events only, and its first event, of the type {@code from-now}, says so.
 *
 * <p><b>Its cost.</b> Each reader needs a connection and a timer. The server notices a closed connection only when a write
 * fails, so it writes a heartbeat, a line that clients ignore. Rare heartbeats leave dead connections open; frequent ones are
 * traffic. The scheduler thread writes all heartbeats, and it also ends every other waiting request. So a client may ask for 100 ms at
 * the least, and the server writes at most {@code asynclab.heartbeats-per-second} (1,000) to all streams of a servlet together. The more
 * streams there are, the longer the interval of each.
 *
 * <p><b>Try it.</b> {@code curl -N 'localhost:8080/events?heartbeatMs=1000'}, and in another terminal {@code curl -X POST
 * 'localhost:8080/publish?text=hello'}. Stop the first, publish again, and run {@code curl -N -H 'Last-Event-ID: ID'
 * localhost:8080/events} with the id of the event; its number, 1, means the same.
 *
 * <p><b>What you will see.</b> Each event with its number at the moment it is published, a colon every second, and the event
 * that was missed in between. After {@code timeoutMs} the stream ends. This is no failure: a browser connects again by
 * itself.
 */
public class EventStreamServlet extends LedgerServlet {

    /** After the end of the stream, for a reader that does not take the last bytes. */
    private static final long GRACE_MILLIS = 5_000;

    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String FROM_NOW = "from-now";
    private static final int EVENTS_PER_READ = 16;
    private static final String WELCOME = ": welcome\nretry: 1000\n\n";
    private static final byte[] HEARTBEAT = utf8(":\n\n");

    private EventLog log;
    private Heartbeats heartbeats;

    public EventStreamServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        log = EventLog.of(getServletContext());
        heartbeats = new Heartbeats(Settings.of(getServletContext()));
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        stream(
                log,
                start(log, query, request.getHeader(LAST_EVENT_ID)),
                query.whole(
                        "heartbeatMs", Heartbeats.SHORTEST_MILLIS, Heartbeats.LONGEST_MILLIS, Heartbeats.USUAL_MILLIS),
                timeoutMillis(query),
                exchange,
                request,
                response);
    }

    /**
     * Answers with the events after the given number, and with all further ones. The stream ends when its time is over, the log
     * ends or the reader is gone.
     *
     * @param after the number of the last event that the reader has
     * @param heartbeatMillis the time between two heartbeats
     * @param mostMillis the maximum duration of the stream
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
        return stream(log, new Start(after, WELCOME), heartbeatMillis, mostMillis, exchange, request, response);
    }

    private AsyncExchange stream(
            EventLog log,
            Start start,
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
        var reader = new Reader(log, open, out, start, heartbeats, heartbeatMillis, lifeMillis);
        Runnable writeNewer = reader::writeNewer;
        log.subscribe(writeNewer);
        heartbeats.opened();
        open.whenEnded(
                () -> { // after subscribing, because the exchange may have ended
                    log.unsubscribe(writeNewer);
                    heartbeats.closed();
                });
        // Before streamBy, because Open Liberty calls the listener while this method still runs.
        reader.startBeating();
        open.streamBy(out, reader);
        return open;
    }

    /**
     * Where a stream starts.
     *
     * @param after the number of the last event that the reader has
     * @param welcome the first bytes of the stream
     */
    private record Start(long after, String welcome) {}

    /**
     * A browser sends the header by itself, so it overrides the query. Without both, the stream has new events only.
     *
     * <p>A header that is no ID is not refused: after any status but 200 a browser never connects again. Its stream has new events only,
     * and the first event says so. That event has an ID, so the next connection of the browser sends a valid one.
     */
    private static Start start(EventLog log, Parameters query, String lastEventId) {
        long now = log.lastId();
        long asked = log.position(query, "after", now);
        String welcome = WELCOME;
        if (lastEventId != null) {
            try {
                asked = log.position(Parameters.of(LAST_EVENT_ID, lastEventId), LAST_EVENT_ID, asked);
            } catch (BadParameter unknown) {
                asked = now;
                String why = unknown.getMessage() + " This stream has the events from now on.";
                welcome += "event: " + FROM_NOW + '\n' + frame(log.idOf(now), why);
            }
        }
        return new Start(Math.max(asked, log.oldestId() - 1), welcome); // dropped events cannot be replayed
    }

    /** One reader. Only steps of its exchange use its fields, and these steps exclude each other. */
    private static final class Reader implements WriteListener {

        private final EventLog log;
        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private final Heartbeats heartbeats;
        private final long heartbeatMillis; // as the client asked
        private final long endNanos;
        private final byte[] welcome;
        private List<EventLog.Event> newer = List.of();
        private int index; // of the next event in newer
        private long position; // the number of the last event written
        private boolean headSent;
        private boolean welcomed;
        private boolean writable; // isReady() has not been false since the container last called
        private boolean unflushed;
        private boolean beatDue;
        private boolean last;

        Reader(
                EventLog log,
                AsyncExchange exchange,
                ServletOutputStream out,
                Start start,
                Heartbeats heartbeats,
                long heartbeatMillis,
                long lifeMillis) {
            this.log = log;
            this.exchange = exchange;
            this.out = out;
            this.position = start.after;
            this.welcome = utf8(start.welcome);
            this.heartbeats = heartbeats;
            this.heartbeatMillis = heartbeatMillis;
            endNanos = System.nanoTime() + lifeMillis * 1_000_000;
        }

        /** Runs on a thread of the container: once after {@code service()} has returned, then whenever there is room again. */
        @Override
        public void onWritePossible() {
            exchange.step(() -> {
                writable = true;
                return write();
            });
        }

        /** Runs on the publisher's thread. */
        void writeNewer() {
            exchange.step(this::write);
        }

        /** Called once, by the request thread. */
        void startBeating() {
            exchange.step(() -> {
                beatAfter(heartbeats.firstMillis(heartbeatMillis));
                return false;
            });
        }

        /** Runs on the scheduler's thread, periodically. Its write fails if the client is gone. */
        private void beat() {
            exchange.step(() -> {
                beatAfter(heartbeats.nextMillis(heartbeatMillis));
                beatDue = welcomed && !last;
                return write();
            });
        }

        private void beatAfter(long millis) {
            long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) last = true;
            else exchange.runAfter(Math.min(millis, leftMillis + 1), this::beat);
        }

        /** @return true at the end of the stream, when no write is pending */
        private boolean write() throws IOException {
            while (writable && !(welcomed && isTooFarBehind())) {
                writable = out.isReady(); // if false, the container calls; until then no code may ask again
                if (!writable) break;
                if (!headSent) {
                    headSent = true;
                    out.flush(); // on Open Liberty the first flush of a stream sends nothing, so it comes before
                    // the data
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
            if (isTooFarBehind()) exchange.cutShort(); // no I/O error: the container does not end the request
            return false;
        }

        /** Whether the log has dropped an event that the reader still needs. */
        private boolean isTooFarBehind() {
            return index == newer.size() && position + 1 < log.oldestId();
        }

        private byte[] next() {
            if (!welcomed) {
                welcomed = true;
                return welcome;
            }
            if (index == newer.size()) {
                boolean noMore = log.isEnded();
                newer = log.after(position, EVENTS_PER_READ);
                index = 0;
                if (noMore && newer.isEmpty()) last = true;
            }
            if (index < newer.size()) {
                var event = newer.get(index++);
                position = event.id();
                return utf8(frame(log.idOf(position), event.text()));
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

    /** Each line of the text becomes one data line, and the reader joins them again. A text has no carriage return. */
    private static String frame(String id, String text) {
        return "id: " + id + "\ndata: " + text.replace("\n", "\ndata: ") + "\n\n";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
