package asynclab.web.stats;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Ledger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.StandardMBean;

/**
 * The application's own figures, read at each call. Thread-safe.
 */
public record Stats(Exchanges exchanges) implements StatsMXBean {

    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "Ledger", "Requests started, in flight and ended by kind, all read at the same time.",
            "Punctuality", "Timer lateness in microseconds: how much longer than planned requests were held.",
            "beginPunctuality", "Clears the recorded timer lateness.",
            "RequestThreads", "The container's pools: max, usable, busy, queued, reserved. -1: not reported.",
            "ScheduledTasks", "Timers that have not fired yet.");

    /** The same figures as an MBean with descriptions. */
    public static StandardMBean described(Exchanges exchanges) {
        return new StandardMBean(new Stats(exchanges), StatsMXBean.class, true) {
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

    @Override
    public Map<String, Long> getLedger() {
        return figures(exchanges.ledger().snapshot());
    }

    private static Map<String, Long> figures(Ledger.Snapshot ledger) {
        var figures = new LinkedHashMap<String, Long>();
        figures.put("started", ledger.started());
        ledger.ended().forEach((ending, count) -> figures.put(camelCase(ending.name()), count));
        figures.put("inFlight", ledger.inFlight());
        figures.put("maxInFlight", ledger.maxInFlight());
        return figures;
    }

    /** Turns TIMED_OUT into timedOut. */
    private static String camelCase(String constant) {
        String[] words = constant.toLowerCase(Locale.ROOT).split("_");
        return words.length == 1
                ? words[0]
                : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
    }

    @Override
    public Map<String, Long> getPunctuality() {
        return exchanges.timerLateness().snapshot();
    }

    @Override
    public void beginPunctuality() {
        exchanges.timerLateness().begin();
    }

    @Override
    public Map<String, Map<String, Integer>> getRequestThreads() {
        return RequestThreads.read();
    }

    @Override
    public int getScheduledTasks() {
        return exchanges.scheduledTasks();
    }
}
