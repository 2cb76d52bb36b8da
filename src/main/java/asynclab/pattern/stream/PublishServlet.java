package asynclab.pattern.stream;

import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.BadParameter;
import asynclab.input.Parameters;
import asynclab.resource.EventLog;
import asynclab.servlet.LedgerServlet;
import java.util.LinkedHashMap;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Adds an event to the log of {@link LongPollServlet} and {@link EventStreamServlet}. The answer has its number and the
 * number of listeners.
 *
 * <p><b>The idea.</b> The publisher's thread answers all waiting requests. Each answer is a write that never blocks. So no
 * other thread is needed, and no reader can delay the publisher.
 *
 * <p><b>Its cost.</b> The publisher spends some microseconds for each reader: tenths of a second for ten thousand readers.
 * For more readers, the work would have to be split among a few threads.
 *
 * <p><b>Try it.</b> {@code curl -X POST 'localhost:8080/publish?text=hello'}. GET does the same, for the address bar of a
 * browser.
 *
 * <p><b>What you will see.</b> {@code {"id":1,"listeners":0}}.
 */
public final class PublishServlet extends LedgerServlet {

    private static final int MAX_CHARS = 1_000;

    private EventLog log;

    public PublishServlet() {
        super("GET", "POST");
    }

    @Override
    public void init() {
        super.init();
        log = EventLog.of(getServletContext());
    }

    @Override
    protected void handle(
            Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        String text = query.text("text");
        if (text == null || text.isEmpty() || text.length() > MAX_CHARS)
            throw new BadParameter("text", text == null ? "" : text, "1 to " + MAX_CHARS + " characters long");
        var body = new LinkedHashMap<String, Object>();
        int listeners = log.listenerCount();
        body.put("id", log.publish(text).id());
        body.put("listeners", listeners);
        end(exchange, request, response, Ending.ANSWERED, Reply.json(200, body));
    }
}
