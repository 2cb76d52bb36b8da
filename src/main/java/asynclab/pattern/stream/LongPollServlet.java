package asynclab.pattern.stream;

import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import asynclab.resource.EventLog;
import asynclab.servlet.HoldServlet;
import asynclab.servlet.LedgerServlet;
import java.util.LinkedHashMap;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Long poll: one request waits for the next event.
 *
 * <p><b>The idea.</b> The client sends the number of the last event it knows. If there are newer events, it gets them at
 * once. Otherwise the request waits without a thread until an event is published. When its time is over, the client gets 204,
 * which is an answer and no failure, and asks again. The publisher, the timer and a closed connection race to end the
 * exchange, and one wins.
 *
 * <p><b>Its cost.</b> Each client sends one request for each event, and one for every {@code timeoutMs} without an event. No
 * event is lost between two polls, because the client sends the last number. An event is lost only when the log has dropped
 * it.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/long-poll?after=0&timeoutMs=30000'}, and in another terminal {@code curl
 * -X POST 'localhost:8080/publish?text=hello'}.
 *
 * <p><b>What you will see.</b> The poll answers at the moment of the publish. {@code last} is the value for the next {@code
 * after}. It identifies the run of the server, so a restart loses nothing; the number alone works as well. Without {@code
 * after=} the poll waits for events published from now on.
 */
public final class LongPollServlet extends LedgerServlet {

    /** After the time that the client gave, for a late timer. Then the answer is 503. */
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
        Runnable answerNewer = () -> {
            List<EventLog.Event> newer = log.after(after, MAX_EVENTS);
            if (!newer.isEmpty()) waiting.answer(() -> answer(newer));
        };
        log.subscribe(answerNewer);
        waiting.whenEnded(() -> log.unsubscribe(answerNewer)); // after subscribing, because the exchange may have ended
        waiting.answerAfter(waitMillis, Reply::noContent);
        answerNewer.run(); // finds events published before the subscription
    }

    /**
     * As many events as fit the container's buffer, because a longer answer could block. Usually all fit. The client asks again
     * for the others. One event always fits: a character takes at most six bytes in JSON.
     */
    private Reply answer(List<EventLog.Event> newer) {
        Reply answer = whole(newer);
        return answer.body().length <= HoldServlet.MOST_BYTES || newer.size() == 1
                ? answer
                : answer(newer.subList(0, newer.size() / 2));
    }

    private Reply whole(List<EventLog.Event> events) {
        var body = new LinkedHashMap<String, Object>();
        body.put("last", log.idOf(events.get(events.size() - 1).id()));
        body.put("events", events);
        return Reply.json(200, body);
    }
}
