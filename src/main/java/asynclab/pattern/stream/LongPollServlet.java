package asynclab.pattern.stream;

import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.Parameters;
import asynclab.resource.EventLog;
import asynclab.servlet.HoldServlet;
import asynclab.servlet.LedgerServlet;
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
 * <p><b>What you will see.</b> The first answers in the moment of the second; {@code last} is what to ask {@code after} next. It
 * says which run of the server it is from, so that a restart loses nothing; the number alone will do as well.
 * Without {@code after=} only what is published from now on counts.
 */
public final class LongPollServlet extends LedgerServlet {

    /** Beyond the time the client gave, for a timer that is late; then it is 503 after all. */
    private static final long GRACE_MILLIS = 5_000;

    private static final int MAX_EVENTS = 50;

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
        long after = log.position(query, "after", log.lastId());
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

    /**
     * As many of them as fit the container's buffer, or writing could block: usually all, so this is done once. The client asks
     * again for the others. One event always fits: JSON makes six bytes of a character at most.
     */
    private Reply answer(List<EventLog.Event> newer) {
        Reply answer = whole(newer);
        return answer.body().length <= HoldServlet.MOST_BYTES || newer.size() == 1
                ? answer
                : answer(newer.subList(0, newer.size() / 2));
    }

    private Reply whole(List<EventLog.Event> events) {
        var body = new LinkedHashMap<String, Object>();
        body.put("last", log.idOf(events.get(events.size() - 1)));
        body.put("events", events);
        return Reply.json(200, body);
    }
}
