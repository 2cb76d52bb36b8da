package asynclab.pattern;

import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.discipline.QueuedRequest;
import asynclab.discipline.RequestQueue;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.input.Settings;
import asynclab.pool.Workers;
import asynclab.queue.QueueParameters;
import asynclab.queue.RequestQueues;
import asynclab.servlet.WorkServlet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The application's own queue: requests wait without a thread in front of N workers of blocking work. The application decides which
 * request waits, which one is next and which one is refused.
 *
 * <p><b>The idea.</b> The queue of a blocking servlet is the container's. It is first in, first out, and under lasting overload it
 * serves clients that have left. An asynchronous servlet takes the request off its thread at once, so the application owns the queue.
 * The init-param {@code discipline} chooses its order ({@link asynclab.discipline.Discipline}).
 *
 * <p><b>Its cost.</b> The capacity stays workers ÷ hold time. A discipline decides only which requests get it. A shed request is
 * answered with 503 and Retry-After, from a reply that is made once. The server must know how long its clients wait, or how many
 * requests may wait.
 *
 * <p><b>Try it.</b> {@code for i in $(seq 200); do curl -s -o /dev/null -w '%{http_code}\n' 'localhost:8080/queued/bounded?ms=500' & done | sort | uniq -c}
 *
 * <p><b>What you will see.</b> With 50 workers and a limit of 100: 150 answers and 50 refusals. With {@code /queued/fifo} all 200 are
 * answered, the last after two seconds. With {@code /queued/deadline?ms=500&clientTimeoutMs=1200}: 100 answers within a second, and
 * 100 refusals as soon as their answers would be too late.
 */
public final class QueuedServlet extends WorkServlet {

    private RequestQueue room;
    private ThreadPoolExecutor workers;
    private Reply busy;

    @Override
    public void init() {
        super.init();
        QueueSettings queue = QueueParameters.settings(settings(), Settings.of(getServletContext()));
        room = RequestQueues.of(getServletContext()).open(getServletName(), queue);
        // A request is queued in the pool only until the thread of the request before has written its answer and
        // returned to the pool.
        workers = Workers.start(getServletName(), queue.servers(), queue.servers());
        busy = Reply.unavailable((int) queue.get(QueueSetting.RETRY_AFTER_SECONDS), "The server is overloaded.");
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        QueuedRequest queued =
                room.enter(hold.plannedMillis(), QueueParameters.clientTimeoutMillis(request, room.settings()));
        if (queued == null) {
            end(exchange, request, response, Ending.SHED, busy);
            return;
        }
        AsyncExchange waiting;
        try {
            waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        } catch (RuntimeException | Error notAsynchronous) {
            queued.leave();
            throw notAsynchronous;
        }
        waiting.whenEnded(queued::giveUp); // work that has begun keeps its worker, even if the exchange ends
        queued.whenDecided(() -> begin(hold, waiting, queued), () -> waiting.shed(busy));
    }

    private void begin(Hold hold, AsyncExchange waiting, QueuedRequest queued) {
        try {
            workers.execute(() -> serve(hold, waiting, queued));
        } catch (RejectedExecutionException stopped) { // destroy() comes before the application's own stop
            waiting.fail(new CancellationException("the workers have been stopped"));
            queued.leave();
        }
    }

    private void serve(Hold hold, AsyncExchange waiting, QueuedRequest queued) {
        try {
            waiting.answer(
                    () -> workAndLeave(hold.beginningNow(), waiting, queued)); // no work if the exchange has ended
        } finally {
            queued.leave();
        }
    }

    /** Works, and gives the server of the queue back before the answer is written: the client's next request may follow at once. */
    private Reply workAndLeave(Hold hold, AsyncExchange waiting, QueuedRequest queued) throws Exception {
        try {
            return work(hold, waiting);
        } finally {
            queued.leave();
        }
    }

    @Override
    public void destroy() {
        super.destroy(); // first: it closes sockets, which an interrupt does not
        Workers.stop(workers);
    }
}
