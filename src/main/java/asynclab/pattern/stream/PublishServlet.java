package asynclab.pattern.stream;

import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
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
 * browser. HEAD gets the headers of GET and publishes nothing.
 *
 * <p>A text comes out of both as it went in. So a text with a carriage return is refused with 400: an event stream ends a line
 * there, and a reader would get a line feed.
 *
 * <p><b>What you will see.</b> {@code {"id":1,"listeners":0}}.
 */
public final class PublishServlet extends LedgerServlet {

    private static final int MAX_CHARS = 1_000;

    private EventLog log;

    public PublishServlet() {
        super("GET", "HEAD", "POST");
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
        if (text.indexOf('\r') >= 0) throw new BadParameter("text", text, "without a carriage return");
        boolean onlyAsks = request.getMethod().equals("HEAD");
        var body = new LinkedHashMap<String, Object>();
        int listeners = log.listenerCount();
        body.put("id", onlyAsks ? log.lastId() + 1 : log.publish(text).id());
        body.put("listeners", listeners);
        end(exchange, request, response, Ending.ANSWERED, Reply.json(200, body));
    }
}
