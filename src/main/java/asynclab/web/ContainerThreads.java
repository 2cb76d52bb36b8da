package asynclab.web;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The container's request threads, by the name its own JMX beans give them: Jetty's QueuedThreadPool (needs its module
 * {@code jmx}) or Tomcat's connector pools. Usable threads are fewer than the maximum on Jetty, which leases some to
 * acceptors, selectors and reserved threads (jetty #1464).
 */
final class ContainerThreads {

    private ContainerThreads() {}

    /** The figures of each pool by its JMX name; empty when the container publishes none. */
    static Map<String, Map<String, Object>> read() {
        var pools = new LinkedHashMap<String, Map<String, Object>>();
        read(
                pools,
                "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                Map.of(
                        "max",
                        "maxThreads",
                        "usable",
                        "maxAvailableThreads",
                        "busy",
                        "utilizedThreads",
                        "idle",
                        "readyThreads",
                        "queued",
                        "queueSize"));
        read(
                pools,
                "Catalina:type=ThreadPool,*",
                Map.of(
                        "max",
                        "maxThreads",
                        "usable",
                        "maxThreads",
                        "busy",
                        "currentThreadsBusy",
                        "threads",
                        "currentThreadCount"));
        return pools;
    }

    private static void read(Map<String, Map<String, Object>> pools, String pattern, Map<String, String> attributes) {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        try {
            for (ObjectName pool : jmx.queryNames(new ObjectName(pattern), null)) {
                var figures = new LinkedHashMap<String, Object>();
                for (var attribute : attributes.entrySet())
                    figures.put(attribute.getKey(), jmx.getAttribute(pool, attribute.getValue()));
                pools.put(
                        pool.getKeyProperty("name") == null
                                ? pool.getKeyProperty("type")
                                : pool.getKeyProperty("name").replace("\"", ""),
                        figures);
            }
        } catch (JMException e) {
            // A pool that is just being stopped, or a container with other names for its figures: nothing to show.
        }
    }
}
