package asynclab.web.stats;

import java.util.Map;

/**
 * The figures of {@code /stats} in JMX, as {@code asynclab:type=Stats,context="/"}. JMX has its own threads, so it answers
 * even if all request threads are busy.
 */
public interface StatsMXBean {

    /** Requests started, in flight, maximum in flight, and ended by kind, all read at the same time. */
    Map<String, Long> getLedger();

    /** Timer lateness: actual minus planned hold time, in microseconds. */
    Map<String, Long> getPunctuality();

    /** Clears the recorded timer lateness, so that a measurement does not include its warm-up. */
    void beginPunctuality();

    /** The container's pools by name, each with max, usable, busy, queued and reserved; -1 if not reported. */
    Map<String, Map<String, Integer>> getRequestThreads();

    /** The number of timers that have not fired yet. */
    int getScheduledTasks();
}
