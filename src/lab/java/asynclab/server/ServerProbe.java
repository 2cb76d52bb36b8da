package asynclab.server;

import asynclab.exchange.Ending;
import asynclab.exchange.Ledger;
import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * Reads the figures of a running server over JMX. JMX has threads of its own, so it answers even if all request threads are busy.
 * Thread-safe.
 */
public abstract class ServerProbe extends JvmProbe {

    /**
     * The endings of requests that were served. A client that has left is noticed only when its answer is sent, so its request
     * was served, too.
     */
    private static final Set<Ending> SERVED = EnumSet.of(Ending.ANSWERED, Ending.FAILED, Ending.CLIENT_GONE);

    private static final String STATS = "asynclab:type=Stats,*";

    ServerProbe(MBeanServerConnection jmx) {
        super(jmx);
    }

    /** The container does not offer a figure or an operation that the lab asked for. */
    public static final class NotAvailable extends LabException {
        private static final long serialVersionUID = 1;

        private final String reason;

        /** @param reason the end of a sentence */
        NotAvailable(String reason) {
            super("The container does not offer this, because " + reason + ".");
            this.reason = reason;
        }

        public String reason() {
            return reason;
        }
    }

    /** The request threads and the requests that wait for one. {@code reserved} is Jetty's setting; -1 on other containers. */
    public record Pool(int max, int usable, int busy, int queued, int reserved) {

        /** For Tomcat's virtual threads. Tomcat publishes no figures about them. */
        static final Pool NONE = new Pool(0, 0, 0, 0, -1);
    }

    /**
     * The server's figures at one moment.
     *
     * @param pool the request threads
     * @param inFlight requests inside the servlets, held by a thread or waiting
     * @param served requests whose service has ended, also those whose clients had left
     * @param cpuNanos processor time of the whole process since it started
     */
    public record Reading(
            long epochMillis, Pool pool, long inFlight, long served, int jvmThreads, long heapBytes, long cpuNanos) {}

    /** The server's port; 0 before the server listens and the application has started. */
    public final int port() {
        try {
            return find(STATS) == null ? 0 : localPort();
        } catch (IOException | JMException notYet) {
            return 0;
        }
    }

    abstract int localPort() throws IOException, JMException;

    public final Reading sample() {
        Ledger.Snapshot ledger = ledger();
        return new Reading(
                System.currentTimeMillis(),
                pool(),
                ledger.inFlight(),
                SERVED.stream().mapToLong(ledger::ended).sum(),
                jvmThreads(),
                heapBytes(),
                cpuNanos());
    }

    public final Pool pool() {
        Map<String, Object> pools = stats("The server's thread pool", "RequestThreads");
        if (pools.isEmpty()) return withoutPool();
        Map<String, Object> pool = map(pools.values().iterator().next());
        return new Pool(
                (int) pool.get("max"), (int) pool.get("usable"), (int) pool.get("busy"), (int) pool.get("queued"), (int)
                        pool.get("reserved"));
    }

    /** For a server that publishes no pool. */
    Pool withoutPool() {
        throw new NotAvailable("it publishes no thread pool in JMX");
    }

    /** The application's request ledger. */
    public final Ledger.Snapshot ledger() {
        return Ledger.Snapshot.of(longs(stats("The application's request ledger", "Ledger")));
    }

    /** The connection pool of the database: {@code max}, {@code active}, {@code idle} and {@code waiting}. */
    public final Map<String, Long> connections() {
        return longs(stats("The application's connection pool", "Connections"));
    }

    /** The timer lateness since {@link #beginTimerLateness}, in microseconds. */
    public final Map<String, Long> timerLateness() {
        return longs(stats("The application's timer lateness", "TimerLateness"));
    }

    /** Clears the recorded timer lateness, so that a measurement does not contain its warm-up. */
    public final void beginTimerLateness() {
        call(
                "The recording of timer lateness cannot be started over JMX",
                () -> jmx.invoke(find(STATS), "beginTimerLateness", null, null));
    }

    /**
     * Reads what each thread does: the rows of the application's {@code sampleThreads}. Each reading is one round trip.
     *
     * @throws LabException when the result is read, if the call fails
     */
    public final Supplier<List<String>> threadActivity() {
        String problem = "The server's threads cannot be sampled over JMX";
        ObjectName stats = call(problem, () -> find(STATS));
        return () -> List.of((String[]) call(problem, () -> jmx.invoke(stats, "sampleThreads", null, null)));
    }

    /** The number of timers in the application's scheduler. */
    public final int scheduledTasks() {
        return (int) call(
                "The application's timers cannot be read over JMX",
                () -> jmx.getAttribute(find(STATS), "ScheduledTasks"));
    }

    /** A table of the application's statistics. */
    private Map<String, Object> stats(String what, String attribute) {
        return map(call(what + " cannot be read over JMX", () -> jmx.getAttribute(find(STATS), attribute)));
    }

    /** Converts the form in which an MXBean sends a map. */
    private static Map<String, Object> map(Object table) {
        var map = new LinkedHashMap<String, Object>();
        for (Object row : ((TabularData) table).values()) {
            var pair = (CompositeData) row;
            map.put((String) pair.get("key"), pair.get("value"));
        }
        return map;
    }

    private static Map<String, Long> longs(Map<String, Object> table) {
        var longs = new LinkedHashMap<String, Long>();
        table.forEach((name, value) -> longs.put(name, (Long) value));
        return longs;
    }

    /** The server's name and version. */
    public abstract String version();

    /** Stops the application as an undeployment does. The server continues to run. */
    public void stopApplication() {
        invokeOnApplication("stop");
    }

    /** Starts a stopped application with a new class loader. Returns when it serves. */
    public final void startApplication() {
        invokeOnApplication("start");
    }

    /** Deploys a stopped application again. Returns when the application serves. @param deployed its file */
    void redeploy(Path deployed) {
        startApplication();
    }

    private void invokeOnApplication(String operation) {
        call(
                "The application did not " + operation + " on the JMX operation",
                () -> jmx.invoke(application(), operation, null, null));
    }

    /** The class of the applications' class loaders. Each application has one. */
    public abstract String applicationClassLoader();

    /** The MBean of the application at the root. A server may have others, as in a benchmark. @return null if there is none */
    abstract ObjectName application() throws IOException, JMException;

    /** The first bean whose name matches a pattern, or null. */
    final ObjectName find(String pattern) throws IOException, JMException {
        Set<ObjectName> names = jmx.queryNames(new ObjectName(pattern), null);
        return names.isEmpty() ? null : names.iterator().next();
    }

    /** @return the MBean whose attribute has this value; null if there is none */
    final ObjectName find(String pattern, String attribute, Object value) throws IOException, JMException {
        for (ObjectName name : jmx.queryNames(new ObjectName(pattern), null))
            if (value.equals(jmx.getAttribute(name, attribute))) return name;
        return null;
    }

    final Object attribute(String pattern, String attribute) throws IOException, JMException {
        ObjectName name = find(pattern);
        if (name == null) throw new InstanceNotFoundException(pattern);
        return jmx.getAttribute(name, attribute);
    }
}
