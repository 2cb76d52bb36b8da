package asynclab.exchange;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import javax.servlet.AsyncContext;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An {@link Exchange} joined to an {@link AsyncContext}: from {@code startAsync} to its single end. The only code in the
 * application that calls {@code complete()}. It decides nothing that the exchange decides.
 *
 * <ol>
 *   <li>After {@code service()} returns no thread belongs to the request: a timer or a callback of any thread ends it.
 *   <li>Every end goes through {@link #finish}: claim, cancel the timers, write, count, complete. A loser touches neither
 *       request nor response, which the container may have given to the next client (Tomcat bz 61768, CVE-2018-8037).
 *   <li>The deadline is our own timer, exact to a millisecond (Tomcat sweeps once a second) and set when it is near; the
 *       container's timeout stands two seconds behind it as a safety net and ends the exchange the same way.
 *   <li>After the end nothing here refers to the request, the response or the context.
 *   <li>A body too large for one {@link Reply} is read or written in {@link #step steps}, between which the exchange stays open.
 *       Nobody ends it in the middle of a step, and no step begins after the end.
 * </ol>
 *
 * Thread-safe: any thread may call any public method, any number of times.
 */
public final class AsyncExchange {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncExchange.class);
    private static final long SAFETY_NET_MILLIS = 2_000;
    private static final long CONTAINER_FIRST_MILLIS = 1_000;
    private static final long MOST_WRITING_MILLIS = 30_000;
    private static final long A_DAY_MILLIS = 86_400_000;
    // Thousands of these wait at once, so what can be a field is no object, as an AtomicReference or a latch would be.
    private static final AtomicReferenceFieldUpdater<AsyncExchange, AsyncContext> CONTEXT =
            AtomicReferenceFieldUpdater.newUpdater(AsyncExchange.class, AsyncContext.class, "context");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<AsyncExchange, Future> TIMER =
            AtomicReferenceFieldUpdater.newUpdater(AsyncExchange.class, Future.class, "timer");

    private final Exchanges exchanges;
    private final Exchange exchange;
    private final long timeoutMillis;
    private volatile AsyncContext context; // null when it has been completed, by us or by the container
    private final Outlet outlet; // null unless it is Delivery.BY_LISTENER
    // Set before any other thread sees this object, and cleared by the winner alone.
    private HttpServletResponse response;
    private boolean streaming; // set in a step and read by the winner, whom no step runs beside
    private volatile boolean ioError;
    private volatile boolean refused; // the container did not take our complete()
    private boolean over; // the winner has written, and called complete(); guarded by this
    private boolean awaited; // by the container; guarded by this
    private volatile Future<?> timer; // changed by TIMER
    private final LogContext logContext = LogContext.ofThisThread(); // the request's
    private volatile Future<?> deadline;

    AsyncExchange(
            Exchanges exchanges,
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response,
            long timeoutMillis) {
        this.exchanges = exchanges;
        this.exchange = exchange;
        this.timeoutMillis = timeoutMillis;
        this.response = response;
        outlet = exchanges.delivery() == Delivery.BY_LISTENER ? Outlet.of(this, request, response) : null;
        // With both arguments: without them the wrappers that filters put round them would be dropped (jetty #4143).
        AsyncContext started = request.startAsync(request, response);
        started.setTimeout(timeoutMillis + SAFETY_NET_MILLIS);
        started.addListener(new ContainerEvents(this));
        context = started;
        if (outlet != null) outlet.listen();
    }

    /** To be found among thousands, cheaper than what an object has of its own. */
    @Override
    public int hashCode() {
        return Long.hashCode(exchange.startedNanos());
    }

    /** By the request's thread, once. */
    void watchNearDeadline() {
        if (timeoutMillis <= Exchanges.NEAR_MILLIS) watchDeadline(timeoutMillis);
    }

    /** By the sweep, again and again. */
    void watchDistantDeadline() {
        if (timeoutMillis <= Exchanges.NEAR_MILLIS || deadline != null) return;
        long leftMillis = timeoutMillis - (System.nanoTime() - exchange.startedNanos()) / 1_000_000;
        if (leftMillis <= Exchanges.NEAR_MILLIS) watchDeadline(leftMillis);
    }

    private void watchDeadline(long millis) {
        Future<?> alarm = schedule(this::timeOut, millis);
        deadline = alarm;
        if (!exchange.isOpen()) cancel(alarm); // it ended before there was something to cancel
    }

    /** Something that makes a reply, when its time has come. */
    @FunctionalInterface
    public interface Work {
        Reply run() throws Exception;
    }

    /** Answers with what the work makes, after the time. The work runs on the scheduler's thread and must not block. */
    public void answerAfter(long millis, Work work) {
        runAfter(millis, () -> answer(work));
    }

    /** Runs the task after the time, on the scheduler's thread, if the exchange is open then; instead of an earlier one. */
    public void runAfter(long millis, Runnable task) {
        Future<?> next = schedule(task, millis);
        cancel(TIMER.getAndSet(this, next));
        if (!exchange.isOpen()) cancel(next);
    }

    /**
     * Runs the task once, when the exchange has been counted and before its response is let go, however it ended; at once if
     * it has ended. The place to give back what the exchange holds. Tasks run in the order they were given, on the thread that
     * ends the exchange, each whatever the others throw. They must not block.
     */
    public void whenEnded(Runnable task) {
        exchange.whenEnded(task);
    }

    /** A part of reading or writing a body, by {@code isReady()}, that never blocks. */
    @FunctionalInterface
    public interface Step {
        /** @return true when the response is complete, and nothing of it pending: {@code isReady()} was true after its last byte */
        boolean run() throws Exception;
    }

    /**
     * Runs the step on this thread while nobody can end the exchange; without effect if it has ended. What the step throws
     * ends it, as {@link #broken}. Called within a step, as by a container that calls a listener while it is being set, it
     * returns at once, and the step comes right after that one.
     */
    public void step(Step step) {
        exchange.step(() -> {
            try {
                if (step.run()) finish(Ending.ANSWERED, null);
            } catch (Throwable thrown) {
                broken(thrown);
            }
        });
    }

    /** Leaves the body to the listener. From here on the exchange ends without a reply. */
    public void streamBy(ServletOutputStream out, WriteListener listener) {
        streamBy(out, () -> {}, listener);
    }

    /**
     * The same.
     *
     * @param head sets status and headers. They belong to the stream: a reply that comes first must not have its length.
     */
    public void streamBy(ServletOutputStream out, Runnable head, WriteListener listener) {
        step(() -> {
            head.run();
            streaming = true;
            if (outlet == null) out.setWriteListener(listener);
            else outlet.streamBy(listener);
            return false;
        });
    }

    /** Lets the listener read the request's body. */
    public void readBy(ServletInputStream in, ReadListener listener) {
        step(() -> {
            if (outlet == null) in.setReadListener(listener);
            else outlet.readBy(in, listener);
            return false;
        });
    }

    /** Ends a stream in the middle of its body, as a client that has gone. */
    public void cutShort() {
        clientGone();
    }

    /** Reading or writing failed: an I/O error is a client that has gone, after which the response is not touched. */
    public void broken(Throwable thrown) {
        if (thrown instanceof IOException) {
            ioError();
            clientGone();
        } else if (thrown instanceof TimeoutException) timeOut(); // Jetty's idle timeout while a body is read
        else fail(thrown);
    }

    void ioError() {
        ioError = true; // whoever wins
    }

    /** Answers with what the work makes, on this thread; with 500 if it throws. Without effect if the exchange has ended. */
    public void answer(Work work) {
        logContext.run(() -> answerHere(work));
    }

    private void answerHere(Work work) {
        Reply reply;
        try {
            if (!exchange.isOpen()) return;
            reply = work.run();
        } catch (Throwable thrown) {
            fail(thrown);
            return;
        }
        finish(Ending.ANSWERED, reply);
    }

    /** Cancels a call to somebody else when the exchange ends before it: an answer nobody waits for is dead work. */
    public void cancelAtEnd(Future<?> call) {
        whenEnded(() -> call.cancel(true)); // without true the JDK's client would let it go on
    }

    /** True until the exchange has ended. For work that was queued: there is no use in doing it for nobody. */
    public boolean isOpen() {
        return exchange.isOpen();
    }

    /** Ends the exchange as {@link Outcome} says. */
    public void fail(Throwable thrown) {
        var outcome = Outcome.of(thrown, exchanges.isClosing());
        if (finish(outcome.ending(), outcome.reply())) logContext.run(outcome::log);
    }

    void timeOut() {
        fail(new Deadline.Passed(timeoutMillis));
    }

    void drain() {
        finish(Ending.DRAINED, exchanges.farewell());
    }

    /** The container found the connection broken: nobody is left to write to, and after an I/O error nobody may. */
    void clientGone() {
        if (!finish(Ending.CLIENT_GONE, null) && outlet != null) outlet.gone();
    }

    /** Ends the exchange with the reply, on this thread. Without effect if it has ended. */
    void end(Ending ending, Reply reply) {
        finish(ending, reply);
    }

    private boolean finish(Ending ending, Reply reply) {
        return exchange.claim(() -> {
            cancel(deadline);
            cancel(timer);
            if (reply == null || streaming && !mayStillReply()) conclude(ending);
            else if (outlet != null) outlet.send(reply, ending);
            else if (exchanges.writers() == null) conclude(reply.sendTo(response, Delivery.BUFFERED, ending));
            else leaveToWriter(reply, ending);
        });
    }

    /** The container waits for the writer before it reuses the response, as it does for a step. */
    private void leaveToWriter(Reply reply, Ending ending) {
        waitWithoutTimeout();
        try {
            exchanges
                    .writers()
                    .execute(() -> exchange.excludingSteps(() -> {
                        boolean gone = context == null; // the container has ended it meanwhile
                        conclude(gone ? Ending.CLIENT_GONE : reply.sendTo(response, Delivery.BY_WRITERS, ending));
                    }));
        } catch (RejectedExecutionException full) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            conclude(Ending.REJECTED);
        }
    }

    /** Whether the stream has sent nothing yet, so that a reply can take its place. For the winner. */
    private boolean mayStillReply() {
        try {
            if (response.isCommitted()) return false;
            response.resetBuffer();
            response.setContentLength(-1); // it was the stream's
            if (!response.getOutputStream().isReady()) return false;
            streaming = false;
            return true;
        } catch (IOException | RuntimeException notAnyMore) {
            return false;
        }
    }

    /** When the reply is written, or will not be: once, by the winner or by the outlet it has left the reply to. */
    void conclude(Ending actual) {
        try {
            response = null;
            exchanges.forget(this);
            exchange.end(actual);
            if (ioError && (streaming || outlet != null)) leaveToContainer();
            else if (outlet == null || context == null || !mustWait(actual)) complete();
        } finally {
            tellOver();
        }
    }

    private boolean mustWait(Ending actual) {
        boolean waits = outlet.mustWait(streaming && actual != Ending.ANSWERED);
        if (waits) waitWithoutTimeout();
        return waits;
    }

    /**
     * From now on the container's time-outs of reading and writing end the request, not the one of waiting. (No time-out at all
     * would not do: Tomcat takes a request without one from an application that is being stopped.)
     */
    void waitWithoutTimeout() {
        AsyncContext waiting = context;
        try {
            if (waiting != null) waiting.setTimeout(A_DAY_MILLIS);
        } catch (IllegalStateException tooLate) {
            // then its time-out ends the request
        }
    }

    /**
     * After an I/O error in a stream Tomcat ends the request itself, on a thread of its own; a complete() of ours at the same
     * time could meet the next request (bz 63816, spring-framework #32340). Jetty throws the error and leaves it at that
     * (jetty #3283). So the container has the first word, and if it says nothing we complete.
     */
    private void leaveToContainer() {
        deadline = schedule(this::complete, CONTAINER_FIRST_MILLIS);
        if (deadline == null) complete(); // the scheduler has been stopped
        else if (context == null) cancel(deadline); // it has spoken already
    }

    void complete() {
        AsyncContext last = CONTEXT.getAndSet(this, null);
        try {
            if (last != null) last.complete();
        } catch (RuntimeException e) { // the container has ended it, or its timer was faster and it is about to tell us
            refused = true;
            LOG.info("The container ends the response itself: {}", e.getMessage());
        }
    }

    /**
     * The container's timer was faster than ours, which is late on an overloaded machine. Seen on Jetty: from its timer on it
     * takes a complete() on the thread of its onTimeout only, and if it has none when that returns it breaks off a response that
     * was whole. So that thread waits for the winner to have written, and completes.
     */
    void timedOutByContainer(AsyncContext context) {
        timeOut();
        if (outlet != null) outlet.gone(); // nobody waits for a reader
        try {
            boolean written = exchange.isOnThisThread() || awaitOver();
            if (!written || !refused) return;
            refused = false;
            context.complete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the container is in a hurry
        }
    }

    private synchronized void tellOver() {
        over = true;
        if (awaited) notifyAll();
    }

    private synchronized boolean awaitOver() throws InterruptedException {
        awaited = true;
        long beganNanos = System.nanoTime();
        for (long left = MOST_WRITING_MILLIS; !over && left > 0; ) {
            wait(left);
            left = MOST_WRITING_MILLIS - (System.nanoTime() - beganNanos) / 1_000_000;
        }
        return over;
    }

    /** Before the container reuses request and response. */
    void awaitStep() {
        exchange.awaitStep();
    }

    /** On our own thread, within complete(), or on one of the container's, which may have ended it without telling us before. */
    void containerCompleted() {
        context = null;
        clientGone();
        cancel(deadline);
    }

    private Future<?> schedule(Runnable task, long millis) {
        return exchanges.schedule(task, millis, this::fail);
    }

    private static void cancel(Future<?> timer) {
        if (timer != null) timer.cancel(false);
    }
}
