package asynclab.web.stats;

import asynclab.container.RequestThreads;
import asynclab.exchange.Exchanges;
import asynclab.queue.RequestQueues;
import asynclab.resource.Database;
import asynclab.web.filter.AdmissionFilter;
import asynclab.web.filter.RequestsByThread;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.StandardMBean;
import javax.servlet.ServletContext;

/**
 * The application's own figures, read at each call: in JMX, for {@code /stats} and for the live page. {@link Metrics} has the same figures for
 * Prometheus. Thread-safe.
 */
public record Stats(Exchanges exchanges, ServerThreads threads, RequestQueues queues, Database database)
        implements StatsMXBean {

    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "Ledger", "Requests started, in flight and ended by kind, all read at the same time.",
            "TimerLateness", "Timer lateness in microseconds: how much longer than planned requests were held.",
            "beginTimerLateness", "Clears the recorded timer lateness.",
            "RequestThreads", "The container's pools: max, usable, busy, queued, reserved. -1: not reported.",
            "sampleThreads", "What each thread does now, one row each. Empty above 40 threads in a pool.",
            "ScheduledTasks", "Timers that have not fired yet.",
            "Connections", "The connection pool: max, active, idle, waiting, and waits that timed out.",
            "Queues", "The queues by name: what waits, and what has left each, by way.");

    /** The figures of a deployment. */
    public static Stats of(ServletContext context) {
        return new Stats(
                Exchanges.of(context),
                new ServerThreads(RequestsByThread.of(context)),
                RequestQueues.of(context),
                Database.of(context));
    }

    /** The same figures as an MBean with descriptions. */
    public StandardMBean described() {
        return new StandardMBean(this, StatsMXBean.class, true) {
            @Override
            protected String getDescription(MBeanInfo info) {
                return "The figures of one deployment of Async Servlet Lab, read at each call.";
            }

            @Override
            protected String getDescription(MBeanAttributeInfo attribute) {
                return DESCRIPTIONS.get(attribute.getName());
            }

            @Override
            protected String getDescription(MBeanOperationInfo operation) {
                return DESCRIPTIONS.get(operation.getName());
            }
        };
    }

    /**
     * All figures, as {@code /stats} shows them.
     *
     * @param admission null without one
     */
    Map<String, Object> page(AdmissionFilter admission) {
        var page = new LinkedHashMap<String, Object>();
        page.put("ledger", getLedger());
        page.put("timerLateness", getTimerLateness());
        if (admission != null) page.put("admission", admission.figures());
        page.put("queues", getQueues());
        page.put("connections", getConnections());
        page.put("scheduledTasks", getScheduledTasks());
        page.put("requestThreads", getRequestThreads());
        page.put("jvmThreads", ManagementFactory.getThreadMXBean().getThreadCount());
        return page;
    }

    @Override
    public Map<String, Long> getLedger() {
        return exchanges.ledger().snapshot().figures();
    }

    @Override
    public Map<String, Long> getTimerLateness() {
        return exchanges.timerLateness().snapshot();
    }

    @Override
    public void beginTimerLateness() {
        exchanges.timerLateness().begin();
    }

    @Override
    public Map<String, Map<String, Integer>> getRequestThreads() {
        return RequestThreads.read();
    }

    @Override
    public Map<String, Map<String, Long>> getQueues() {
        return queues.figures();
    }

    @Override
    public Map<String, Long> getConnections() {
        return database.figures();
    }

    @Override
    public String[] sampleThreads() {
        return ServerThreads.areFew(getRequestThreads()) ? threads.rows().toArray(new String[0]) : new String[0];
    }

    @Override
    public int getScheduledTasks() {
        return exchanges.scheduledTasks();
    }
}
