package asynclab.exchange;

import asynclab.container.Delivery;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of an asynchronous request: claim, cancel the timers, give back, write, count, complete. Only this class calls {@code complete()}.
 * It is the base class of {@link AsyncExchange} and not a second object, because thousands of exchanges wait at once.
 */
abstract class Completion {

    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);
    static final long SAFETY_NET_MILLIS = 2_000;
    private static final long CONTAINER_FIRST_MILLIS = 1_000;
    private static final long MOST_WRITING_MILLIS = 30_000;
    private static final long CONTAINER_DEFAULT_MILLIS = 30_000; // Servlet 3.1, AsyncContext.setTimeout
    private static final long MOST_SENDING_MILLIS = 180_000;
    // Fields with an updater, because an AtomicReference would be one more object for each waiting request.
    private static final AtomicReferenceFieldUpdater<Completion, AsyncContext> CONTEXT =
            AtomicReferenceFieldUpdater.newUpdater(Completion.class, AsyncContext.class, "context");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Completion, Future> TIMER =
            AtomicReferenceFieldUpdater.newUpdater(Completion.class, Future.class, "timer");

    final Exchanges exchanges;
    final Exchange exchange;
    ReplyWriter outlet; // null unless Delivery.usesListener and the container accepted it; unchanged after joinTo()
    boolean streaming; // a pattern writes the body; set in a step, read by the winner, which no step runs beside
    volatile Future<?> deadline;
    private volatile Future<?> timer; // changed by TIMER
    private volatile AsyncContext context; // null after complete() by us or by the container; changed by CONTEXT
    // Set before another thread sees this object. Only the winner clears it.
    private HttpServletResponse response;
    private volatile boolean ioFailed;
    private volatile boolean refused; // the container did not accept our complete()
    private boolean concluded; // the winner has written and called complete(); guarded by this
    private boolean awaited; // a thread waits for concluded; guarded by this

    Completion(
            Exchanges exchanges,
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response,
            boolean toBeHandedBack) {
        this.exchanges = exchanges;
        this.exchange = exchange;
        this.response = response;
        // An outlet sets a WriteListener, and the servlet that comes next could not write as it likes.
        outlet = exchanges.delivery().usesListener(request) && !toBeHandedBack
                ? new ReplyWriter(this, request, response)
                : null;
    }

    /**
     * Called once, when this object is complete: the container may call back while this method runs. If the container throws here, this
     * thread ends the exchange without the outlet, because the container may never call the outlet.
     */
    final void joinTo(AsyncContext started, long timeoutMillis) {
        context = started;
        try {
            started.setTimeout(exchanges.delivery().containerTimeoutMillis(timeoutMillis + SAFETY_NET_MILLIS));
            started.addListener(new ContainerEvents(this));
            if (outlet != null) outlet.listen();
        } catch (Throwable thrown) {
            outlet = null;
            fail(thrown);
        }
    }

    /** Ends the exchange because its deadline has passed. */
    abstract void timeOut();

    /** Ends the exchange because reading or writing failed. */
    abstract void broken(Throwable thrown);

    /** Ends the exchange as failed. */
    abstract void fail(Throwable thrown);

    /**
     * Ends the exchange on this thread. Has no effect if it has ended. Whatever the container throws meanwhile, the exchange ends.
     *
     * @return whether this caller has won
     */
    final boolean finish(Ending ending, Reply reply) {
        return exchange.claim(() -> {
            try {
                send(ending, reply);
            } catch (Throwable thrown) {
                LOG.warn("A response could not be sent", thrown);
                if (outlet == null || outlet.giveUp()) conclude(Ending.FAILED);
            }
        });
    }

    private void send(Ending ending, Reply reply) {
        cancel(deadline);
        cancel(timer);
        if (streaming && reply != null) streaming = !ReplyWriter.mayStillReply(reply, response, outlet);
        if (reply == null || streaming) {
            conclude(ending);
        } else if (outlet != null) {
            exchange.giveBack();
            outlet.send(reply, ending);
        } else if (exchanges.threads().writers() == null) {
            conclude(reply.sendTo(response, Delivery.BUFFERED, ending)); // gives back before complete() sends the reply
        } else {
            exchange.giveBack();
            leaveToWriter(reply, ending);
        }
    }

    /** The writer thread holds the lock of the steps, so {@link #awaitStep} keeps the container from reusing the response meanwhile. */
    private void leaveToWriter(Reply reply, Ending ending) {
        prolongTimeout();
        try {
            exchanges
                    .threads()
                    .writers()
                    .execute(() -> exchange.excludingSteps(() -> {
                        boolean gone = context == null; // the container has ended the request meanwhile
                        if (!gone && exchanges.threads().haveNoWriter()) refuse(Ending.DRAINED);
                        else conclude(gone ? Ending.CLIENT_GONE : reply.sendTo(response, Delivery.BY_WRITERS, ending));
                    }));
        } catch (RejectedExecutionException full) {
            refuse(Ending.REJECTED);
        }
    }

    /** The head of a 503. This thread must not wait for a reader, so there is no body. */
    private void refuse(Ending why) {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.addHeader("Retry-After", Integer.toString(Exchanges.RETRY_SECONDS));
        conclude(why);
    }

    /**
     * Counts and completes, after the reply is written or has failed. Called by the winner, or by the outlet that writes for it. Throws
     * nothing. A second call has no effect.
     */
    final void conclude(Ending actual) {
        if (exchange.hasEnded()) return;
        try {
            response = null;
            exchanges.forget(this);
            exchange.end(actual);
            if (ioFailed && (streaming || outlet != null)) leaveToContainer();
            else if (outlet == null || context == null || !mustWait(actual)) complete();
        } catch (Throwable thrown) {
            LOG.warn("A request could not be completed in order", thrown);
            complete();
        } finally {
            tellConcluded();
        }
    }

    private boolean mustWait(Ending actual) {
        boolean waits = outlet.mustWait(streaming && actual != Ending.ANSWERED);
        if (waits) prolongTimeout();
        return waits;
    }

    /**
     * From now on the container's timeouts of reading and writing end the request. Its asynchronous timeout comes only three minutes later,
     * for a reader over HTTP/2 that gives Tomcat no window: there nothing else ends it. (To remove that timeout is no solution: Tomcat takes
     * a request without a timeout away from an application that is being stopped.)
     */
    final void prolongTimeout() {
        AsyncContext waiting = context;
        long sinceStartMillis =
                (System.nanoTime() - exchange.startedNanos()) / 1_000_000; // where the container begins to count
        try {
            if (waiting != null) waiting.setTimeout(sinceStartMillis + MOST_SENDING_MILLIS);
        } catch (RuntimeException tooLate) {
            // The container's timeout ends the request.
        }
    }

    /**
     * After an I/O error in a stream Tomcat ends the request itself, on a thread of its own. A complete() of ours at the same time
     * could meet the next request (bz 63816, spring-framework #32340). Jetty only throws the error (jetty #3283). So the container
     * may end the request first. If it does not, we complete, at the latest when the application is stopped.
     */
    private void leaveToContainer() {
        deadline = schedule(this::complete, CONTAINER_FIRST_MILLIS);
        exchanges.leftToContainer(this);
        if (exchanges.isClosing()) complete();
        else if (context == null) containerCompleted(); // it has ended the request already
    }

    /** Ends the exchange and not the request: the container runs its servlet next. @return whether this caller has won */
    public final boolean handBack() {
        return exchange.claim(() -> {
            cancel(deadline);
            response = null;
            exchanges.forget(this);
            exchange.end(null);
            letGo(waiting -> {
                waiting.setTimeout(CONTAINER_DEFAULT_MILLIS);
                waiting.dispatch();
            });
            tellConcluded();
        });
    }

    final void complete() {
        if (ioFailed) exchanges.forget(this);
        letGo(AsyncContext::complete);
    }

    private void letGo(Consumer<AsyncContext> how) {
        AsyncContext last = CONTEXT.getAndSet(this, null);
        try {
            if (last != null) how.accept(last);
        } catch (Throwable e) {
            // The container has ended the request, or its timer was faster and onTimeout follows.
            refused = true;
            LOG.info("The container ends the response itself: {}", e.getMessage());
        }
    }

    /**
     * The container's timer was faster than ours, which is late on an overloaded machine. Seen on Jetty: from then on it accepts
     * complete() only on the thread of its onTimeout. If that thread returns without complete(), Jetty breaks off a whole response.
     * So this thread waits until the winner has written, and completes.
     */
    final void timedOutByContainer(AsyncContext context) {
        timeOut();
        if (outlet != null) outlet.gone(); // do not wait for a slow reader
        if (outlet != null && outlet.isReadElsewhere()) return; // the winner may wait for a lock of this thread
        try {
            boolean written = exchange.isOnThisThread() || awaitConcluded();
            if (!written || !refused) return;
            refused = false;
            context.complete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the container is being stopped
        } catch (RuntimeException e) {
            LOG.info("The container ends the response itself: {}", e.getMessage());
        }
    }

    private synchronized void tellConcluded() {
        concluded = true;
        if (awaited) notifyAll();
    }

    private synchronized boolean awaitConcluded() throws InterruptedException {
        awaited = true;
        long beganNanos = System.nanoTime();
        for (long left = MOST_WRITING_MILLIS; !concluded && left > 0; ) {
            wait(left);
            left = MOST_WRITING_MILLIS - (System.nanoTime() - beganNanos) / 1_000_000;
        }
        return concluded;
    }

    /**
     * Called before the container reuses the request and the response. A step that reads elsewhere may wait for a lock of the thread that
     * calls this.
     */
    final void awaitStep() {
        if (outlet == null || !outlet.isReadElsewhere()) exchange.awaitStep();
    }

    /** Runs the task, which must not block, on another request thread. @return false if the container refuses */
    final boolean startElsewhere(Runnable task) {
        AsyncContext waiting = context;
        try {
            if (waiting == null) return false;
            waiting.start(task);
            return true;
        } catch (RuntimeException refusedByContainer) {
            return false;
        }
    }

    /** Called within our own complete(), or by a container that has ended the request without an earlier event. */
    final void containerCompleted() {
        context = null;
        clientGone();
        cancel(deadline);
        if (ioFailed) exchanges.forget(this);
    }

    /** Ends the exchange without a reply: the connection is broken, and after an I/O error the response must not be touched. */
    final void clientGone() {
        if (!finish(Ending.CLIENT_GONE, null) && outlet != null) outlet.connectionLost();
    }

    /** Notes an I/O error, whatever ends the exchange. */
    final void ioFailed() {
        ioFailed = true;
    }

    /** Sets the timer of the exchange and cancels the one before. */
    final void replaceTimer(Future<?> next) {
        cancel(TIMER.getAndSet(this, next));
        if (!exchange.isOpen()) cancel(next);
    }

    final Future<?> schedule(Runnable task, long millis) {
        return exchanges.threads().schedule(task, millis, this::fail);
    }

    static void cancel(Future<?> timer) {
        if (timer != null) timer.cancel(false);
    }
}
