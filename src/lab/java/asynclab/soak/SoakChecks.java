package asynclab.soak;

import static asynclab.document.Texts.text;

import asynclab.exchange.Ending;
import asynclab.exchange.Ledger;
import asynclab.model.Latencies;
import asynclab.soak.SoakResult.SoakCheck;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The checks of a soak: nothing is lost, nothing has leaked, nothing is late. */
final class SoakChecks {

    private static final Set<Ending> MUST_OCCUR =
            EnumSet.of(Ending.ANSWERED, Ending.TIMED_OUT, Ending.CLIENT_GONE, Ending.REJECTED);
    private static final int LATENESS_LIMIT_MILLIS = 100;
    /** Threads of JMX come and go, and one may just be ending. */
    private static final int MORE_THREADS = 4;
    /** JMX has connections, and the JVM may just have opened the file of a class. */
    private static final int MORE_DESCRIPTORS = 8;
    /** Tomcat's buffer pool differs by 15 MB from one rest to the next. The limit is 70 bytes a request in 30 minutes. */
    static final long MORE_HEAP_BYTES = 32_000_000;
    /** The request that the soak itself sends after the load: {@code /publish}. */
    private static final int OWN_REQUESTS = 1;
    /**
     * Messages that come from the container: of a response cut short by a fault or by its client; of Jetty's buffers when a
     * connection breaks (jetty #12939); of Jetty's selector, which continues to run (seen once, not reported to Jetty).
     */
    private static final List<String> MESSAGES_OF_THE_CONTAINER = List.of(
            "java.io.IOException: Insufficient content written",
            "already released ReferenceCounter",
            "InvocationType.ordinal()\" because \"taskType\" is null");

    private final SoakResult result;
    private final ServerAtRest before;
    private final ServerAtRest after;
    private final List<SoakCheck> checks = new ArrayList<>();

    SoakChecks(SoakResult result) {
        this.result = result;
        before = result.before();
        after = result.after();
    }

    /** Whether the server has no more threads and descriptors than allowed, compared with the state before. */
    static boolean isWithinLimits(ServerAtRest before, long threads, long descriptors) {
        return threads <= before.threads() + MORE_THREADS && descriptors <= before.openDescriptors() + MORE_DESCRIPTORS;
    }

    List<SoakCheck> all() {
        balance("ledger after the warm-up", before.ledger());
        balance("ledger", after.ledger());
        balance("ledger of the backend", after.backend());
        add("in flight", after.admitted() == 0, after.admitted() + " in the admission filter");
        add("timers", after.scheduledTasks() == 0, after.scheduledTasks() + " scheduled");
        add("queues", after.queued() == 0, after.queued() + " in the application's queues");
        add("listeners", after.listeners() == 0, after.listeners() + " waiting for events");
        atMost("threads", before.threads(), after.threads(), MORE_THREADS, newThreads());
        atMost("open descriptors", before.openDescriptors(), after.openDescriptors(), MORE_DESCRIPTORS, "");
        atMost("live heap", before.liveHeapBytes(), after.liveHeapBytes(), MORE_HEAP_BYTES, " bytes");
        clients();
        lateness();
        logs();
        for (Ending ending : loadOfQueuesOnly() ? EnumSet.of(Ending.ANSWERED, Ending.SHED) : MUST_OCCUR) {
            long count = after.ledger().ended(ending) - before.ledger().ended(ending);
            add("load had " + ending.id(), count > 0, text("%,d requests", count));
        }
        return checks;
    }

    private boolean loadOfQueuesOnly() {
        return result.clients().seen().keySet().stream().allMatch(name -> name.startsWith("/queued/"));
    }

    private void add(String check, boolean ok, String detail) {
        checks.add(new SoakCheck(check, ok, detail));
    }

    private void balance(String name, Ledger.Snapshot ledger) {
        add(
                name,
                ledger.inFlight() == 0 && ledger.balanced(),
                text(
                        "%,d started, %,d ended, %,d in flight",
                        ledger.started(), ledger.endedInAll(), ledger.inFlight()));
    }

    private void atMost(String name, long before, long after, long more, String note) {
        add(name, after <= before + more, text("%,d before, %,d after, limit +%,d%s", before, after, more, note));
    }

    private String newThreads() {
        var more = new TreeMap<String, Integer>();
        after.threadsByName().forEach((name, count) -> {
            int grown = count - before.threadsByName().getOrDefault(name, 0);
            if (grown > 0) more.put(name, grown);
        });
        return more.isEmpty() ? "" : "; new: " + list(more);
    }

    private void clients() {
        boolean hostile = result.clients().hostile() > 0;
        long started = after.ledger().started() - before.ledger().started() - OWN_REQUESTS;
        long responses = result.clients().responses();
        long asked = result.load().asked();
        add(
                "clients and ledger",
                responses <= started && (started <= asked || hostile),
                text(
                        hostile
                                ? "%,d complete responses ≤ %,d started; %,d requests are the users'"
                                : "%,d complete responses ≤ %,d started ≤ %,d requests",
                        responses,
                        started,
                        asked));
        Map<String, Long> unexpected = result.clients().unexpected();
        add("clients", unexpected.isEmpty(), unexpected.isEmpty() ? "nothing unexpected" : list(unexpected));
    }

    private void lateness() {
        Latencies lateness = result.clients().lateness();
        if (result.clients().seen().keySet().stream().noneMatch(SoakRequest.LATENESS_MEASURED::contains))
            return; // no request of this load has a planned end
        add(
                "lateness",
                lateness.samples() > 0 && lateness.p99Ms() <= LATENESS_LIMIT_MILLIS,
                text(
                        "p99 %.0f ms, limit %d ms; p50 %.0f ms, max %.0f ms; %,d responses",
                        lateness.p99Ms(),
                        LATENESS_LIMIT_MILLIS,
                        lateness.p50Ms(),
                        lateness.maxMs(),
                        lateness.samples()));
    }

    private void logs() {
        Map<String, Long> traces = result.traces();
        Map<String, Long> ours = new TreeMap<>(traces);
        ours.keySet().removeIf(trace -> MESSAGES_OF_THE_CONTAINER.stream().anyMatch(trace::contains));
        String containers = traces.isEmpty() ? "" : " except the container's own: " + list(traces);
        add("logs", ours.isEmpty(), ours.isEmpty() ? "no stack trace" + containers : list(ours));
    }

    /**
     * The stack traces and errors of a log, and how often each occurs.
     *
     * @return by the first line, with every number replaced by #
     */
    static Map<String, Long> traces(Iterable<String> log) {
        var traces = new TreeMap<String, Long>();
        String before = "";
        for (String line : log) {
            boolean traceBegins =
                    line.startsWith("\tat ") && !before.startsWith("\t") && !before.startsWith("Caused by");
            String first = traceBegins ? before : line.matches("SEVERE.*|.*[ :]ERROR[ :].*") ? line : "";
            if (!first.isEmpty())
                traces.merge(
                        first.substring(0, Math.min(first.length(), 200)).replaceAll("[0-9]+", "#"), 1L, Long::sum);
            before = line;
        }
        return traces;
    }

    private static String list(Map<String, ? extends Number> counts) {
        return counts.entrySet().stream()
                .map(count -> text("%,d × %s", count.getValue(), count.getKey()))
                .collect(Collectors.joining("; "));
    }
}
