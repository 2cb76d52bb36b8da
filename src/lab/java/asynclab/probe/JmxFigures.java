package asynclab.probe;

import asynclab.options.LabException;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.OwnFigures.PoolUse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The figures that Jetty, Tomcat, HikariCP and the JVM publish in JMX. */
final class JmxFigures implements Supplier<OwnFigures>, AutoCloseable {

    /** The pools of request threads: the beans, their threads in use, their size, and what waits if they say it. */
    private static final List<List<String>> THREADS = List.of(
            List.of(
                    "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                    "utilizedThreads",
                    "maxAvailableThreads",
                    "queueSize"),
            List.of("Catalina:type=Executor,*", "activeCount", "maxThreads", "queueSize"),
            List.of("Catalina:type=ThreadPool,*", "currentThreadsBusy", "maxThreads"),
            List.of("Tomcat:type=ThreadPool,*", "currentThreadsBusy", "maxThreads")); // embedded, as in Spring Boot

    /** The JDK reads this property when it loads the classes of RMI. Without it, a JVM that hangs is waited for without an end. */
    static final String RESPONSE_TIMEOUT = "sun.rmi.transport.tcp.responseTimeout";

    private static final String TIMEOUT_MILLIS = "60000"; // as the JDK has for a new connection

    private final String address;
    private final JMXConnector connector;

    /** @param address host and port, without TLS and password */
    JmxFigures(String address) {
        this.address = address;
        if (System.getProperty(RESPONSE_TIMEOUT) == null) System.setProperty(RESPONSE_TIMEOUT, TIMEOUT_MILLIS);
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
            var system = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
            return new OwnFigures(
                    pools(beans),
                    number(beans.getAttribute(system, "ProcessCpuTime")) / 1e9,
                    null,
                    number(beans.getAttribute(system, "AvailableProcessors")),
                    System.nanoTime());
        } catch (IOException | JMException e) {
            throw noAnswer(e);
        }
    }

    /** The pools that have a size. */
    static List<PoolUse> pools(MBeanServerConnection beans) throws IOException, JMException {
        var pools = new ArrayList<PoolUse>();
        for (List<String> names : THREADS)
            for (ObjectName bean : beans.queryNames(new ObjectName(names.get(0)), null))
                addThreads(pools, beans, bean, names);
        addHikari(pools, beans);
        return List.copyOf(pools);
    }

    private static void addThreads(List<PoolUse> to, MBeanServerConnection beans, ObjectName bean, List<String> names)
            throws IOException, JMException {
        try {
            double size = number(beans.getAttribute(bean, names.get(2)));
            if (size < 1) return; // a connector of Tomcat that uses an executor
            Double waiting = names.size() < 4 ? null : (Double) number(beans.getAttribute(bean, names.get(3)));
            double busy = number(beans.getAttribute(bean, names.get(1)));
            to.add(new PoolUse(OwnLimit.THREADS, bean.toString(), busy, size, waiting));
        } catch (AttributeNotFoundException e) {
            // Tomcat's executor of virtual threads has no size
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
