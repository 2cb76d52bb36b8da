package asynclab.recorder.planted;

import asynclab.recorder.planted.PlantedRun.SentRequest;
import asynclab.wire.fixture.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compares what was planted with the lines of the recorder's log. A row for each part has, for its three sizes, how many of the requests
 * have each part right. A framework computes before and after the application's own code, which the application's truth does not have: the
 * median of that is taken off, and said.
 */
final class PlantedRows {

    private static final double ALLOWED_MS = 0.2;
    private static final double ALLOWED_SHARE = 0.02;
    private static final List<String> FIELDS =
            List.of("x-wait-us", "x-cpu-us", "x-conn-wait-us", "x-conn-held-us", "x-time-us");
    private static final List<String> AROUND = List.of("x-wait-us", "x-cpu-us", "x-time-us");

    private final Map<String, Map<String, String>> lines;
    private final Map<String, Double> around = new HashMap<>();

    private PlantedRows(Map<String, Map<String, String>> lines) {
        this.lines = lines;
    }

    static List<String> of(List<SentRequest> sent, Path log) {
        List<String> paths = sent.stream().map(SentRequest::path).toList();
        Await.until("the log has all requests", () -> lines(log).keySet().containsAll(paths));
        var rows = new PlantedRows(lines(log));
        List<SentRequest> alone =
                sent.stream().filter(each -> !each.cell().fill()).toList();
        for (String field : AROUND) rows.around.put(field, middle(rows.errors(field, alone)));
        var byPart = new LinkedHashMap<String, List<SentRequest>>();
        sent.forEach(each -> byPart.computeIfAbsent(each.cell().part(), any -> new ArrayList<>())
                .add(each));
        var all = new ArrayList<String>();
        byPart.forEach((part, requests) -> all.add(rows.row(part, requests)));
        return all;
    }

    private String row(String part, List<SentRequest> requests) {
        var row = new StringBuilder(part);
        Collection<List<SentRequest>> bySize = requests.stream()
                .collect(Collectors.groupingBy(each -> each.cell().ms(), TreeMap::new, Collectors.toList()))
                .values();
        for (String field : FIELDS)
            row.append(" | ")
                    .append(bySize.stream().map(size -> right(field, size)).collect(Collectors.joining(" ")));
        row.append(" | ");
        if (requests.get(0).cell().fill())
            row.append(bySize.stream().map(this::waits).collect(Collectors.joining("; ")));
        return row.append(" | ").append(ownMillis()).append(" |").toString();
    }

    private String ownMillis() {
        return AROUND.stream()
                .map(field ->
                        Double.isNaN(around.get(field)) ? "-" : String.format(Locale.ROOT, "%.2f", around.get(field)))
                .collect(Collectors.joining(" "));
    }

    private String right(String field, List<SentRequest> requests) {
        List<Double> errors = errors(field, requests);
        if (errors.isEmpty()) return "-";
        int right = 0;
        for (int i = 0; i < requests.size(); i++) {
            double allowed = Math.max(ALLOWED_MS, ALLOWED_SHARE * planted(field, requests.get(i)));
            if (Math.abs(errors.get(i) - around.getOrDefault(field, 0.0)) <= allowed) right++;
        }
        return Integer.toString(right);
    }

    /** The wait for a thread: its median, and the median and the range of the errors. */
    private String waits(List<SentRequest> requests) {
        List<Double> errors = errors("x-wait-us", requests).stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%.1f: %+.1f (%+.1f to %+.1f)",
                middle(requests.stream().map(SentRequest::waitMs).toList()),
                middle(errors),
                errors.get(0),
                errors.get(errors.size() - 1));
    }

    /** What the log says minus what was planted, in milliseconds; empty if the log has a dash. */
    private List<Double> errors(String field, List<SentRequest> requests) {
        if (requests.stream().anyMatch(each -> said(field, each).equals("-"))) return List.of();
        return requests.stream()
                .map(each -> Long.parseLong(said(field, each)) / 1e3 - planted(field, each))
                .toList();
    }

    private String said(String field, SentRequest request) {
        return lines.get(request.path()).get(field);
    }

    private static double planted(String field, SentRequest request) {
        int at = FIELDS.indexOf(field);
        return at == 0 ? request.waitMs() : request.truth()[at - 1] / 1e3;
    }

    private static double middle(List<Double> values) {
        return values.isEmpty() ? Double.NaN : values.stream().sorted().toList().get(values.size() / 2);
    }

    /** The lines of the log by their path. */
    private static Map<String, Map<String, String>> lines(Path log) {
        try {
            var lines = new HashMap<String, Map<String, String>>();
            List<String> names = List.of();
            if (!Files.exists(log)) return lines;
            for (String line : Files.readAllLines(log)) {
                List<String> words = List.of(line.split(" "));
                if (line.startsWith("#Fields:")) names = words.subList(1, words.size());
                if (line.startsWith("#") || words.size() < names.size()) continue;
                var fields = new HashMap<String, String>();
                for (int i = 0; i < names.size(); i++) fields.put(names.get(i), words.get(i));
                lines.put(fields.get("cs-uri-stem"), fields);
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
