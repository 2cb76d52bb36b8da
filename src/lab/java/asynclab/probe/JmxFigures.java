package asynclab.probe;

import asynclab.options.LabException;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.OwnFigures.PoolUse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The figures that Jetty, Tomcat, HikariCP and the JVM publish in JMX. */
final class JmxFigures implements Supplier<OwnFigures>, AutoCloseable {

    private final String address;
    private final JMXConnector connector;

    /** @param address host and port, without TLS and password */
    JmxFigures(String address) {
        this.address = address;
        try {
            connector = JMXConnectorFactory.connect(
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"));
        } catch (IOException | SecurityException e) {
            throw noAnswer(e);
        }
    }

    private LabException noAnswer(Exception e) {
        return new LabException(
                "-Djmx: no JVM answers at " + address + ". It needs com.sun.management.jmxremote.port, without TLS.",
                e);
    }

    @Override
    public OwnFigures get() {
        try {
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            var pools = new ArrayList<PoolUse>();
            add(
                    pools,
                    beans,
                    OwnLimit.THREADS,
                    "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                    List.of("utilizedThreads", "maxAvailableThreads", "queueSize"));
            add(
                    pools,
                    beans,
                    OwnLimit.THREADS,
                    "Catalina:type=Executor,*",
                    List.of("activeCount", "maxThreads", "queueSize"));
            for (String domain : List.of("Catalina", "Tomcat")) // Tomcat: embedded, as in Spring Boot
            add(
                        pools,
                        beans,
                        OwnLimit.THREADS,
                        domain + ":type=ThreadPool,*",
                        List.of("currentThreadsBusy", "maxThreads"));
            addHikari(pools, beans);
            var system = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
            return new OwnFigures(
                    List.copyOf(pools),
                    number(beans.getAttribute(system, "ProcessCpuTime")) / 1e9,
                    null,
                    number(beans.getAttribute(system, "AvailableProcessors")),
                    System.nanoTime());
        } catch (IOException | JMException e) {
            throw noAnswer(e);
        }
    }

    private static void add(
            List<PoolUse> to, MBeanServerConnection beans, OwnLimit kind, String pattern, List<String> attributes)
            throws IOException, JMException {
        for (ObjectName name : beans.queryNames(new ObjectName(pattern), null)) {
            double size = number(beans.getAttribute(name, attributes.get(1)));
            if (size < 1) continue; // a connector of Tomcat that uses an executor
            Double waiting =
                    attributes.size() < 3 ? null : (Double) number(beans.getAttribute(name, attributes.get(2)));
            to.add(new PoolUse(
                    kind, name.toString(), number(beans.getAttribute(name, attributes.get(0))), size, waiting));
        }
    }

    /** The size is in a bean of its own, with the same name of the pool in brackets. */
    private static void addHikari(List<PoolUse> to, MBeanServerConnection beans) throws IOException, JMException {
        for (ObjectName name : beans.queryNames(new ObjectName("com.zaxxer.hikari:type=Pool (*"), null)) {
            var settings = new ObjectName(name.toString().replace("type=Pool (", "type=PoolConfig ("));
            to.add(new PoolUse(
                    OwnLimit.CONNECTIONS,
                    name.toString(),
                    number(beans.getAttribute(name, "ActiveConnections")),
                    number(beans.getAttribute(settings, "MaximumPoolSize")),
                    number(beans.getAttribute(name, "ThreadsAwaitingConnection"))));
        }
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // the JVM has ended
        }
    }
}
