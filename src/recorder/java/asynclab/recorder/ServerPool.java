package asynclab.recorder;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import javax.servlet.ServletRequest;
import javax.servlet.ServletRequestWrapper;
import javax.servlet.http.HttpServletRequest;

/**
 * The thread pool whose threads serve requests: Jetty's {@code QueuedThreadPool}, Tomcat's {@code ThreadPoolExecutor} or {@code
 * StandardThreadExecutor}, or the JDK's. Thread-safe.
 */
final class ServerPool {

    private static final String[][] PATHS = {
        {"request", "getConnector", "getProtocolHandler", "getExecutor"}, // Tomcat
        {"getCoreRequest", "getConnectionMetaData", "getConnector", "getExecutor"}, // Jetty 12 with ee8, ee9
        {"getRequest", "getConnectionMetaData", "getConnector", "getExecutor"}, // Jetty 12 with ee10, ee11
        {"getHttpChannel", "getConnector", "getExecutor"} // Jetty 9.4, 10, 11
    };

    private final Executor executor;
    private final MethodHandle size; // null if the queue itself says it
    private final boolean reserved;
    private final BlockingQueue<?> jobs; // null if only its size is known

    private ServerPool(Executor executor) {
        this.executor = executor;
        size = Reflected.path(executor.getClass(), int.class, "getQueueSize").orElse(null);
        reserved = executor.getClass().getName().startsWith("org.eclipse.jetty.") && number("getReservedThreads") != 0;
        jobs = Reflected.at(executor, "getQueue") instanceof BlockingQueue<?> queue ? queue : null;
    }

    /** The pool of the server that serves a request; null if it is unknown, or has no queue that can be looked at. */
    static ServerPool of(HttpServletRequest request) {
        Executor executor = executorOf(request);
        return executor == null ? null : of(executor);
    }

    private static Executor executorOf(HttpServletRequest request) {
        ServletRequest own = request;
        while (own instanceof ServletRequestWrapper) own = ((ServletRequestWrapper) own).getRequest();
        for (String[] path : PATHS) if (Reflected.at(own, path) instanceof Executor executor) return executor;
        return null;
    }

    static ServerPool of(Executor executor) {
        var pool = new ServerPool(executor);
        return pool.queued() < 0 ? null : pool;
    }

    /** Whether a request came through this pool. */
    boolean serves(HttpServletRequest request) {
        return executorOf(request) == executor;
    }

    /** Tasks that wait for a thread; -1 if unknown, as of a pool that was shut down. A connector that starts again takes a new pool. */
    int queued() {
        if (executor instanceof ExecutorService service && service.isShutdown()) return -1;
        if (size == null) return jobs == null ? -1 : jobs.size();
        try {
            return (int) size.invokeExact((Object) executor);
        } catch (Throwable e) { // whatever a container does
            return -1;
        }
    }

    /** The most tasks that the queue still takes. */
    int free() {
        if (jobs != null) return jobs.remainingCapacity();
        int most = number("getMaxQueueSize"); // of Tomcat's StandardThreadExecutor
        return most < 0 ? Integer.MAX_VALUE : most - queued();
    }

    /** The most threads that serve requests at a time; -1 if unknown. */
    int threads() {
        for (String getter : new String[] {"getMaxAvailableThreads", "getMaxThreads", "getMaximumPoolSize"}) {
            int threads = number(getter);
            if (threads > 0) return threads;
        }
        return -1;
    }

    /** Whether it is Jetty's, which may have threads that run tasks past the queue. */
    boolean hasReservedThreads() {
        return reserved;
    }

    private int number(String getter) {
        return Reflected.at(executor, getter) instanceof Integer number ? number : -1;
    }

    /** @throws java.util.concurrent.RejectedExecutionException if the pool does not take it */
    void execute(Runnable task) {
        executor.execute(task);
    }
}
