package asynclab.exchange;

import asynclab.delay.HoldPlanner;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.servlet.DispatcherType;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything the exchanges of one deployment share: the ledger, the scheduler whose few threads wait for all of them, the
 * punctuality record and the way out. Created and closed by the application's life cycle. Thread-safe.
 */
public final class Exchanges implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);
    private static final long STOP_SECONDS = 5;
    private static final int RETRY_SECONDS = 1;
    private static final long SWEEP_MILLIS = 1_000;

    private final Ledger ledger = new Ledger();
    private final Punctuality punctuality = new Punctuality();
    private final Set<AsyncExchange> live = ConcurrentHashMap.newKeySet(); // who waits
    private final List<Runnable> atClosing = new CopyOnWriteArrayList<>();
    private final Set<Thread> blocked = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    // Made now: an application is undeployed by deleting its file, after which some containers can load no class of it.
    private final Reply farewell = Reply.stopping();
    private final ScheduledThreadPoolExecutor scheduler;
    private final List<Thread> threads = new CopyOnWriteArrayList<>(); // the scheduler's
    private final Future<?> sweep;
    private final HoldPlanner planner;
    private final long timeoutMillis;
    private final Delivery delivery;
    private final ThreadPoolExecutor writers; // null unless it is Delivery.BY_WRITERS
    private final Ledger unlisted = new Ledger(); // of requests that are not in the ledger, such as those for pages

    /**
     * @param schedulerThreads threads that fire the ends of waiting exchanges; one or a few, however many wait
     * @param timeoutMillis how long an exchange may wait when its request does not say
     * @param delivery how this container sends a reply, not by writers
     */
    public Exchanges(String name, int schedulerThreads, long timeoutMillis, HoldPlanner planner, Delivery delivery) {
        this(name, schedulerThreads, timeoutMillis, planner, delivery, 0, 0);
    }

    /**
     * The same with writers.
     *
     * @param writerThreads threads that write replies where a write waits for its reader ({@link Delivery#BY_WRITERS})
     * @param writerQueue replies that may wait for one of them
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
        writers = delivery == Delivery.BY_WRITERS ? writers(name, writerThreads, writerQueue) : null;
        this.timeoutMillis = timeoutMillis;
        this.planner = planner;
        var number = new AtomicInteger();
        scheduler = new ScheduledThreadPoolExecutor(schedulerThreads, task -> {
            var thread = new Thread(task, "asynclab-scheduler-" + name + number.incrementAndGet());
            threads.add(thread);
            return thread;
        });
        // Otherwise a cancelled deadline keeps its request reachable until it would have been due (grpc-java #1307).
        scheduler.setRemoveOnCancelPolicy(true);
        sweep = scheduler.scheduleWithFixedDelay(
                this::watchDeadlines, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The exchanges of the application a servlet belongs to. */
    public static Exchanges of(ServletContext context) {
        return (Exchanges) context.getAttribute(Exchanges.class.getName());
    }

    public void publishIn(ServletContext context) {
        context.setAttribute(Exchanges.class.getName(), this);
    }

    public Ledger ledger() {
        return ledger;
    }

    public Punctuality punctuality() {
        return punctuality;
    }

    public HoldPlanner planner() {
        return planner;
    }

    private static ThreadPoolExecutor writers(String name, int threads, int queue) {
        var number = new AtomicInteger();
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(queue),
                task -> new Thread(task, "asynclab-writer-" + name + number.incrementAndGet()));
    }

    ThreadPoolExecutor writers() {
        return writers;
    }

    Delivery delivery() {
        return delivery;
    }

    /** How long an exchange may wait when its request does not say, in milliseconds. */
    public long timeoutMillis() {
        return timeoutMillis;
    }

    /** Runs a task that belongs to no request on the scheduler's thread; it must not block. Without effect if the application stops. */
    public void runAfter(long millis, Runnable task) {
        schedule(task, millis, thrown -> {
            if (!(thrown instanceof RejectedExecutionException)) LOG.error("A scheduled task failed", thrown);
        });
    }

    /**
     * Runs the task later. What it throws is not lost in a Future nobody reads (grpc-java #1237).
     *
     * @param failed told what the task throws, or, on this thread, that the scheduler has been stopped
     * @return null if the scheduler has been stopped
     */
    Future<?> schedule(Runnable task, long millis, Consumer<Throwable> failed) {
        Callable<Void> careful = () -> { // as a Callable it is wrapped once less
            try {
                task.run();
            } catch (Throwable thrown) {
                failed.accept(thrown);
            }
            return null;
        };
        try {
            return scheduler.schedule(careful, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            failed.accept(stopped);
            return null;
        }
    }

    /** Timers of exchanges that have yet to fire: at most two for each that waits, and none when none waits. */
    public int scheduledTasks() {
        var tasks = scheduler.getQueue();
        return tasks.size() - (tasks.contains(sweep) ? 1 : 0);
    }

    /** Deadlines so near have a timer from the start; the others get one when they have come so near. */
    static final long NEAR_MILLIS = 2 * SWEEP_MILLIS;

    /**
     * Nearly every deadline is far away and never reached. A timer for each, set and taken back, would be the dearest part of
     * a short request and a tenth of what a waiting one occupies.
     */
    private void watchDeadlines() {
        live.forEach(AsyncExchange::watchDistantDeadline);
    }

    /** Enters a request in the ledger. */
    public Exchange start() {
        return Exchange.start(ledger);
    }

    /**
     * Blocks the caller for the time, or until the application stops. Each sleeps for itself: of thousands that wait for one
     * latch, everybody whose time has come would first look through all the others, to leave their queue.
     *
     * @return true if it stops
     */
    public boolean blockFor(long millis) throws InterruptedException {
        long startedNanos = System.nanoTime();
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        blocked.add(Thread.currentThread());
        try {
            for (long left = nanos; left > 0 && !closing; left = nanos - (System.nanoTime() - startedNanos)) {
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) throw new InterruptedException();
            }
            return closing;
        } finally {
            blocked.remove(Thread.currentThread());
        }
    }

    /**
     * Takes a request off its request thread; the caller then leaves request, response and {@code exchange} alone.
     *
     * @param timeoutMillis how long it may wait before it is answered with 503
     * @throws IllegalStateException if the servlet or a filter before it does not support asynchronous processing; the
     *     exchange is then still the caller's
     */
    public AsyncExchange goAsync(
            Exchange exchange, HttpServletRequest request, HttpServletResponse response, long timeoutMillis) {
        var waiting = new AsyncExchange(this, exchange, request, response, timeoutMillis);
        request.setAttribute(AsyncExchange.class.getName(), waiting);
        live.add(waiting);
        waiting.watchNearDeadline();
        if (isClosing()) waiting.drain(); // close() may have passed over the set just before it was added
        return waiting;
    }

    /** What a request that has gone asynchronous waits in, or null; for its request thread, before that returns. */
    public static AsyncExchange waiting(HttpServletRequest request) {
        return (AsyncExchange) request.getAttribute(AsyncExchange.class.getName());
    }

    /** Refuses a request that has not entered, before any work: 503 and Retry-After, and rejected in the ledger. */
    public void refuse(HttpServletRequest request, HttpServletResponse response, String why) {
        end(start(), request, response, Ending.REJECTED, Reply.unavailable(RETRY_SECONDS, why));
    }

    /** Answers a request that is not in the ledger, on its request thread. Does not wait for the reader. */
    public void send(HttpServletRequest request, HttpServletResponse response, Reply reply) {
        end(Exchange.start(unlisted), request, response, Ending.ANSWERED, reply);
    }

    /**
     * Ends an exchange that has not gone asynchronous, on its request thread. Does not wait for the reader, unless the
     * container would and the request may not go asynchronous: behind a filter that does not support it, or on its way to an
     * error page.
     */
    public void end(
            Exchange exchange, HttpServletRequest request, HttpServletResponse response, Ending ending, Reply reply) {
        if (delivery == Delivery.BY_LISTENER && mayGoAsync(request)) {
            try {
                var outlived = new AsyncExchange(this, exchange, request, response, timeoutMillis);
                request.setAttribute(AsyncExchange.class.getName(), outlived);
                outlived.end(ending, reply);
                return;
            } catch (UncheckedIOException | IllegalStateException e) {
                LOG.warn("A reply is written on the request thread, because the request could not go asynchronous", e);
            }
        }
        if (exchange.claim()) exchange.end(reply.sendTo(response, delivery, ending));
    }

    private static boolean mayGoAsync(HttpServletRequest request) {
        return request.isAsyncSupported() && request.getDispatcherType() == DispatcherType.REQUEST;
    }

    /** Has something run when the application stops, after everybody who waits was answered; it must not block. */
    public void atClosing(Runnable task) {
        atClosing.add(task);
    }

    public boolean isClosing() {
        return closing;
    }

    Reply farewell() {
        return farewell;
    }

    ScheduledThreadPoolExecutor scheduler() {
        return scheduler;
    }

    void forget(AsyncExchange ended) {
        live.remove(ended);
    }

    /** Answers everybody who waits with 503 and ends the scheduler's threads. Bounded; may be called twice. */
    @Override
    public void close() {
        closing = true;
        blocked.forEach(LockSupport::unpark); // who comes later sees that it is closing
        for (AsyncExchange waiting : live) Exchange.runSafely(waiting::drain);
        atClosing.forEach(Exchange::runSafely);
        scheduler.shutdownNow();
        if (writers != null) writers.shutdown();
        try {
            if (writers != null && !writers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) writers.shutdownNow();
            // A pool is terminated a moment before its last thread is, which Tomcat then takes for a leak.
            if (scheduler.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
