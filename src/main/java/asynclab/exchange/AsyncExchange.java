package asynclab.exchange;

import asynclab.container.Delivery;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.MDC;

/**
 * An {@link Exchange} joined to an {@code AsyncContext}: what a pattern can do with a request that waits. {@link Exchange} makes
 * every decision, and the base class {@link Completion} carries out the end.
 *
 * <ol>
 *   <li>After {@code service()} no thread belongs to the request. A timer or a callback on any thread ends it.
 *   <li>Every end goes through {@link #finish}: claim, cancel the timers, give back, write, count, complete. A loser touches neither the
 *       request nor the response, because the container may have reused them (Tomcat bz 61768, CVE-2018-8037).
 *   <li>The deadline is our own timer, exact to a millisecond. (Tomcat looks once a second.) A watch thread is the safety net: it ends
 *       an exchange that is two seconds late in the same way. So does the container's timeout, except on Jetty, which has none
 *       ({@link Delivery#BUFFERED}).
 *   <li>After the end this object does not refer to the request, the response or the context.
 *   <li>A body too large for one {@link Reply} is read or written in {@link #step steps}. The exchange stays open between them. No
 *       end happens within a step, and no step begins after the end.
 * </ol>
 *
 * Thread-safe: any thread may call any public method, any number of times.
 */
public final class AsyncExchange extends Completion {

    /** Seen on Tomcat when it read a second request from a connection while the first was not over. */
    private static final String NO_CAUSE =
            "The container reports an error of the connection without its cause. Its own log may have it.";

    private final long timeoutMillis;
    private final long waitsSinceNanos = System.nanoTime(); // later than the exchange's start by the processing time
    private final LogContext logContext = LogContext.ofThisThread(); // of the request thread

    AsyncExchange(
            Exchanges exchanges,
            Exchange exchange,
            HttpServletRequest request,
            HttpServletResponse response,
            long timeoutMillis,
            boolean toBeHandedBack) {
        super(exchanges, exchange, request, response, toBeHandedBack);
        this.timeoutMillis = timeoutMillis;
        // With both arguments. Without them, wrappers that filters put around them would be dropped (jetty #4143).
        joinTo(request.startAsync(request, response), timeoutMillis);
    }

    /** A cheap hash for the set of waiting exchanges: the identity hash would cost a monitor. */
    @Override
    public int hashCode() {
        return Long.hashCode(exchange.startedNanos());
    }

    /** Called once, by the request thread. */
    void watchNearDeadline() {
        if (timeoutMillis <= Exchanges.NEAR_MILLIS) watchDeadline(timeoutMillis);
    }

    /** Called by the watch thread, once a second. */
    void watch() {
        if (!exchange.isOpen()) return; // its reply is being written
        long leftMillis = timeoutMillis - (System.nanoTime() - waitsSinceNanos) / 1_000_000;
        boolean distant = timeoutMillis > Exchanges.NEAR_MILLIS;
        if (leftMillis < -SAFETY_NET_MILLIS)
            timeOut(); // the scheduler is late: a task blocks it, or the machine is overloaded
        else if (distant && deadline == null && leftMillis <= Exchanges.NEAR_MILLIS) watchDeadline(leftMillis);
    }

    private void watchDeadline(long millis) {
        Future<?> alarm = schedule(this::timeOut, millis);
        deadline = alarm;
        if (!exchange.isOpen()) cancel(alarm); // the exchange ended before the deadline was stored
    }

    /** Makes a reply. */
    @FunctionalInterface
    public interface Work {
        Reply run() throws Exception;
    }

    /** Answers with the reply of the work, after a time. The work runs on the scheduler's thread and must not block. */
    public void answerAfter(long millis, Work work) {
        runAfter(millis, () -> answer(work));
    }

    /**
     * Runs the task after a time, on the scheduler's thread, unless the exchange has ended by then. The task replaces the one that was
     * given before, if that one has not run.
     */
    public void runAfter(long millis, Runnable task) {
        replaceTimer(schedule(task, millis));
    }

    /** Runs the task once at the end, before the client can have the last byte. The rules are those of {@link Exchange#whenEnded}. */
    public void whenEnded(Runnable task) {
        exchange.whenEnded(task);
    }

    /**
     * Called within a step that writes the last bytes of a body whose length the client knows, before it writes them. Runs the tasks of {@link
     * #whenEnded} now: the client's next request may come before this exchange has ended.
     */
    public void beforeLastBytes() {
        exchange.giveBack();
    }

    /** Reads or writes a part of a body while {@code isReady()}, and never blocks. */
    @FunctionalInterface
    public interface Step {
        /** @return true when the response is complete and written: {@code isReady()} was true after its last byte */
        boolean run() throws Exception;
    }

    /**
     * Runs the step on this thread. No thread can end the exchange meanwhile. Has no effect if the exchange has ended. An exception of
     * the step ends the exchange, as {@link #broken} does. If it is called within a step, for example by a container that calls a
     * listener while it is being set, it returns at once, and the new step runs after the running one.
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

    /** The listener writes the body. The exchange then ends without a reply. */
    public void streamBy(ServletOutputStream out, WriteListener listener) {
        streamBy(out, () -> {}, listener);
    }

    /**
     * The listener writes the body, after the head is set.
     *
     * @param head sets status and headers. They belong to the stream: a reply that comes before must not have its length.
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

    /** The listener reads the body of the request. It asks {@link #isReady} before each read. */
    public void readBy(ServletInputStream in, ReadListener listener) {
        step(() -> {
            if (outlet == null) in.setReadListener(listener);
            else outlet.readBy(in, listener);
            return false;
        });
    }

    /**
     * Called within a step of the listener that reads, instead of {@link ServletInputStream#isReady}. If it is false, the container calls
     * the listener again.
     */
    public boolean isReady(ServletInputStream in) {
        return outlet == null ? in.isReady() : outlet.isReady();
    }

    /** Called within a step of the listener that has read the end of the body. The container then calls {@code onAllDataRead}. */
    public void endReached() {
        if (outlet != null) outlet.endReached();
    }

    /** Ends a stream in the middle of its body, as if the client had gone. */
    public void cutShort() {
        clientGone();
    }

    /** Ends the exchange because reading or writing failed. An I/O error means that the client has gone: the response is not touched. */
    @Override
    public void broken(Throwable thrown) {
        if (thrown == null) fail(new IllegalStateException(NO_CAUSE));
        else if (thrown instanceof IOException) {
            ioFailed();
            clientGone();
        } else if (thrown instanceof TimeoutException) timeOut(); // Jetty's idle timeout while a body is read
        else fail(thrown);
    }

    /** Answers with the reply of the work, on this thread, or with 500 if the work throws. Has no effect if the exchange has ended. */
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

    /** True until the exchange has ended. Queued work can be skipped when it is false. */
    public boolean isOpen() {
        return exchange.isOpen();
    }

    /** Ends the exchange as one that the queue does not serve. @return whether this caller has won */
    public boolean shed(Reply reply) {
        return finish(Ending.SHED, reply);
    }

    /** Ends the exchange as {@link Failure} says. */
    @Override
    public void fail(Throwable thrown) {
        var failure = Failure.of(thrown, exchanges.isClosing());
        if (finish(failure.ending(), failure.reply())) logContext.run(failure::log);
    }

    @Override
    void timeOut() {
        fail(new Deadline.Passed(timeoutMillis));
    }

    /** Ends the exchange because the application stops. */
    void drain() {
        finish(Ending.DRAINED, exchanges.farewell());
    }

    /**
     * What the log lines of one request are marked with (slf4j's MDC), for use on other threads. Immutable.
     *
     * @param marks null for none, as for nearly every request
     */
    private record LogContext(Map<String, String> marks) {

        private static final LogContext NONE = new LogContext(null);

        static LogContext ofThisThread() {
            Map<String, String> marks = MDC.getCopyOfContextMap();
            return marks == null ? NONE : new LogContext(marks);
        }

        /** Runs the task with these marks, then gives the thread its own marks again. */
        void run(Runnable task) {
            if (marks == null) {
                task.run();
                return;
            }
            Map<String, String> own = MDC.getCopyOfContextMap();
            MDC.setContextMap(marks);
            try {
                task.run();
            } finally {
                if (own == null) MDC.clear();
                else MDC.setContextMap(own);
            }
        }
    }
}
