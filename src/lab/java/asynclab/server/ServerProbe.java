package asynclab.server;

import asynclab.options.LabException;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * Reads a running server's figures over JMX, which has threads of its own and answers while the pool is starved. Thread-safe.
 */
public abstract class ServerProbe {

    private static final String STATS = "asynclab:type=Stats,*";

    private final MBeanServerConnection jmx;

    public ServerProbe(MBeanServerConnection jmx) {
        this.jmx = jmx;
    }

    /** Request threads and what waits for one; {@code reserved} idle ones are kept for newcomers at most, -1 if it is not Jetty. */
    public record Pool(int max, int usable, int busy, int queued, int reserved) {}

    /**
     * One look at the server.
     *
     * @param pool the request threads
     * @param inFlight requests inside the servlets, held by a thread or waiting
     * @param cpuNanos processor time of the whole process since it started
     */
    public record Sample(long epochMillis, Pool pool, long inFlight, int jvmThreads, long heapBytes, long cpuNanos) {}

    /** The port the server listens on, or 0 while it does not yet, or the application has not started. */
    public final int port() {
        try {
            if (find(STATS) == null) return 0;
            return localPort();
        } catch (IOException | JMException notYet) {
            return 0;
        }
    }

    public abstract int localPort() throws IOException, JMException;

    public Pool pool() {
        try {
            Map<String, Object> pools = map(jmx.getAttribute(find(STATS), "RequestThreads"));
            if (pools.isEmpty()) throw new LabException("The server publishes no thread pool in JMX.");
            Map<String, Object> pool = map(pools.values().iterator().next());
            return new Pool(
                    (int) pool.get("max"),
                    (int) pool.get("usable"),
                    (int) pool.get("busy"),
                    (int) pool.get("queued"),
                    (int) pool.get("reserved"));
        } catch (IOException | JMException e) {
            throw new LabException("The server's thread pool cannot be read over JMX: " + e, e);
        }
    }

    /** The application's ledger: started, each ending, inFlight, maxInFlight. */
    public final Map<String, Long> ledger() {
        try {
            var ledger = new LinkedHashMap<String, Long>();
            map(jmx.getAttribute(find(STATS), "Ledger")).forEach((name, count) -> ledger.put(name, (Long) count));
            return ledger;
        } catch (IOException | JMException e) {
            throw new LabException("The application's request ledger cannot be read over JMX: " + e, e);
        }
    }

    /** A map as an MXBean sends it. */
    private static Map<String, Object> map(Object table) {
        var map = new LinkedHashMap<String, Object>();
        for (Object row : ((TabularData) table).values()) {
            var pair = (CompositeData) row;
            map.put((String) pair.get("key"), pair.get("value"));
        }
        return map;
    }

    public final Sample sample() {
        try {
            var memory = ManagementFactory.newPlatformMXBeanProxy(
                    jmx, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
            return new Sample(
                    System.currentTimeMillis(),
                    pool(),
                    ledger().get("inFlight"),
                    jvmThreads(),
                    memory.getHeapMemoryUsage().getUsed(),
                    cpuNanos());
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        }
    }

    /** Timers the application's scheduler has still to fire. */
    public final int scheduledTasks() {
        try {
            return (int) jmx.getAttribute(find(STATS), "ScheduledTasks");
        } catch (IOException | JMException e) {
            throw new LabException("The application's timers cannot be read over JMX: " + e, e);
        }
    }

    /** Files and sockets the server has open; -1 where the system does not tell. */
    public final long openDescriptors() {
        try {
            return ManagementFactory.newPlatformMXBeanProxy(
                            jmx,
                            ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME,
                            com.sun.management.UnixOperatingSystemMXBean.class)
                    .getOpenFileDescriptorCount();
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        } catch (IllegalArgumentException notUnix) {
            return -1;
        }
    }

    /** One of the JVM's own beans, by its name in {@link ManagementFactory}. */
    public final <T extends PlatformManagedObject> T bean(String name, Class<T> type) {
        try {
            return ManagementFactory.newPlatformMXBeanProxy(jmx, name, type);
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        }
    }

    /** The JVM's garbage collectors. */
    public final List<GarbageCollectorMXBean> collectors() {
        try {
            return ManagementFactory.getPlatformMXBeans(jmx, GarbageCollectorMXBean.class);
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        }
    }

    /** Held against planned time since {@link #beginPunctuality}, in microseconds. */
    public final Map<String, Long> punctuality() {
        try {
            var figures = new LinkedHashMap<String, Long>();
            map(jmx.getAttribute(find(STATS), "Punctuality")).forEach((name, value) -> figures.put(name, (Long) value));
            return figures;
        } catch (IOException | JMException e) {
            throw new LabException("The application's timer lateness cannot be read over JMX: " + e, e);
        }
    }

    /** Has the application forget what punctuality it has recorded, so that a measurement has none of its warm-up's. */
    public final void beginPunctuality() {
        try {
            jmx.invoke(find(STATS), "beginPunctuality", null, null);
        } catch (IOException | JMException e) {
            throw new LabException("The recording of timer lateness cannot be started over JMX: " + e, e);
        }
    }

    /** Bytes of heap that are reachable; collects the server's garbage to find out. */
    public final long liveHeapBytes() {
        var memory = bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        memory.gc();
        memory.gc(); // what the first has only found to be finished
        return memory.getHeapMemoryUsage().getUsed();
    }

    /** Threads of every kind in the server's JVM. */
    public final int jvmThreads() {
        try {
            return ManagementFactory.newPlatformMXBeanProxy(
                            jmx, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class)
                    .getThreadCount();
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        }
    }

    /** The name of each thread in the server's JVM, sorted; several may have the same. */
    public final List<String> threadNames() {
        try {
            var threads = ManagementFactory.newPlatformMXBeanProxy(
                    jmx, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(info -> info != null) // it has ended meanwhile
                    .map(ThreadInfo::getThreadName)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        }
    }

    /** The threads of the server's JVM whose names begin so, each with its state and its whole stack. */
    public final List<ThreadInfo> threads(String prefix) {
        try {
            var threads = ManagementFactory.newPlatformMXBeanProxy(
                    jmx, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return Arrays.stream(threads.dumpAllThreads(false, false))
                    .filter(info -> info != null && info.getThreadName().startsWith(prefix))
                    .toList();
        } catch (IOException e) {
            throw new LabException("The server cannot be read over JMX: " + e.getMessage(), e);
        }
    }

    /** Objects of a class, and the bytes they take. */
    public record Objects(long number, long bytes) {}

    /** Which objects are reachable in the server's JVM, by class; collects its garbage to find out. */
    public final Map<String, Objects> histogram() {
        try {
            var histogram = (String) jmx.invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
            var objects = new LinkedHashMap<String, Objects>();
            histogram
                    .lines()
                    .map(line -> line.trim().split("\\s+")) // rank, instances, bytes, class
                    .filter(columns -> columns.length > 3 && columns[0].endsWith(":"))
                    .forEach(columns -> objects.merge(
                            columns[3],
                            new Objects(Long.parseLong(columns[1]), Long.parseLong(columns[2])),
                            (one, other) -> new Objects(one.number + other.number, one.bytes + other.bytes)));
            return objects;
        } catch (IOException | JMException e) {
            throw new LabException("The server's objects cannot be counted over JMX: " + e, e);
        }
    }

    /** How many objects of a class are reachable in the server's JVM; collects its garbage to find out. */
    public final long instances(String className) {
        return histogram().getOrDefault(className, new Objects(0, 0)).number;
    }

    /** Processor time of the whole process since it started. */
    public final long cpuNanos() {
        return bean(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    /** The server's name and version. */
    public abstract String version();

    /** Stops the application while the server goes on, as an undeploy does. */
    public void stopApplication() {
        tellApplication("stop");
    }

    /** Starts a stopped application again, by a class loader of its own, as a deployment does; returns when it serves. */
    public final void startApplication() {
        tellApplication("start");
    }

    private void tellApplication(String operation) {
        try {
            jmx.invoke(application(), operation, null, null);
        } catch (IOException | JMException e) {
            throw new LabException("The application did not " + operation + " on the JMX operation: " + e, e);
        }
    }

    /** The class whose instances are the class loaders of applications, one each. */
    public abstract String applicationClassLoader();

    public abstract ObjectName application() throws IOException, JMException;

    final ObjectName find(String pattern) throws IOException, JMException {
        Set<ObjectName> names = jmx.queryNames(new ObjectName(pattern), null);
        return names.isEmpty() ? null : names.iterator().next();
    }

    final Object read(String pattern, String attribute) throws IOException, JMException {
        ObjectName name = find(pattern);
        if (name == null) throw new InstanceNotFoundException(pattern);
        return jmx.getAttribute(name, attribute);
    }

    static final class Jetty extends ServerProbe {

        private static final String SERVER = "org.eclipse.jetty.server:type=server,*";

        Jetty(MBeanServerConnection jmx) {
            super(jmx);
        }

        @Override
        public int localPort() throws IOException, JMException {
            // It has a port before its connector has leased its threads, and until then all seem usable.
            if (!"STARTED".equals(read(SERVER, "state"))) return 0;
            return (int) read("org.eclipse.jetty.server:type=serverconnector,*", "localPort");
        }

        @Override
        public ObjectName application() throws IOException, JMException {
            return find("org.eclipse.jetty.ee8.webapp:type=webappcontext,*");
        }

        @Override
        public String applicationClassLoader() {
            return "org.eclipse.jetty.ee8.webapp.WebAppClassLoader";
        }

        @Override
        public String version() {
            try {
                return "jetty " + read(SERVER, "version");
            } catch (IOException | JMException e) {
                return "jetty";
            }
        }
    }

    static final class Tomcat extends ServerProbe {

        Tomcat(MBeanServerConnection jmx) {
            super(jmx);
        }

        @Override
        public int localPort() throws IOException, JMException {
            return (int) read("Catalina:type=Connector,*", "localPort");
        }

        @Override
        public ObjectName application() throws IOException, JMException {
            return find("Catalina:j2eeType=WebModule,*");
        }

        @Override
        public String applicationClassLoader() {
            return "org.apache.catalina.loader.ParallelWebappClassLoader";
        }

        @Override
        public String version() {
            try {
                return ((String) read("Catalina:type=Server,*", "serverInfo")).replace("Apache Tomcat/", "tomcat ");
            } catch (IOException | JMException e) {
                return "tomcat";
            }
        }
    }
}
