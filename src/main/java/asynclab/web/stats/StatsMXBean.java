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
    Map<String, Long> getTimerLateness();

    /** Clears the recorded timer lateness, so that a measurement does not include its warm-up. */
    void beginTimerLateness();

    /** The container's pools by name, each with max, usable, busy, queued and reserved; -1 if not reported. */
    Map<String, Map<String, Integer>> getRequestThreads();

    /**
     * What each request thread and each scheduler thread does now. A row has, separated by spaces: the id of the thread; SERVING, IDLE,
     * RESERVED, SELECTOR, ACCEPTOR, WORKING, SCHEDULER_WAITING or SCHEDULER_RUNNING; the number and the path of its request, or 0
     * and - if none is recorded; the name of the thread. Empty if a pool has more than 40 threads, or none is known. Requests are recorded from the
     * first call on, until there was no call for five seconds.
     */
    String[] sampleThreads();

    /**
     * The queues by the name of their servlet or filter. arrived = refused + dropped + gaveUp + served + inService + waiting. Of served,
     * late were served after their client's timeout: wasted work. limit is -1 without a limit. Times are in milliseconds.
     */
    Map<String, Map<String, Long>> getQueues();

    /** The connection pool of the database: max, active, idle, lookups waiting for a connection, and timedOut, those that waited too long. */
    Map<String, Long> getConnections();

    /** The number of timers that have not fired yet. */
    int getScheduledTasks();
}
