package asynclab.container;

import java.util.Map;
import java.util.Optional;

/**
 * What a thread of the server does, as its stack shows. The stacks are those of Jetty 10 to 12 and Tomcat 9 to 11. Threads of
 * other containers are known only while they serve a request.
 */
public enum ThreadActivity {
    /** A servlet or filter runs on the thread. The request is known if it started after the first sample. */
    SERVING,
    /** Waits for a task of the pool. */
    IDLE,
    /** One of Jetty's reserved threads. It waits for a new request and takes no queued one. */
    RESERVED,
    /** Waits for data of a connection, or handles what came. */
    SELECTOR,
    /** Waits for a new connection. */
    ACCEPTOR,
    /** Any other work of the pool, such as parsing a request. */
    WORKING,
    /** A scheduler thread of the application that waits for a timer. */
    SCHEDULER_WAITING,
    /** A scheduler thread of the application that runs a task, such as the end of a request. */
    SCHEDULER_RUNNING;

    private static final String SCHEDULER = "asynclab-scheduler-";
    private static final String TIMERS = "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue";
    private static final String JETTY = "org.eclipse.jetty.util.thread.";
    private static final String TOMCAT = "org.apache.tomcat.util.";

    /** By class and method. The topmost of these frames decides, so the last two are for threads without another. */
    private static final Map<String, ThreadActivity> FRAMES = Map.ofEntries(
            Map.entry(JETTY + "QueuedThreadPool$Runner.idleJobPoll", IDLE),
            Map.entry(TOMCAT + "threads.TaskQueue.take", IDLE),
            Map.entry(TOMCAT + "threads.TaskQueue.poll", IDLE),
            Map.entry(JETTY + "ReservedThreadExecutor$ReservedThread.waitForTask", RESERVED),
            Map.entry(JETTY + "ReservedThreadExecutor$ReservedThread.reservedWait", RESERVED), // Jetty 10 and 11
            Map.entry("org.eclipse.jetty.io.ManagedSelector$SelectorProducer.produce", SELECTOR),
            Map.entry(TOMCAT + "net.NioEndpoint$Poller.run", SELECTOR),
            Map.entry("org.eclipse.jetty.server.AbstractConnector$Acceptor.run", ACCEPTOR),
            Map.entry(TOMCAT + "net.Acceptor.run", ACCEPTOR),
            Map.entry(JETTY + "QueuedThreadPool$Runner.run", WORKING),
            Map.entry(TOMCAT + "threads.ThreadPoolExecutor$Worker.run", WORKING));

    /**
     * Empty for a thread that belongs neither to the container's pool nor to the application's scheduler.
     *
     * @param firstFilter class and method of the first filter of every request
     */
    public static Optional<ThreadActivity> of(String thread, StackTraceElement[] stack, String firstFilter) {
        if (thread.startsWith(SCHEDULER)) return Optional.of(scheduler(stack));
        for (StackTraceElement frame : stack) {
            String method = frame.getClassName() + "." + frame.getMethodName();
            ThreadActivity found = method.equals(firstFilter) ? SERVING : FRAMES.get(method);
            if (found != null) return Optional.of(found);
        }
        return Optional.empty();
    }

    private static ThreadActivity scheduler(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) if (frame.getClassName().equals(TIMERS)) return SCHEDULER_WAITING;
        return SCHEDULER_RUNNING;
    }
}
