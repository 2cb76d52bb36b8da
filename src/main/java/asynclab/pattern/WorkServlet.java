package asynclab.pattern;

import asynclab.exchange.Reply;
import java.util.concurrent.RejectedExecutionException;

/**
 * What the patterns share that have blocking work done on a thread of some pool. What the work is, {@code web.xml} says:
 * {@code work = hold} blocks for the hold time; {@code work = backend} calls a backend that takes as long, with a blocking
 * client that blocks in the socket.
 */
public abstract class WorkServlet extends HoldServlet {

    private static final long BEHIND_THE_DEADLINE_MILLIS = 1_000;

    private Backend backend; // null: the work is to hold

    @Override
    public void init() {
        super.init();
        String work = setting("work", "hold");
        if (work.equals("backend")) backend = new Backend(getServletConfig(), exchanges());
        else if (!work.equals("hold")) throw new IllegalArgumentException("work must be hold or backend, not " + work);
    }

    /** Does the work, blocking the thread that calls it. */
    protected final Reply work(Hold hold) throws Exception {
        // The exchange's own deadline answers; this one only frees the thread.
        if (backend != null)
            return answer(
                    hold,
                    backend.callOnSocket(hold.plannedMillis(), hold.timeoutMillis() + BEHIND_THE_DEADLINE_MILLIS));
        if (exchanges().blockFor(hold.plannedMillis()))
            throw new RejectedExecutionException("the application is stopping");
        return answer(hold);
    }

    @Override
    public void destroy() {
        if (backend != null) backend.close();
    }
}
