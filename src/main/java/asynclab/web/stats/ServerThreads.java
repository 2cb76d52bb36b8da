package asynclab.web.stats;

import asynclab.container.ThreadActivity;
import asynclab.web.filter.RequestsByThread;
import asynclab.web.filter.RequestsByThread.ServedRequest;
import asynclab.web.filter.ResponseHeadersFilter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each request thread and each scheduler thread does at this moment. A sample copies the stack of every thread in the JVM, which
 * stops them all for a moment. So it is for small pools only. Thread-safe.
 */
record ServerThreads(RequestsByThread requests) {

    /** With more threads in the pool nothing is sampled. */
    static final int MOST_THREADS = 40;

    /** Every request passes it, but not its later dispatches: there its thread counts as working. */
    private static final String FIRST_FILTER = ResponseHeadersFilter.class.getName() + ".doFilter";

    private static final ServedRequest NONE = new ServedRequest(0, "-");

    /** Whether the container publishes pools, and each is small enough. */
    static boolean areFew(Map<String, Map<String, Integer>> pools) {
        return !pools.isEmpty() && pools.values().stream().allMatch(pool -> pool.get("max") <= MOST_THREADS);
    }

    /**
     * A row for each thread, by the id of the thread: id, activity, number and path of its request (0 and - if none is recorded), and its
     * name, separated by spaces. Only the name has spaces of its own.
     */
    List<String> rows() {
        Map<Long, ServedRequest> served = requests.read();
        var rows = new ArrayList<String>();
        for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) {
            if (thread == null) continue; // ended during the call
            ServedRequest request = served.getOrDefault(thread.getThreadId(), NONE);
            var activity = request == NONE ? activity(thread) : Optional.of(ThreadActivity.SERVING);
            activity.ifPresent(known -> rows.add(thread.getThreadId() + " " + known + " " + request.number() + " "
                    + request.path() + " " + shortName(thread.getThreadName())));
        }
        return rows;
    }

    /** If a scheduler thread takes the sample, it counts as waiting, because it runs no task of a request then. */
    private static Optional<ThreadActivity> activity(ThreadInfo thread) {
        return ThreadActivity.of(thread.getThreadName(), thread.getStackTrace(), FIRST_FILTER)
                .map(seen -> thread.getThreadId() == Thread.currentThread().getId()
                        ? ThreadActivity.SCHEDULER_WAITING
                        : seen);
    }

    /** Jetty adds the connector to the name of an acceptor. */
    private static String shortName(String name) {
        int connector = name.indexOf('@');
        return connector < 0 ? name : name.substring(0, connector);
    }
}
