package asynclab.soak;

import asynclab.experiment.Progress;
import asynclab.report.MarkdownTable;
import asynclab.result.Figure;
import asynclab.result.Lateness;
import asynclab.result.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a soak found, as stored in {@code summary.json}, and {@code report.md}, which is made of it alone.
 *
 * @param seconds the load lasted; {@code warmupSeconds} the same load before, after which {@code before} was read
 * @param maxInFlight the server's limit; {@code peakInFlight} the most there were, refused ones included
 * @param asked requests the clients began, {@code seen} what came of them, {@code unexpected} what should not have come
 * @param hostile clients beside the users, {@code attacks} what each kind of theirs came to
 * @param lateness of the answers of asynchronous patterns, beyond the time they were to be held; {@code clientLateness} the
 *     client's own, which is part of it
 * @param traces the stack traces and errors in the logs of the server and its backend, by their first line
 */
public record SoakResult(
        int schema,
        String experiment,
        String server,
        Map<String, Object> environment,
        String command,
        long seconds,
        long warmupSeconds,
        int users,
        int maxInFlight,
        long peakInFlight,
        long asked,
        Map<String, Map<String, Long>> seen,
        Map<String, Long> unexpected,
        int hostile,
        Map<String, HostileClients.Figures> attacks,
        Lateness.LatenessFigures lateness,
        Lateness.LatenessFigures clientLateness,
        Map<String, Long> traces,
        Figures before,
        Figures after,
        List<Check> checks) {

    static final int SCHEMA = 2;

    private static final List<String> ENDINGS =
            List.of("answered", "timedOut", "failed", "clientGone", "rejected", "drained");
    private static final int MOST_LATE_MILLIS = 100;
    private static final int MORE_THREADS = 4; // JMX's own come and go, and one may just be ending
    private static final int MORE_DESCRIPTORS = 8; // JMX's connections, a file of a class just loaded
    private static final long MORE_HEAP_BYTES =
            32_000_000; // Tomcat's pool of buffers differs by 15 MB from rest to rest; ten bytes a request in 30
    // minutes
    private static final List<String> JETTYS_OWN = List.of(
            "java.io.IOException: Insufficient content written", // of a response cut short, by a fault on purpose or
            // its client
            "already released ReferenceCounter", // of its buffers, when a connection breaks: jetty #12939
            "InvocationType.ordinal()\" because \"taskType\" is null"); // its selector's, which goes on; seen once, not
    // reported yet
    // was announced
    private static final int OUR_OWN = 2; // to /permits and /publish, after the load

    /**
     * A server at rest.
     *
     * @param backend the ledger of the server behind the gateways
     * @param admitted requests inside the admission filter
     * @param liveHeapBytes after a garbage collection
     */
    record Figures(
            Map<String, Long> ledger,
            Map<String, Long> backend,
            int scheduledTasks,
            int admitted,
            int permits,
            int freePermits,
            int waitingForPermits,
            int listeners,
            int threads,
            Map<String, Integer> threadsByName,
            long openDescriptors,
            long liveHeapBytes) {

        /** Whether so many are within what is allowed. */
        boolean isAsBefore(long threadsNow, long descriptorsNow) {
            return threadsNow <= threads + MORE_THREADS && descriptorsNow <= openDescriptors + MORE_DESCRIPTORS;
        }
    }

    record Check(String check, boolean ok, String detail) {}

    /** Whether everything holds. */
    boolean holds() {
        return checks.stream().allMatch(Check::ok);
    }

    SoakResult judged() {
        var checks = new ArrayList<Check>();
        checks.add(balance("ledger", after.ledger));
        checks.add(balance("ledger of the backend", after.backend));
        checks.add(new Check("in flight", after.admitted == 0, after.admitted + " in the admission filter"));
        checks.add(new Check("timers", after.scheduledTasks == 0, after.scheduledTasks + " scheduled"));
        checks.add(new Check(
                "permits",
                after.freePermits == after.permits && after.waitingForPermits == 0,
                after.freePermits + " of " + after.permits + " free, " + after.waitingForPermits + " waiting"));
        checks.add(new Check("listeners", after.listeners == 0, after.listeners + " waiting for events"));
        checks.add(atMost("threads", before.threads, after.threads, MORE_THREADS, "" + newThreads()));
        checks.add(atMost("open descriptors", before.openDescriptors, after.openDescriptors, MORE_DESCRIPTORS, ""));
        checks.add(atMost("live heap", before.liveHeapBytes, after.liveHeapBytes, MORE_HEAP_BYTES, " bytes"));
        long entered = after.ledger.get("started") - before.ledger.get("started") - OUR_OWN;
        checks.add(new Check(
                "clients and ledger",
                answers() <= entered && (entered <= asked || hostile > 0),
                text(
                        hostile > 0
                                ? "%,d complete responses ≤ %,d started; %,d requests are the users'"
                                : "%,d complete responses ≤ %,d started ≤ %,d requests",
                        answers(),
                        entered,
                        asked)));
        checks.add(new Check(
                "clients", unexpected.isEmpty(), unexpected.isEmpty() ? "nothing unexpected" : list(unexpected)));
        if (lateness != null)
            checks.add(new Check(
                    "lateness",
                    lateness.count() > 0 && lateness.p99Millis() <= MOST_LATE_MILLIS,
                    text(
                            "p99 %d ms, limit %d ms; p50 %d ms, max %d ms; %,d responses",
                            lateness.p99Millis(),
                            MOST_LATE_MILLIS,
                            lateness.p50Millis(),
                            lateness.maxMillis(),
                            lateness.count())));
        Map<String, Long> foreign = new TreeMap<>(traces);
        foreign.keySet().removeIf(trace -> JETTYS_OWN.stream().anyMatch(trace::contains));
        checks.add(new Check(
                "logs",
                foreign.isEmpty(),
                foreign.isEmpty()
                        ? "no stack trace" + (traces.isEmpty() ? "" : " except the container's own: " + list(traces))
                        : list(foreign)));
        for (String ending : List.of("answered", "timedOut", "clientGone", "rejected")) {
            long count = after.ledger.get(ending) - before.ledger.get(ending);
            checks.add(new Check("load had " + ending, count > 0, text("%,d requests", count)));
        }
        return new SoakResult(
                schema,
                experiment,
                server,
                environment,
                command,
                seconds,
                warmupSeconds,
                users,
                maxInFlight,
                peakInFlight,
                asked,
                seen,
                unexpected,
                hostile,
                attacks,
                lateness,
                clientLateness,
                traces,
                before,
                after,
                checks);
    }

    /** The first line of each stack trace in a log, and each error, without its figures, and how often it is there. */
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

    private static Check balance(String name, Map<String, Long> ledger) {
        long ended = ENDINGS.stream().mapToLong(ledger::get).sum();
        return new Check(
                name,
                ledger.get("inFlight") == 0 && ledger.get("started") == ended,
                text("%,d started, %,d ended, %,d in flight", ledger.get("started"), ended, ledger.get("inFlight")));
    }

    private static Check atMost(String name, long before, long after, long more, String note) {
        return new Check(
                name, after <= before + more, text("%,d before, %,d after, limit +%,d%s", before, after, more, note));
    }

    private static String list(Map<String, ? extends Number> counts) {
        return counts.entrySet().stream()
                .map(count -> text("%,d × %s", count.getValue(), count.getKey()))
                .collect(Collectors.joining("; "));
    }

    private String newThreads() {
        var more = new TreeMap<String, Integer>();
        after.threadsByName.forEach((name, count) -> {
            int grown = count - before.threadsByName.getOrDefault(name, 0);
            if (grown > 0) more.put(name, grown);
        });
        return more.isEmpty() ? "" : "; new: " + list(more);
    }

    /** Responses that were read to their end. */
    private long answers() {
        return seen.values().stream()
                .flatMap(counts -> counts.entrySet().stream())
                .filter(count -> count.getKey().matches("[0-9]{3}"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("summary.json"), Summary.mapper().writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("report.md"), report());
    }

    public static SoakResult read(Path file) throws IOException {
        return Summary.mapper().readValue(file.toFile(), SoakResult.class);
    }

    String verdict() {
        String load = text("%,d requests in %s, up to %,d in flight", asked, Progress.duration(seconds), peakInFlight);
        if (hostile > 0) load += text(", %d hostile clients", hostile);
        if (holds()) return load + ". Every check passed: the request ledger balances exactly and nothing has leaked.";
        return load + ". Failed checks: "
                + String.join(
                        ", ",
                        checks.stream()
                                .filter(check -> !check.ok)
                                .map(Check::check)
                                .toList()) + ".";
    }

    public String report() {
        var out = new StringBuilder(text(
                """
                # soak, %s

                **%s**

                %d users send requests to every pattern of `web.xml`, in waves of ten seconds. One request in eight is abandoned by its
                client. The server rejects requests beyond %d in flight.

                A warm-up of %s with the same load comes first. The figures under "before" were read after the warm-up. The figures under
                "after" were read when everything had ended.

                ## Checks

                """,
                server, verdict(), users, maxInFlight, Progress.duration(warmupSeconds)));
        out.append(MarkdownTable.of(
                List.of("check", "status", "figure"),
                checks.stream()
                        .map(check -> List.of(check.check, check.ok ? "passed" : "**failed**", check.detail))
                        .toList()));
        out.append(
                "\nThe ledger counts every request that was started, and how it ended; each must have ended exactly once.\n");
        out.append("\n## The server at rest\n\n| figure | before | after |\n|---|---|---|\n");
        after.ledger.forEach(
                (name, count) -> out.append(text("| %s | %d | %d |\n", name, before.ledger.get(name), count)));
        out.append(text("| threads | %d | %d |\n", before.threads, after.threads));
        out.append(text("| open descriptors | %d | %d |\n", before.openDescriptors, after.openDescriptors));
        out.append(text("| live heap, MB | %.1f | %.1f |\n", before.liveHeapBytes / 1e6, after.liveHeapBytes / 1e6));
        if (lateness != null) {
            out.append("\n## Lateness for well-behaved clients\n\n");
            out.append("Lateness is the response time minus the planned hold time.\n\n");
            out.append("| of | number | p50 ms | p99 ms | max ms |\n|---|---|---|---|---|\n");
            out.append(row("responses of asynchronous patterns", lateness))
                    .append(row("the client itself", clientLateness));
        }
        out.append("\n## What the clients saw\n\n");
        out.append(MarkdownTable.of(
                List.of("request", "200", "503", "abandoned by the client", "other outcomes"),
                seen.entrySet().stream()
                        .map(request -> outcomes(request.getKey(), request.getValue()))
                        .toList()));
        if (hostile > 0) {
            out.append(text("\n## %d hostile clients\n\n", hostile));
            out.append(
                    "| attack | connections | closed by the server | MB sent | MB received |\n|---|---|---|---|---|\n");
            attacks.forEach((name, attack) -> out.append(text(
                    "| %s | %d | %d | %.1f | %.1f |\n",
                    name,
                    attack.begun(),
                    attack.closedByServer(),
                    attack.sentBytes() / 1e6,
                    attack.receivedBytes() / 1e6)));
        }
        out.append("\n## Environment\n\nCommand: `").append(command).append("`\n\n");
        environment.forEach((name, value) -> out.append(text("- %s: %s\n", name, value)));
        return out.toString();
    }

    private static List<String> outcomes(String request, Map<String, Long> counts) {
        var others = new TreeMap<>(counts);
        others.keySet().removeAll(List.of("200", "503", SoakClient.ABANDONED));
        return List.of(
                request,
                Figure.text(counts.get("200")),
                Figure.text(counts.get("503")),
                Figure.text(counts.get(SoakClient.ABANDONED)),
                others.isEmpty()
                        ? "–"
                        : others.entrySet().stream()
                                .map(other -> other.getKey() + ": " + other.getValue())
                                .collect(Collectors.joining("; ")));
    }

    private static String row(String name, Lateness.LatenessFigures late) {
        return text(
                "| %s | %d | %d | %d | %d |\n",
                name, late.count(), late.p50Millis(), late.p99Millis(), late.maxMillis());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
