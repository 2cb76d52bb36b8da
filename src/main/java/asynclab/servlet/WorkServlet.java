package asynclab.servlet;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Reply;
import asynclab.resource.Backend;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Base class of the patterns that do blocking work on a thread of a pool. The init-param {@code work} names the work. {@code hold} blocks
 * for the hold time. {@code backend} calls a backend that takes as long, and blocks its thread until the answer has come.
 */
public abstract class WorkServlet extends HoldServlet {

    private Backend backend; // null: the work is to hold

    @Override
    public void init() {
        super.init();
        String work = settings().text("work", "hold");
        if (work.equals("backend")) backend = new Backend(getServletConfig(), exchanges());
        else if (!work.equals("hold"))
            throw new IllegalArgumentException("work must be hold or backend, but was \"" + work + "\"");
    }

    /** Does the work, blocking the thread that calls it. A call of the backend ends with the exchange. */
    protected final Reply work(Hold hold, AsyncExchange waiting) throws Exception {
        if (backend != null) return answer(hold, backend.call(hold.plannedMillis(), waiting));
        if (exchanges().blockFor(hold.plannedMillis()))
            throw new RejectedExecutionException("the application is stopping");
        return answer(hold);
    }

    /** The work for {@code CompletableFuture.supplyAsync}. Null if the exchange has ended: the client already has its 503. */
    protected final Reply supply(Hold hold, AsyncExchange waiting) {
        if (!waiting.isOpen()) return null;
        try {
            return work(hold, waiting);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void destroy() {
        if (backend != null) backend.close();
    }
}
