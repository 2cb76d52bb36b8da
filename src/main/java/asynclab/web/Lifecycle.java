package asynclab.web;

import asynclab.container.Delivery;
import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.delay.Percentiles;
import asynclab.exchange.Exchanges;
import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.resource.Database;
import asynclab.resource.EventLog;
import asynclab.web.burst.Burst;
import asynclab.web.filter.RequestsByThread;
import asynclab.web.planner.ModelServlet;
import asynclab.web.stats.Stats;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collections;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start and end of the application. At the start it reads the context parameters, creates the objects that the servlets
 * share, and registers the statistics in JMX. At the end it answers all waiting requests, stops every thread that the
 * application started, and leaves nothing in JMX or in the JVM. The end is an undeploy or the end of the JVM, whichever is
 * first.
 */
public final class Lifecycle implements ServletContextListener {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private static final int EVENTS_KEPT = 1_000;

    private Exchanges exchanges;
    private Database database;
    private ObjectName jmxName;
    private Thread atShutdown;

    /** @throws BadParameter if a context parameter is wrong; the container then refuses the application with this message */
    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        var settings = Settings.of(context);
        boolean seeded = !settings.text("seed").isEmpty();
        var planner = new HoldPlanner(
                defaultHold(settings.text("default-hold")),
                seeded ? (Long) settings.whole("seed", 0L, Integer.MAX_VALUE, 0L) : null);
        exchanges = new Exchanges(
                context.getContextPath().replace("/", "") + "-",
                settings.whole("scheduler-threads", 1, 64),
                settings.whole("timeout-millis", 1, 660_000, 660_000),
                planner,
                Delivery.of(context),
                settings.whole("writer-threads", 1, 64),
                settings.whole("writer-queue", 1, 1_000_000));
        share(exchanges, context);
        try {
            database = new Database(settings, exchanges);
        } catch (BadParameter wrong) {
            close(); // a container need not call contextDestroyed now
            throw wrong;
        }
        share(database, context);
        share(new RequestsByThread(), context);
        ModelServlet.publishIn(context);
        share(new Burst.Register(), context);
        share(new EventLog(EVENTS_KEPT), context);
        checkLogFormat();
        register(context);
        // A stopping container closes its connections before it destroys its applications. Waiting requests must get
        // their answers before that.
        atShutdown = new Thread(this::close, "asynclab-drain");
        Runtime.getRuntime().addShutdownHook(atShutdown);
        LOG.info("Started with default hold time {}", planner.currentDefault());
    }

    /** Servlets and filters find the object by its class. */
    private static void share(Object object, ServletContext context) {
        context.setAttribute(object.getClass().getName(), object);
    }

    /** An unknown log format falls back to text, because a log in no format could not report the mistake. */
    private static void checkLogFormat() {
        String format = System.getProperty("asynclab.logFormat", "text");
        if (!format.equals("text") && !format.equals("json"))
            LOG.warn("asynclab.logFormat must be text or json, but was \"{}\". The log is text.", format);
    }

    /** The default hold time, in query-string syntax, or as {@code csv=} and a file of percentiles. */
    private static HoldTime defaultHold(String setting) {
        if (setting.startsWith("csv=")) return Percentiles.read("default-hold", Path.of(setting.substring(4)));
        HoldTime hold = HoldTime.of(Parameters.parse(setting));
        if (hold == null)
            throw new BadParameter(
                    "default-hold", setting, "csv=FILE or given in one of these forms: " + HoldTime.WAYS);
        return hold;
    }

    private void register(ServletContext context) {
        try {
            jmxName = new ObjectName("asynclab:type=Stats,context=" + ObjectName.quote(context.getContextPath() + "/"));
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(Stats.of(context).described(), jmxName);
        } catch (JMException e) {
            jmxName = null; // a second copy under the same context path works, but JMX shows only the first
            LOG.warn("The statistics could not be registered in JMX", e);
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        close();
        removeShutdownHook();
        unregister();
        removeAttributes(event.getServletContext());
    }

    /** May be called twice. The lookups end before their connections. */
    private void close() {
        if (exchanges != null) exchanges.close();
        if (database != null) database.close();
    }

    private void unregister() {
        if (jmxName == null) return;
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(jmxName);
        } catch (JMException e) {
            LOG.warn("The statistics could not be removed from JMX", e);
        }
    }

    /** Jetty keeps the context of an application that is gone, with its attributes. */
    private static void removeAttributes(ServletContext context) {
        for (String name : Collections.list(context.getAttributeNames()))
            if (name.startsWith("asynclab.")) context.removeAttribute(name);
    }

    private void removeShutdownHook() {
        try {
            if (atShutdown != null) Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // the JVM is already ending
        }
    }
}
