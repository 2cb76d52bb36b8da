package asynclab.soak;

import asynclab.experiment.Progress;
import asynclab.report.MarkdownTable;
import asynclab.result.Figure;
import asynclab.result.Lateness;
import asynclab.soak.SoakResult.SoakCheck;
import asynclab.soak.SoakResult.SoakLoad;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The report of a soak in Markdown, made of the stored result only. */
public final class SoakReport {

    private final SoakResult result;
    private final StringBuilder out = new StringBuilder();

    private SoakReport(SoakResult result) {
        this.result = result;
    }

    public static String of(SoakResult result) {
        var report = new SoakReport(result);
        report.introduction();
        report.checks();
        report.serverAtRest();
        report.lateness();
        report.clients();
        report.hostileClients();
        report.environment();
        return report.out.toString();
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
            return load + ". Every check passed: the request ledger balances exactly and nothing has leaked.";
        return load + ". Failed checks: "
                + result.checks().stream()
                        .filter(check -> !check.ok())
                        .map(SoakCheck::check)
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private void introduction() {
        SoakLoad load = result.load();
        out.append(text(
                """
                # soak, %s

                **%s**

                %d users send the requests of the table below, in waves of ten seconds. One request in eight is abandoned by its client.
                The server rejects requests beyond %d in flight.

                A warm-up of %s with the same load comes first. The figures under "before" were read after the warm-up. The figures under
                "after" were read when everything had ended.

                """,
                result.server(),
                verdict(result),
                load.users(),
                load.maxInFlight(),
                Progress.duration(load.warmupSeconds())));
    }

    private void checks() {
        out.append("## Checks\n\n");
        out.append(MarkdownTable.of(
                List.of("check", "status", "figure"),
                result.checks().stream()
                        .map(check -> List.of(check.check(), check.ok() ? "passed" : "**failed**", check.detail()))
                        .toList()));
        out.append(
                "\nThe ledger counts every request that was started, and how it ended; each must have ended exactly once.\n");
    }

    private void serverAtRest() {
        ServerAtRest before = result.before();
        ServerAtRest after = result.after();
        out.append("\n## The server at rest\n\n| figure | before | after |\n|---|---|---|\n");
        Map<String, Long> ledgerBefore = before.ledger().figures();
        after.ledger()
                .figures()
                .forEach((name, count) -> out.append(text("| %s | %d | %d |\n", name, ledgerBefore.get(name), count)));
        out.append(text("| threads | %d | %d |\n", before.threads(), after.threads()));
        out.append(text("| open descriptors | %d | %d |\n", before.openDescriptors(), after.openDescriptors()));
        out.append(
                text("| live heap, MB | %.1f | %.1f |\n", before.liveHeapBytes() / 1e6, after.liveHeapBytes() / 1e6));
    }

    private void lateness() {
        if (result.clients().lateness() == null || result.clients().lateness().count() == 0) return;
        out.append("\n## Lateness for well-behaved clients\n\n");
        out.append("Lateness is the response time minus the planned hold time.\n\n");
        out.append("| of | number | p50 ms | p99 ms | max ms |\n|---|---|---|---|---|\n");
        row("responses of asynchronous patterns", result.clients().lateness());
        row("the client itself", result.clients().clientLateness());
    }

    private void row(String name, Lateness.LatenessFigures late) {
        out.append(text(
                "| %s | %d | %d | %d | %d |\n",
                name, late.count(), late.p50Millis(), late.p99Millis(), late.maxMillis()));
    }

    private void clients() {
        out.append("\n## What the clients saw\n\n");
        out.append(MarkdownTable.of(
                List.of("request", "200", "503", "abandoned by the client", "other outcomes"),
                result.clients().seen().entrySet().stream()
                        .map(request -> outcomes(request.getKey(), request.getValue()))
                        .toList()));
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

    private void hostileClients() {
        if (result.clients().hostile() == 0) return;
        out.append(text("\n## %d hostile clients\n\n", result.clients().hostile()));
        out.append("| attack | connections | closed by the server | MB sent | MB received |\n|---|---|---|---|---|\n");
        result.clients()
                .attacks()
                .forEach((name, attack) -> out.append(text(
                        "| %s | %d | %d | %.1f | %.1f |\n",
                        name,
                        attack.begun(),
                        attack.closedByServer(),
                        attack.sentBytes() / 1e6,
                        attack.receivedBytes() / 1e6)));
    }

    private void environment() {
        out.append("\n## Environment\n\nCommand: `").append(result.command()).append("`\n\n");
        result.environment().forEach((name, value) -> out.append(text("- %s: %s\n", name, value)));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
