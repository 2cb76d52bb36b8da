package asynclab.logs;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.TerminalText;
import asynclab.document.Texts;
import asynclab.model.Latencies;
import asynclab.traffic.Answer;
import asynclab.traffic.InFlight;
import asynclab.traffic.Question;
import asynclab.traffic.TrafficStatistics;
import asynclab.traffic.Variant;
import asynclab.traffic.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The document of a log's result. Its texts may have names of endpoints. */
public final class LogReport {

    private static final int MOST_ENDPOINTS = 40;
    private static final int MOST_BRIEF = 5;

    private LogReport() {}

    /** The whole document. */
    public static Document of(LogResult result) {
        Answer answer = result.answer();
        var sections = new ArrayList<Section>();
        if (!result.thresholds().isEmpty()) sections.add(Section.of("Thresholds", items(result.thresholds())));
        sections.addAll(WaitReport.of(result));
        sections.addAll(List.of(
                log(result.reading(), answer.learned()),
                endpoints(answer.learned()),
                lasting(answer),
                limits(answer),
                fleets(answer),
                waiting(answer)));
        if (result.processors() != null) sections.add(result.processors().section());
        if (result.replay() != null) sections.add(result.replay().section());
        sections.add(Section.of("Caveats", items(answer.doubts())));
        sections.add(Section.of("Plots", new Plots(LogPlots.of(answer))));
        return new Document(
                "log", "Your own traffic", answer.verdict(), sections, List.of(), result.command(), Map.of());
    }

    /** What the command prints. */
    static List<String> headlines(LogResult result) {
        Answer answer = result.answer();
        var lines = new ArrayList<String>();
        lines.add(answer.learned().sentence());
        lines.add(traffic(answer.learned()));
        int width = answer.variants().stream()
                .mapToInt(variant -> variant.label().length())
                .max()
                .orElseThrow();
        for (Variant variant : answer.variants())
            lines.add(text("%-" + width + "s  lasts until %s", variant.label(), variant.words()));
        if (result.processors() != null) lines.add(result.processors().headline());
        lines.addAll(answer.doubts());
        if (!result.reading().badWords().isEmpty()) lines.add(result.reading().badWords());
        lines.addAll(result.reading().remarks());
        result.thresholds().forEach(judgement -> lines.add(judgement + "."));
        lines.add("");
        lines.add(answer.verdict());
        return lines;
    }

    /** What a terminal shows. */
    public static List<Section> brief(LogResult result) {
        Answer answer = result.answer();
        var sections = new ArrayList<Section>();
        sections.add(Section.of("", paragraph(strong(answer.verdict()))));
        if (!result.thresholds().isEmpty()) sections.add(Section.of("Thresholds", items(result.thresholds())));
        sections.add(Section.of("How long each threading model lasts", models(answer)));
        sections.add(Section.of("Limits, the first to bind first", alone(answer)));
        sections.add(Section.of(
                "Endpoints that hold most", paragraph(answer.learned().sentence()), briefEndpoints(answer.learned())));
        sections.addAll(WaitReport.brief(result));
        if (result.processors() != null)
            sections.add(
                    Section.of("Processor time", paragraph(result.processors().headline())));
        sections.add(
                Section.of("The log", items(described(result.reading())), items(List.of(traffic(answer.learned())))));
        sections.add(Section.of("Assumptions and doubts", items(answer.doubts())));
        return sections;
    }

    private static String traffic(TrafficStatistics learned) {
        return text(
                "%s requests per second, %.1f in flight on average, %,d at most.",
                number(learned.perSecond()),
                learned.inFlight().mean(),
                learned.inFlight().max());
    }

    private static Table briefEndpoints(TrafficStatistics learned) {
        return Table.of(
                learned.endpoints().stream().limit(MOST_BRIEF).toList(),
                column("endpoint", TrafficStatistics.Endpoint::name),
                column("requests", endpoint -> text("%,d", endpoint.requests())),
                column("mean ms", endpoint -> number(endpoint.durations().meanMs())),
                column("p99 ms", endpoint -> number(endpoint.durations().p99Ms())),
                column("thread-time", endpoint -> text("%.1f %%", endpoint.timePercent())));
    }

    private static Table models(Answer answer) {
        return Table.of(
                        answer.variants(),
                        column("threading model", Variant::label),
                        column("threads", LogReport::threads),
                        column(
                                "0 to 10 times",
                                variant -> TerminalText.bar(
                                        variant.lasts().loadFactor(),
                                        variant.longest().loadFactor())),
                        column("lasts until", Variant::words))
                .note(text(
                        "Times are multiples of this traffic, up to a p99 of the waiting of %,d ms.",
                        answer.question().maxWaitMillis()));
    }

    private static Table alone(Answer answer) {
        return Table.of(
                answer.limits(),
                column("limit", Variant.Alone::label),
                column(
                        "0 to 10 times",
                        limit -> TerminalText.bar(
                                limit.lasts().loadFactor(), limit.longest().loadFactor())),
                column("lasts alone until", limit -> limit.lasts().alone()),
                column(
                        answer.limits().stream().allMatch(limit -> limit.lasts().equals(limit.longest()))
                                ? ""
                                : "or until",
                        limit -> limit.longest().alone()));
    }

    private static List<String> described(LogReading reading) {
        var sentences = new ArrayList<String>();
        sentences.add(text(
                "%s: %,d lines, with requests from %s to %s.",
                String.join(", ", reading.files()), reading.lines(), reading.from(), reading.to()));
        sentences.add(reading.words());
        if (!reading.badWords().isEmpty()) sentences.add(reading.badWords());
        sentences.addAll(reading.remarks());
        return sentences;
    }

    private static Section log(LogReading reading, TrafficStatistics learned) {
        InFlight inFlight = learned.inFlight();
        Latencies durations = learned.durations();
        return Section.of(
                "The log",
                items(described(reading)),
                new Table(
                        List.of("figure", "value"),
                        List.of(
                                List.of("requests", text("%,d", learned.requests())),
                                List.of("seconds", number(learned.seconds())),
                                List.of("requests per second", number(learned.perSecond())),
                                List.of("in flight, mean by Little's law", number(inFlight.meanByLaw())),
                                List.of("in flight, mean counted", number(inFlight.mean())),
                                List.of("in flight, p99 over time", text("%,d", inFlight.p99())),
                                List.of("in flight, maximum", text("%,d", inFlight.max())),
                                List.of("duration, mean ms", number(durations.meanMs())),
                                List.of("duration, p50 ms", number(durations.p50Ms())),
                                List.of("duration, p90 ms", number(durations.p90Ms())),
                                List.of("duration, p99 ms", number(durations.p99Ms())),
                                List.of("duration, maximum ms", number(durations.maxMs())))));
    }

    private static Section endpoints(TrafficStatistics learned) {
        var sentences = new ArrayList<>(List.of(
                learned.sentence(),
                "Thread-time is the time that requests would hold a thread: the sum of their durations."));
        if (learned.endpoints().size() > MOST_ENDPOINTS)
            sentences.add(text("The table has the first %,d endpoints. summary.json has all.", MOST_ENDPOINTS));
        return Section.of(
                "Endpoints",
                items(sentences),
                Table.of(
                        learned.endpoints().stream().limit(MOST_ENDPOINTS).toList(),
                        column("endpoint", TrafficStatistics.Endpoint::name),
                        column("requests", endpoint -> text("%,d", endpoint.requests())),
                        column("req/s", endpoint -> number(endpoint.perSecond())),
                        column(
                                "mean ms",
                                endpoint -> number(endpoint.durations().meanMs())),
                        column("p50 ms", endpoint -> number(endpoint.durations().p50Ms())),
                        column("p99 ms", endpoint -> number(endpoint.durations().p99Ms())),
                        column("thread-time", endpoint -> text("%.1f %%", endpoint.timePercent()))));
    }

    private static Section limits(Answer answer) {
        return Section.of(
                "Limits",
                items(
                        List.of(
                                "How long each limit that is known lasts alone. The first one binds, the others are next. Where a share is unknown, it lasts from the shortest end to the longest.")),
                Table.of(
                        answer.limits(),
                        column("limit", Variant.Alone::label),
                        column("lasts alone until", limit -> limit.lasts().alone()),
                        column("or until", limit -> limit.longest().alone())));
    }

    private static Section lasting(Answer answer) {
        return Section.of(
                "How long it lasts",
                items(lastingWords(answer)),
                Table.of(
                        answer.variants(),
                        column("threading model", Variant::label),
                        column("threads a server", LogReport::threads),
                        column("async endpoints", variant -> switch (variant.kind()) {
                            case ASYNC_MOST -> text("%,d", variant.async().size());
                            case ASYNC_ALL -> "all";
                            default -> "0";
                        }),
                        column("lasts until", Variant::words)));
    }

    private static List<String> lastingWords(Answer answer) {
        String how = text(
                "A server lasts as long as the p99 of the waiting is at most %,d ms. Times are multiples of the log's traffic.",
                answer.question().maxWaitMillis());
        return answer.question().threads() == 0
                ? List.of(how, "The server has virtual threads, so there is no pool to size.")
                : List.of(how, smallestPool(answer), fewestAsync(answer));
    }

    private static String smallestPool(Answer answer) {
        String asked = number(answer.question().traffic());
        return answer.smallestPool() == null
                ? text("No pool holds %s times the traffic.", asked)
                : text(
                        "The smallest pool that holds %s times the traffic has %,d threads on each server.",
                        asked, answer.smallestPool());
    }

    private static String fewestAsync(Answer answer) {
        String asked = number(answer.question().traffic());
        List<String> fewest = answer.fewestAsync();
        if (fewest == null) return text("No asynchronous endpoints hold %s times the traffic.", asked);
        if (fewest.isEmpty()) return text("No endpoint must be asynchronous for %s times the traffic.", asked);
        return text(
                "With the same pool these endpoints must be asynchronous for %s times the traffic: %s.",
                asked, String.join(", ", fewest));
    }

    private static String threads(Variant variant) {
        return variant.threads() == 0 ? "no limit" : text("%,d", variant.threads());
    }

    private static Section fleets(Answer answer) {
        Question question = answer.question();
        var sentences = new ArrayList<>(List.of(text(
                "So many servers %s keep the p99 of the waiting at %,d ms or below.",
                question.threads() == 0 ? "with virtual threads" : text("of %,d threads", question.threads()),
                question.maxWaitMillis())));
        String end = unknownEnd(question).strip();
        if (!end.isEmpty()) sentences.add(end);
        return Section.of(
                "Servers",
                items(sentences),
                Table.of(
                        answer.fleets(),
                        column("traffic", fleet -> number(fleet.traffic())),
                        column("blocking, in turn", fleet -> servers(fleet.blockingEvenly())),
                        column("blocking, least loaded", fleet -> servers(fleet.blockingLeastLoaded())),
                        column("async, in turn", fleet -> servers(fleet.asyncEvenly())),
                        column("async, least loaded", fleet -> servers(fleet.asyncLeastLoaded()))));
    }

    /** What the columns of asynchronous servers mean if nothing is known of processors; else empty. */
    static String unknownEnd(Question question) {
        return question.limits().cores() > 0 || question.limits().cpuPercent() > 0
                ? ""
                : " The processor time is unknown. So async is the lower end, if no duration has any. Blocking is the upper end.";
    }

    private static String servers(Integer number) {
        return number == null ? "over 1,000" : text("%,d", number);
    }

    private record VariantWaiting(Variant variant, Waiting waiting) {}

    private static Section waiting(Answer answer) {
        long timeout = answer.question().timeoutMillis();
        return Section.of(
                "Waiting",
                items(
                        List.of(
                                "The waiting for threads, connections and processors, as far as they are known. Traffic is a multiple of the log's.")),
                Table.of(
                        answer.variants().stream()
                                .flatMap(variant ->
                                        variant.waiting().stream().map(waiting -> new VariantWaiting(variant, waiting)))
                                .toList(),
                        column("threading model", row -> row.variant.label()),
                        column("threads", row -> threads(row.variant)),
                        column("traffic", row -> number(row.waiting.traffic())),
                        column("p50 ms", row -> number(row.waiting.times().p50Ms())),
                        column("p99 ms", row -> number(row.waiting.times().p99Ms())),
                        column(
                                text("over %,d ms", answer.question().maxWaitMillis()),
                                row -> percent(row.waiting.overMaxWaitPercent())),
                        column("no connection in time", row -> percent(row.waiting.failedPercent())),
                        column(
                                timeout == 0 ? "over time-out" : text("over %,d ms in all", timeout),
                                row -> percent(row.waiting.overTimeoutPercent()))));
    }

    private static String percent(Double value) {
        return value == null ? "–" : text(value > 0 && value < 0.1 ? "%.3f %%" : "%.1f %%", value);
    }

    /** Three significant digits; from a hundred upwards whole. */
    static String number(double value) {
        return value >= 100 ? text("%,.0f", value) : Texts.number(value);
    }
}
