package asynclab.pattern;

import asynclab.delay.Parameters;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Waiting for an event, one answer a request: the long poll.
 *
 * <p><b>The idea.</b> The client says which event it has seen last. If there are newer ones it gets them at once; else the
 * request waits, without a thread, until one is published. When its time is over it gets 204, which is an answer and no
 * failure, and asks again. Who publishes, the timer and a client that has gone race to the end; one of them wins.
 *
 * <p><b>Its cost.</b> A request for every event and client, and one for every {@code timeoutMs} in which nothing happens. An
 * event is not lost between two polls, because the client names the last it has seen; it is, once the log has forgotten it.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/long-poll?after=0&timeoutMs=30000'}, and in another terminal
 * {@code curl -X POST 'localhost:8080/publish?text=hello'}.
 *
 * <p><b>What you will see.</b> The first answers in the moment of the second; {@code last} is what to ask {@code after} next.
 * Without {@code after=} only what is published from now on counts.
 */
public final class LongPollServlet extends LedgerServlet {

    /** Beyond the time the client gave, for a timer that is late; then it is 503 after all. */
    private static final long GRACE_MILLIS = 5_000;

    private static final int MAX_EVENTS = 50;
    private static final int MAX_BYTES =
            4_000; // an answer has to fit the container's buffer, or writing it could block

    private EventLog log;

    public LongPollServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        log = EventLog.of(getServletContext());
    }

    @Override
    protected void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        long last = log.lastId();
        long asked = query.whole("after", 0, Long.MAX_VALUE / 10, last);
        long after = asked > last ? 0 : asked; // a number from before a restart: all there is is new
        long waitMillis = timeoutMillis(query);
        var waiting = exchanges().goAsync(exchange, request, response, waitMillis + GRACE_MILLIS);
        Runnable look = () -> {
            List<EventLog.Event> newer = log.after(after, MAX_EVENTS);
            if (!newer.isEmpty()) waiting.answer(() -> answer(newer));
        };
        log.subscribe(look);
        waiting.whenEnded(() -> log.unsubscribe(look)); // after subscribing: it may have ended already
        waiting.answerAfter(waitMillis, Reply::noContent);
        look.run(); // what was published before we subscribed
    }

    private static Reply answer(List<EventLog.Event> newer) {
        var events = new ArrayList<EventLog.Event>();
        int bytes = 0;
        for (var event : newer) {
            bytes += event.text().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_BYTES && !events.isEmpty()) break;
            events.add(event);
        }
        var body = new LinkedHashMap<String, Object>();
        body.put("last", events.get(events.size() - 1).id());
        body.put("events", events);
        return Reply.json(200, body);
    }
}
