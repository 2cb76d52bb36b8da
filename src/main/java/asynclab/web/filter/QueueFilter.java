package asynclab.web.filter;

import asynclab.container.Delivery;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.discipline.QueuedRequest;
import asynclab.discipline.RequestQueue;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import asynclab.queue.QueueParameters;
import asynclab.queue.RequestQueues;
import java.io.IOException;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A queue in front of any servlet: at most {@code servers} requests are inside it, and the others wait without a thread. The servlet may be
 * blocking or asynchronous, and needs no change. It and the filters before it must support asynchronous processing.
 *
 * <p><b>How.</b> If a server is free, the request goes on at once. Else the filter takes it off its thread. When its turn comes, the
 * filter dispatches it, and a request thread runs the servlet. The server becomes free when the request has ended: answered, failed,
 * timed out or given up by its client, also if the servlet itself goes asynchronous. So {@code servers} must be lower than the number of
 * request threads if the servlet blocks: a dispatched request waits for a thread like any other.
 *
 * <p><b>Where.</b> Its mapping must be the last of the filter mappings for a URL. A dispatched request passes only the filters that are
 * mapped with the dispatcher ASYNC. The wrappers that earlier filters have put around the request and the response remain.
 *
 * <p><b>The ledger.</b> It counts a request that ends in this queue: shed, timed out or drained. A request that goes on is counted by
 * its servlet, if that is one of this application. In an application without a ledger the filter makes one of its own.
 *
 * <p>Init-params: those of {@link QueueParameters#settings}, and {@code max-wait-millis}, after which a waiting request gets 503. Thread-safe.
 */
public final class QueueFilter implements Filter {

    private static final long MOST_WAIT_MILLIS = 600_000;
    private static final int WRITERS = 8; // the defaults of web.xml
    private static final int WRITER_QUEUE = 1_000;

    private Exchanges exchanges;
    private Exchanges own; // null if the application has some
    private RequestQueue room;
    private long maxWaitMillis;
    private Reply busy;

    /** @throws BadParameter if a setting is wrong; the container then refuses the application with this message */
    @Override
    public void init(FilterConfig config) {
        ServletContext context = config.getServletContext();
        var settings = Settings.of(config);
        QueueSettings queue = QueueParameters.settings(settings, Settings.of(context));
        maxWaitMillis = settings.whole("max-wait-millis", 1, MOST_WAIT_MILLIS, MOST_WAIT_MILLIS);
        busy = Reply.unavailable((int) queue.get(QueueSetting.RETRY_AFTER_SECONDS), "The server is overloaded.");
        room = RequestQueues.of(context).open(config.getFilterName(), queue);
        exchanges = Exchanges.of(context);
        if (exchanges != null) return;
        own = new Exchanges("queue-", 1, MOST_WAIT_MILLIS, null, Delivery.of(context), WRITERS, WRITER_QUEUE);
        exchanges = own;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() == DispatcherType.REQUEST)
            queue((HttpServletRequest) request, (HttpServletResponse) response, chain);
        else dispatched((HttpServletRequest) request, response, chain);
    }

    /** Its turn has come, or it is inside. */
    private static void dispatched(HttpServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (Throwable thrown) {
            Exchanges.dispatchFailed(request);
            throw thrown;
        }
    }

    private void queue(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        QueuedRequest queued;
        try {
            queued = room.enter(
                    room.settings().get(QueueSetting.EXPECTED_MILLIS),
                    QueueParameters.clientTimeoutMillis(request, room.settings()));
        } catch (BadParameter bad) {
            exchanges.send(request, response, Reply.badParameter(bad));
            return;
        }
        if (queued == null) {
            exchanges.end(exchanges.start(), request, response, Ending.SHED, busy);
        } else if (queued.isServed()) {
            try {
                chain.doFilter(request, response);
            } finally {
                Exchanges.whenEnded(request, queued::leave);
            }
        } else {
            park(queued, request, response);
        }
    }

    private void park(QueuedRequest queued, HttpServletRequest request, HttpServletResponse response) {
        try {
            AsyncExchange waiting = exchanges.park(request, response, maxWaitMillis);
            waiting.whenEnded(queued::giveUp); // if it ends in the line
            Exchanges.whenEnded(request, queued::leave); // if it ends in the servlet
            queued.whenDecided(
                    () -> {
                        if (!waiting.handBack()) queued.leave();
                    },
                    () -> waiting.shed(busy));
        } catch (RuntimeException | Error notAsynchronous) {
            queued.leave();
            throw notAsynchronous;
        }
    }

    @Override
    public void destroy() {
        if (own != null) own.close();
    }
}
