package asynclab.web.stats;

import java.util.Map;

/**
 * The figures of {@code /stats} for JMX, as {@code asynclab:type=Stats,context="/"}: a starved pool cannot serve a page, but
 * JMX has threads of its own.
 */
public interface StatsMXBean {

    /** Started, in flight, maximum in flight, and a count for each ending, all from one moment. */
    Map<String, Long> getLedger();

    /** Held time against planned time, in microseconds. */
    Map<String, Long> getPunctuality();

    /** Forgets what punctuality has been recorded so far, so that a measurement has none of its warm-up's. */
    void beginPunctuality();

    /** The container's pools by name, each with max, usable, busy and queued. */
    Map<String, Map<String, Integer>> getRequestThreads();

    /** Timers the scheduler has still to fire. */
    int getScheduledTasks();
}
