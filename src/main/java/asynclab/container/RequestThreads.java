package asynclab.container;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The container's request threads, read from its own JMX beans: Jetty's QueuedThreadPool (needs its module {@code jmx}),
 * Tomcat's connector pools or executors, and the workers of XNIO, which Undertow and WildFly use. On Jetty fewer threads are
 * usable than the maximum, because acceptors and selectors lease some (jetty #1464).
 */
public final class RequestThreads {

    private RequestThreads() {}

    /**
     * Whether the calling thread, which serves a request, is virtual. Then the pools of {@link #read} serve no requests, and no container
     * publishes a figure of the threads that do. Always false before JDK 21.
     */
    public static boolean areVirtual() {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException beforeJdk21) {
            return false;
        }
    }

    /**
     * Pools by name, each with max, usable, busy, queued (-1 if not reported) and reserved, the maximum of Jetty's reserved threads
     * (-1 on other containers). Empty if the container publishes no pool.
     */
    public static Map<String, Map<String, Integer>> read() {
        var pools = new LinkedHashMap<String, Map<String, Integer>>();
        read(
                pools,
                "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                "maxThreads",
                "maxAvailableThreads",
                "utilizedThreads",
                "queueSize",
                "maxReservedThreads");
        read(pools, "Catalina:type=Executor,*", "maxThreads", "maxThreads", "activeCount", "queueSize", null);
        read(pools, "Catalina:type=ThreadPool,*", "maxThreads", "maxThreads", "currentThreadsBusy", null, null);
        read(
                pools,
                "org.xnio:type=Xnio,provider=*,worker=*",
                "MaxWorkerPoolSize",
                "MaxWorkerPoolSize",
                "BusyWorkerThreadCount",
                "WorkerQueueSize",
                null);
        return pools;
    }

    private static void read(
            Map<String, Map<String, Integer>> pools,
            String pattern,
            String max,
            String usable,
            String busy,
            String queued,
            String reserved) {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName pool : jmx.queryNames(pattern(pattern), null))
            try {
                if (pool.getDomain().equals("org.xnio") && !servesRequests(jmx, pool)) continue;
                if ((int) jmx.getAttribute(pool, max) < 0) continue; // a Tomcat connector that uses an executor
                var figures = new LinkedHashMap<String, Integer>();
                figures.put("max", (Integer) jmx.getAttribute(pool, max));
                figures.put("usable", (Integer) jmx.getAttribute(pool, usable));
                figures.put("busy", (Integer) jmx.getAttribute(pool, busy));
                figures.put("queued", queued == null ? -1 : (Integer) jmx.getAttribute(pool, queued));
                figures.put("reserved", reserved == null ? -1 : (Integer) jmx.getAttribute(pool, reserved));
                String name = Stream.of("name", "worker", "type")
                        .map(pool::getKeyProperty)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseThrow();
                pools.put(name.replace("\"", ""), figures);
            } catch (JMException e) {
                // The pool is being stopped, or this version has other names for its figures. It is left out.
            }
    }

    private static ObjectName pattern(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Whether a worker of XNIO has an address. WildFly has other workers, for its management and for clients. */
    private static boolean servesRequests(MBeanServer jmx, ObjectName worker) {
        return !worker.getKeyProperty("worker").equals("\"management\"")
                && !jmx.queryNames(pattern(worker + ",address=*"), null).isEmpty();
    }
}
