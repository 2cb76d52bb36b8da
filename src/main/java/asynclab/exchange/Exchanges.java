package asynclab.exchange;

import asynclab.container.Delivery;
import asynclab.delay.HoldPlanner;
import asynclab.exchange.ContainerEvents.WithoutExchange;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all exchanges of one deployment share: the ledger, the timers, the record of timer lateness, the writer threads and the list of
 * tasks for the application's stop. The application's life cycle creates and closes it. Thread-safe.
 */
public final class Exchanges implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);
    static final int RETRY_SECONDS = 1;
    private static final long SWEEP_MILLIS = 1_000;
    private static final long MOST_STOP_MILLIS = 2_000;
    private static final long LOOK_MILLIS = 5;
    /** A nearer deadline has a timer from the start. A more distant one gets its timer when it comes this near. */
    static final long NEAR_MILLIS = 2 * SWEEP_MILLIS;

    private final Ledger ledger = new Ledger();
    private final Ledger unlisted = new Ledger(); // of requests that the request ledger does not count, such as pages
    private final TimerLateness timerLateness = new TimerLateness();
    private final Set<AsyncExchange> waiting = ConcurrentHashMap.newKeySet();
    private final Set<Completion> leftToContainer = ConcurrentHashMap.newKeySet();
    private final Queue<Runnable> stopTasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closing;
    // Made at the start: some containers can load no class of an application after its file has been deleted.
    private final Reply farewell = Failure.of(new InterruptedException(), true).reply();
    private final Threads threads;
    private final HoldPlanner planner;
    private final long timeoutMillis;
    private final Delivery delivery;

    /**
     * @param schedulerThreads threads that end waiting exchanges: one or a few, however many wait
     * @param timeoutMillis the deadline of an exchange whose request does not name one
     * @param delivery how this container sends a reply
     * @param writerThreads threads that write replies if a write waits for its reader ({@link Delivery#BY_WRITERS})
     * @param writerQueue replies that may wait for such a thread
     */
    public Exchanges(
            String name,
            int schedulerThreads,
            long timeoutMillis,
            HoldPlanner planner,
            Delivery delivery,
            int writerThreads,
            int writerQueue) {
        this.delivery = delivery;
        this.timeoutMillis = timeoutMillis;
        this.planner = planner;
        int writers = delivery == Delivery.BY_WRITERS ? writerThreads : 0;
        threads = new Threads(name, schedulerThreads, writers, writerQueue, this::watchDeadlines, SWEEP_MILLIS);
    }

    /** The exchanges of the application that a servlet belongs to. */
    public static Exchanges of(ServletContext context) {
        return (Exchanges) context.getAttribute(Exchanges.class.getName());
    }

    public Ledger ledger() {
        return ledger;
    }

    public TimerLateness timerLateness() {
        return timerLateness;
    }

    public HoldPlanner planner() {
        return planner;
    }

    /** The deadline of an exchange whose request does not name one, in milliseconds. */
    public long timeoutMillis() {
        return timeoutMillis;
    }

    Delivery delivery() {
        return delivery;
    }

    Threads threads() {
        return threads;
    }

    /**
     * Runs a task that belongs to no request, on a scheduler thread. It must not block. Has no effect if the application stops.
     *
     * @return cancels it; null if the application has stopped
     */
    public Future<?> runAfter(long millis, Runnable task) {
        return threads.runAfter(millis, task);
    }

    /** Timers of exchanges that have yet to fire: at most two for each that waits, and none if none waits. */
    public int scheduledTasks() {
        return threads.timers();
    }

    /**
     * Nearly every deadline is distant and never reached. To set and cancel a timer for each would be the most expensive part of a
     * short request, and a tenth of the memory of a waiting one. A request whose own timer is late is ended here.
     */
    private void watchDeadlines() {
        for (AsyncExchange each : waiting) Exchange.runSafely(each::watch);
    }

    /**
     * Blocks the caller for the time, or until the application stops.
     *
     * @return true if the application stops
     */
    public boolean blockFor(long millis) throws InterruptedException {
        return threads.blockFor(millis);
    }

    /** Enters a request in the ledger. */
    public Exchange start() {
        return Exchange.start(ledger);
    }

    /**
     * Takes a request off its request thread. After that the caller must not touch the request, the response or {@code exchange}. If the
     * container fails in the middle of this, the result is an exchange that has ended.
     *
     * @param timeoutMillis how long the request may wait before it gets 503
     * @throws IllegalStateException if the servlet or a filter before it does not support asynchronous processing; the
     *     exchange is then still the caller's
     */
    public AsyncExchange goAsync(
            Exchange exchange, HttpServletRequest request, HttpServletResponse response, long timeoutMillis) {
        var started = new AsyncExchange(this, exchange, request, response, timeoutMillis, false);
        try {
            request.setAttribute(AsyncExchange.class.getName(), started);
        } catch (Throwable thrown) {
            started.fail(thrown);
        }
        return wait(started);
    }

    /**
     * The same for a filter, which then hands the request back to the container ({@link AsyncExchange#handBack}) or ends it. The ledger
     * counts it if it ends here. Its reply may need a request thread for a moment.
     */
    public AsyncExchange park(HttpServletRequest request, HttpServletResponse response, long timeoutMillis) {
        return wait(new AsyncExchange(this, Exchange.start(ledger.atEnd()), request, response, timeoutMillis, true));
    }

    private AsyncExchange wait(AsyncExchange started) {
        waiting.add(started);
        if (!started.isOpen()) forget(started); // it ended before it was added
        started.watchNearDeadline();
        if (isClosing()) started.drain(); // close() may have drained the set just before the exchange was added
        return started;
    }

    /** The asynchronous exchange of a request, or null. Only its request thread may call this, before it returns to the container. */
    public static AsyncExchange waiting(HttpServletRequest request) {
        return (AsyncExchange) request.getAttribute(AsyncExchange.class.getName());
    }

    /**
     * Runs the task once when a request has ended, however it was served. For filters, after the chain has returned, on the request
     * thread. The rules are those of {@link Exchange#whenEnded}. If the container throws here, the task runs at once.
     */
    public static void whenEnded(HttpServletRequest request, Runnable task) {
        try {
            addEndTask(request, task);
        } catch (Throwable e) {
            LOG.warn("The container does not say how a request is served", e);
            Exchange.runSafely(task);
        }
    }

    private static void addEndTask(HttpServletRequest request, Runnable task) {
        // Until the request thread returns to the container, the request is this one, even if it has ended
        // (contracts.md, row 37).
        AsyncExchange waiting = waiting(request);
        if (waiting != null) waiting.whenEnded(task);
        else if (request.isAsyncStarted()) WithoutExchange.add(request, task);
        else task.run();
    }

    /**
     * Runs the tasks of {@link #whenEnded} of a request that the container has dispatched and whose servlet has thrown. Jetty 12.1 tells no
     * listener if the response was committed.
     */
    public static void dispatchFailed(HttpServletRequest request) {
        WithoutExchange.runAll(request);
    }

    /** Refuses a request that has not entered, before any work: 503 and Retry-After, and rejected in the ledger. */
    public void refuse(HttpServletRequest request, HttpServletResponse response, String why) {
        end(start(), request, response, Ending.REJECTED, Reply.unavailable(RETRY_SECONDS, why));
    }

    /** Answers a request that the ledger does not count, on its request thread. It waits for the reader only as {@link #end} does. */
    public void send(HttpServletRequest request, HttpServletResponse response, Reply reply) {
        end(Exchange.start(unlisted), request, response, Ending.ANSWERED, reply);
    }

    /**
     * Ends an exchange that has not gone asynchronous, on its request thread. It waits for the reader with {@link Delivery#BY_WRITERS},
     * and if a listener must send the reply but the request may not go asynchronous: behind a filter that does not support it, or on the
     * way to an error page.
     */
    public void end(
            Exchange exchange, HttpServletRequest request, HttpServletResponse response, Ending ending, Reply reply) {
        if (!exchange.isOpen()) return;
        AsyncExchange async = null;
        try {
            if (delivery.goesAsync(request)) {
                async = new AsyncExchange(this, exchange, request, response, timeoutMillis, false);
                request.setAttribute(AsyncExchange.class.getName(), async);
            }
        } catch (Throwable thrown) {
            LOG.warn("A reply is written on the request thread, because the request could not go asynchronous", thrown);
        }
        if (async != null) async.finish(ending, reply);
        else if (exchange.claim()) exchange.end(reply.sendTo(response, delivery, ending));
    }

    /**
     * Ends an exchange whose servlet has thrown, as {@link Failure} says. Called on the request thread, whether or not the request has gone
     * asynchronous.
     */
    public void fail(Exchange exchange, HttpServletRequest request, HttpServletResponse response, Throwable thrown) {
        AsyncExchange async = waiting(exchange, request);
        if (async != null) {
            async.fail(thrown); // only its exchange may complete the request
            return;
        }
        var failure = Failure.of(thrown, closing);
        failure.log();
        end(exchange, request, response, failure.ending(), failure.reply());
    }

    private AsyncExchange waiting(Exchange exchange, HttpServletRequest request) {
        try {
            return waiting(request);
        } catch (RuntimeException | Error noAttributes) {
            return waiting.stream()
                    .filter(each -> each.exchange == exchange)
                    .findAny()
                    .orElse(null);
        }
    }

    void forget(Completion ended) {
        waiting.remove(ended);
        leftToContainer.remove(ended);
    }

    void leftToContainer(Completion broken) {
        leftToContainer.add(broken);
    }

    public boolean isClosing() {
        return closing;
    }

    Reply farewell() {
        return farewell;
    }

    /**
     * Adds a task to the list of tasks that run when the application stops, the only such list. Each task runs once, after every
     * waiting request has been answered. Tasks run in the order in which they were added, even if an earlier one throws. They may
     * block for some seconds. A task that is added after the stop does not run.
     */
    public void atClosing(Runnable task) {
        stopTasks.add(task);
    }

    /**
     * Answers every waiting request with 503, runs the tasks of {@link #atClosing} and ends the threads. Bounded. May be called twice:
     * at the undeployment and at the end of the JVM.
     */
    @Override
    public synchronized void close() {
        closing = true;
        threads.wakeBlocked();
        for (AsyncExchange each : waiting) Exchange.runSafely(each::drain);
        for (Completion each : leftToContainer) Exchange.runSafely(each::complete);
        for (Runnable task = stopTasks.poll(); task != null; task = stopTasks.poll()) Exchange.runSafely(task);
        awaitRequestThreads();
        threads.stop();
    }

    /**
     * A request thread that has lost its connection or its backend still has to answer, and needs the classes of the application for that. So
     * the container must not take them away yet.
     */
    private void awaitRequestThreads() {
        long startedNanos = System.nanoTime();
        while (ledger.snapshot().inFlight() > waiting.size()
                && System.nanoTime() - startedNanos < TimeUnit.MILLISECONDS.toNanos(MOST_STOP_MILLIS))
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
}
