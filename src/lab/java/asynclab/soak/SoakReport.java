package asynclab.soak;

import static asynclab.document.Document.column;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Texts.figure;
import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.Check;
import asynclab.document.Document.CheckStatus;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.run.Progress;
import asynclab.soak.SoakResult.SoakCheck;
import asynclab.soak.SoakResult.SoakLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The document of a soak, made of the stored result only. */
public final class SoakReport {

    private static final long FINE_BYTES = 1_000; // a request

    private SoakReport() {}

    public static Document of(SoakResult result) {
        var sections = new ArrayList<>(List.of(load(result.load()), serverAtRest(result)));
        SoakResult.SeenByClients clients = result.clients();
        if (clients.lateness().samples() > 0) sections.add(lateness(clients));
        sections.add(clients(clients));
        if (clients.hostile() > 0) sections.add(hostileClients(clients));
        return new Document(
                "soak",
                "soak, " + result.server(),
                verdict(result),
                sections,
                result.checks().stream()
                        .map(check -> new Check(
                                check.ok() ? CheckStatus.GREEN : CheckStatus.RED, "", check.check(), check.detail()))
                        .toList(),
                result.command(),
                result.environment());
    }

    /** One or two sentences: the load, and whether every check passed. */
    static String verdict(SoakResult result) {
        String load = text(
                "%,d requests in %s, up to %,d in flight",
                result.load().asked(),
                Progress.duration(result.load().seconds()),
                result.load().peakInFlight());
        int hostile = result.clients().hostile();
        if (hostile > 0) load += text(", %d hostile clients", hostile);
        if (result.holds())
            return load + ". Every check passed: the request ledger balances exactly and nothing has leaked."
                    + unseen(result.load().asked());
        return load + ". Failed checks: "
                + result.checks().stream()
                        .filter(check -> !check.ok())
                        .map(SoakCheck::check)
                        .collect(Collectors.joining(", "))
                + ".";
    }

    /** What a short soak cannot see. */
    private static String unseen(long requests) {
        long bytes = SoakChecks.MORE_HEAP_BYTES / Math.max(1, requests);
        return bytes <= FINE_BYTES
                ? ""
                : text(" So few requests do not show a leak of less than %,d bytes a request.", bytes);
    }

    private static Section load(SoakLoad load) {
        return Section.of(
                "The load",
                paragraph(text(
                        "%d users send the requests of the table below, in waves of ten seconds. One request in eight is abandoned by its"
                                + " client. The server rejects requests beyond %d in flight.",
                        load.users(), load.maxInFlight())),
                paragraph(text(
                        "A warm-up of %s with the same load comes first. The figures under \"before\" were read after the warm-up."
                                + " The figures under \"after\" were read when everything had ended.",
                        Progress.duration(load.warmupSeconds()))));
    }

    private static Section serverAtRest(SoakResult result) {
        ServerAtRest before = result.before();
        ServerAtRest after = result.after();
        var rows = new ArrayList<List<String>>();
        Map<String, Long> ledger = before.ledger().figures();
        after.ledger().figures().forEach((name, count) -> rows.add(List.of(name, "" + ledger.get(name), "" + count)));
        rows.add(List.of("threads", "" + before.threads(), "" + after.threads()));
        rows.add(List.of("open descriptors", "" + before.openDescriptors(), "" + after.openDescriptors()));
        rows.add(List.of("live heap, MB", megabytes(before.liveHeapBytes()), megabytes(after.liveHeapBytes())));
        return Section.of(
                "The server at rest",
                new Table(List.of("figure", "before", "after"), rows)
                        .note(
                                "The ledger counts every request that was started, and how it ended; each must have ended exactly once."));
    }

    private static String megabytes(long bytes) {
        return text("%.1f", bytes / 1e6);
    }

    private static Section lateness(SoakResult.SeenByClients clients) {
        return Section.of(
                "Lateness for well-behaved clients",
                paragraph("Lateness is the response time minus the planned hold time."),
                Table.of(
                        List.of(
                                Map.entry("responses of asynchronous patterns", clients.lateness()),
                                Map.entry("the client itself", clients.clientLateness())),
                        column("of", Map.Entry::getKey),
                        column("number", row -> "" + row.getValue().samples()),
                        column("p50 ms", row -> number(row.getValue().p50Ms())),
                        column("p99 ms", row -> number(row.getValue().p99Ms())),
                        column("max ms", row -> number(row.getValue().maxMs()))));
    }

    private static Section clients(SoakResult.SeenByClients clients) {
        return Section.of(
                "What the clients saw",
                Table.of(
                        List.copyOf(clients.seen().entrySet()),
                        column("request", Map.Entry::getKey),
                        column("200", row -> figure(row.getValue().get("200"))),
                        column("503", row -> figure(row.getValue().get("503"))),
                        column(
                                "abandoned by the client",
                                row -> figure(row.getValue().get(SoakClient.ABANDONED))),
                        column("other outcomes", row -> others(row.getValue()))));
    }

    private static String others(Map<String, Long> outcomes) {
        var others = new TreeMap<>(outcomes);
        others.keySet().removeAll(List.of("200", "503", SoakClient.ABANDONED));
        return others.isEmpty()
                ? "–"
                : others.entrySet().stream()
                        .map(other -> other.getKey() + ": " + other.getValue())
                        .collect(Collectors.joining("; "));
    }

    private static Section hostileClients(SoakResult.SeenByClients clients) {
        return Section.of(
                text("%d hostile clients", clients.hostile()),
                Table.of(
                        List.copyOf(clients.attacks().entrySet()),
                        column("attack", Map.Entry::getKey),
                        column("connections", row -> "" + row.getValue().begun()),
                        column(
                                "closed by the server",
                                row -> "" + row.getValue().closedByServer()),
                        column("MB sent", row -> megabytes(row.getValue().sentBytes())),
                        column("MB received", row -> megabytes(row.getValue().receivedBytes()))));
    }
}
