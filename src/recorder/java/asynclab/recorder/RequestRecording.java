package asynclab.recorder;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.UnavailableException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * One request while it is recorded. It refers to neither request nor response. A thread that serves the request has it as its current
 * recording, from {@link #enter} to {@link #leave}. An asynchronous request carries it in an attribute until it is complete.
 * Thread-safe.
 */
final class RequestRecording implements AsyncListener {

    private static final String ATTRIBUTE = "asynclab.recording";
    private static final ThreadLocal<RequestRecording> CURRENT = new ThreadLocal<>();
    private static final int MOST_CAUSES = 50;
    private static final ThreadUse NOTHING = new ThreadUse(0, 0, 0, 0);

    /** Simple names of the containers' exceptions for a client that has gone. */
    private static final Set<String> GONE = Set.of("ClientAbortException", "EofException", "CloseNowException");

    /** What writes a response in a container. Other connections break, too: those to a database or a service behind. */
    private static final Pattern OUTPUT = Pattern.compile(
            "(io\\.undertow\\.servlet|org\\.eclipse\\.jetty\\.(server|ee\\d+)|org\\.apache\\.catalina|com\\.ibm\\.ws)\\..*Output.*");

    private final Recorder recorder;
    private final Arrival arrival;
    private final String method;
    private final String uri;
    private final boolean virtual = ThreadUse.onVirtualThread();
    private final long takenElsewhereBefore = RecordedDataSource.takenElsewhere();

    // guarded by this
    private ThreadUse dispatched = NOTHING;
    private ThreadUse calledBack = NOTHING;
    private int dispatches;
    private boolean async;
    private long connectionWaitNanos;
    private long connectionHeldNanos; // minus the start of those that are still held
    private int connections;
    private int connectionsHeld;
    private RecordedRequest.RequestOutcome end = RecordedRequest.RequestOutcome.ANSWERED;
    private int status;
    private long endNanos; // 0 until then

    RequestRecording(Recorder recorder, HttpServletRequest request, Arrival arrival) {
        this.recorder = recorder;
        this.arrival = arrival;
        method = request.getMethod();
        uri = request.getRequestURI();
    }

    /** What the current thread records; null if nothing. */
    static RequestRecording current() {
        return CURRENT.get();
    }

    /** The recording of a request that is dispatched again; null if it is not recorded, or has ended. */
    static RequestRecording of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof RequestRecording found && found.endNanos() == 0
                ? found
                : null;
    }

    /** 0 until the request has ended. */
    synchronized long endNanos() {
        return endNanos;
    }

    ThreadUse enter() {
        ThreadUse before = ThreadUse.now(recorder.watchesContention()); // first, because it may throw
        CURRENT.set(this);
        return before;
    }

    /** @param thrown what the application has thrown; null if it has not */
    void leave(ThreadUse before, Throwable thrown, HttpServletRequest request, ServletResponse response) {
        ThreadUse used = exit(before);
        boolean first;
        synchronized (this) {
            dispatched = dispatched.plus(used);
            first = dispatches++ == 0;
        }
        if (thrown != null) failed(thrown, false);
        if (first && request.isAsyncStarted() && follow(request, response)) return;
        if (first || !isAsync()) end(request, response, thrown);
    }

    private synchronized boolean isAsync() {
        return async;
    }

    /** @return whether the container will report the end of the request */
    private boolean follow(HttpServletRequest request, ServletResponse response) {
        synchronized (this) {
            async = true;
        }
        request.setAttribute(ATTRIBUTE, this);
        result(null).publish(request);
        try {
            request.getAsyncContext().addListener(this, request, response);
            return true;
        } catch (IllegalStateException itIsCompleteAlready) {
            return false;
        }
    }

    /** A task of the application, with what it may throw. */
    interface Task<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs a task and counts what it has used. If the thread records a request already, the task counts for that request. */
    <T, E extends Exception> T count(Task<T, E> task) throws E {
        if (CURRENT.get() != null) return task.run();
        ThreadUse before = enter();
        try {
            return task.run();
        } finally {
            ThreadUse used = exit(before);
            synchronized (this) {
                calledBack = calledBack.plus(used);
            }
        }
    }

    private ThreadUse exit(ThreadUse before) {
        CURRENT.set(null); // cheaper than remove, and nothing of the application stays with the thread
        return ThreadUse.now(recorder.watchesContention()).since(before);
    }

    Recorder recorder() {
        return recorder;
    }

    synchronized void waitedForConnection(long nanos) {
        if (endNanos == 0) connectionWaitNanos += nanos;
    }

    synchronized void gotConnection() {
        if (endNanos != 0) return; // a task goes on after the end
        connections++;
        connectionsHeld++;
        connectionHeldNanos -= System.nanoTime();
    }

    synchronized void closedConnection() {
        if (endNanos != 0) return; // it counts until the end
        connectionsHeld--;
        connectionHeldNanos += System.nanoTime();
    }

    /** @param byContainer whether the container reports it, not the application */
    private synchronized void failed(Throwable thrown, boolean byContainer) {
        if (end == RecordedRequest.RequestOutcome.ANSWERED)
            end = isGone(thrown, byContainer)
                    ? RecordedRequest.RequestOutcome.GONE
                    : RecordedRequest.RequestOutcome.ERROR;
    }

    private static boolean isGone(Throwable thrown, boolean byContainer) {
        boolean broken = false;
        boolean output = byContainer;
        int looked = 0; // a chain of causes may be a circle
        for (Throwable cause = thrown; cause != null && looked++ < MOST_CAUSES; cause = cause.getCause()) {
            if (GONE.contains(cause.getClass().getSimpleName())) return true;
            broken |= isBroken(cause);
            output |= Arrays.stream(cause.getStackTrace())
                    .anyMatch(frame -> OUTPUT.matcher(frame.getClassName()).matches());
        }
        return broken && output;
    }

    private static boolean isBroken(Throwable thrown) {
        String message = thrown instanceof IOException ? thrown.getMessage() : null;
        return thrown instanceof ClosedChannelException
                || message != null && message.matches("(?i).*(broken pipe|connection.*(reset|aborted|closed)).*");
    }

    private void end(ServletRequest request, ServletResponse response, Throwable thrown) {
        synchronized (this) {
            if (endNanos != 0) return;
            endNanos = System.nanoTime();
            status = status(response, thrown);
        }
        if (request != null) {
            if (isAsync()) request.removeAttribute(ATTRIBUTE);
            result(null).publish(request);
        }
        recorder.ended(this);
    }

    private static int status(ServletResponse response, Throwable thrown) {
        if (!(response instanceof HttpServletResponse)) return 0;
        if (thrown != null && !response.isCommitted()) return status(thrown);
        return ((HttpServletResponse) response).getStatus();
    }

    /** What a container makes of an exception, by 2.3.3.2 of the Servlet specification. */
    private static int status(Throwable thrown) {
        if (!(thrown instanceof UnavailableException unavailable)) return HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
        return unavailable.isPermanent()
                ? HttpServletResponse.SC_NOT_FOUND
                : HttpServletResponse.SC_SERVICE_UNAVAILABLE;
    }

    /** Whether no connection can be one that this request has taken on a thread that does not record it. */
    private boolean knowsConnections() {
        boolean onlyHere = !async || calledBack != NOTHING; // else callbacks may run that are not wrapped
        return RecordedDataSource.isUsed() && (onlyHere || RecordedDataSource.takenElsewhere() == takenElsewhereBefore);
    }

    /** @param pool knows the final wait; null to leave the wait as it is */
    synchronized RecordedRequest result(PoolQueue pool) {
        long now = endNanos == 0 ? System.nanoTime() : endNanos;
        long held = connectionHeldNanos + connectionsHeld * now;
        ThreadUse all = dispatched.plus(calledBack);
        return new RecordedRequest(
                arrival.settled(pool),
                method,
                uri,
                status,
                (now - arrival.nanos()) / 1_000,
                RecordedRequest.ThreadWork.of(dispatched, all),
                knowsConnections()
                        ? new RecordedRequest.Connections(connectionWaitNanos / 1_000, held / 1_000, connections)
                        : RecordedRequest.Connections.UNKNOWN,
                dispatches,
                async,
                virtual,
                end);
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end(event.getSuppliedRequest(), event.getSuppliedResponse(), null);
    }

    @Override
    public synchronized void onTimeout(AsyncEvent event) {
        end = RecordedRequest.RequestOutcome.TIMEOUT;
    }

    @Override
    public void onError(AsyncEvent event) {
        failed(event.getThrowable(), true);
    }

    /** The container has removed this listener, because the request is asynchronous once more. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this, event.getSuppliedRequest(), event.getSuppliedResponse());
    }
}
