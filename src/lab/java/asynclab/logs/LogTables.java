package asynclab.logs;

import asynclab.result.Figure;
import asynclab.traffic.Answer;
import asynclab.traffic.Answer.Fleets;
import asynclab.traffic.InFlight;
import asynclab.traffic.Question;
import asynclab.traffic.TrafficStatistics;
import asynclab.traffic.Variant;
import asynclab.traffic.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The parts of a log's report. Their texts are plain and may have names of endpoints. */
final class LogTables {

    private static final int MOST_ENDPOINTS = 40;

    private LogTables() {}

    static List<LogSection> of(LogResult result) {
        Answer answer = result.answer();
        var sections = new ArrayList<>(List.of(
                log(result.reading(), answer.learned()),
                endpoints(answer.learned()),
                limits(answer),
                fleets(answer),
                waiting(answer)));
        sections.addAll(result.sections());
        sections.add(new LogSection("Caveats", answer.doubts(), List.of(), List.of()));
        return sections;
    }

    private static LogSection log(LogReading reading, TrafficStatistics learned) {
        var sentences = new ArrayList<String>();
        sentences.add(text(
                "%s: %,d lines, with requests from %s to %s.",
                String.join(", ", reading.files()), reading.lines(), reading.from(), reading.to()));
        sentences.add(reading.words());
        if (!reading.badWords().isEmpty()) sentences.add(reading.badWords());
        sentences.addAll(reading.remarks());
        InFlight inFlight = learned.inFlight();
        TrafficStatistics.Durations durations = learned.durations();
        return new LogSection(
                "The log",
                sentences,
                List.of("figure", "value"),
                List.of(
                        row("requests", text("%,d", learned.requests())),
                        row("seconds", number(learned.seconds())),
                        row("requests per second", number(learned.perSecond())),
                        row("in flight, mean by Little's law", number(inFlight.meanByLaw())),
                        row("in flight, mean counted", number(inFlight.mean())),
                        row("in flight, p99 over time", text("%,d", inFlight.p99())),
                        row("in flight, maximum", text("%,d", inFlight.max())),
                        row("duration, mean ms", number(durations.meanMs())),
                        row("duration, p50 ms", number(durations.p50Ms())),
                        row("duration, p90 ms", number(durations.p90Ms())),
                        row("duration, p99 ms", number(durations.p99Ms())),
                        row("duration, maximum ms", number(durations.maxMs()))));
    }

    private static LogSection endpoints(TrafficStatistics learned) {
        var sentences = new ArrayList<>(List.of(
                learned.sentence(),
                "Thread-time is the time that requests would hold a thread: the sum of their durations."));
        if (learned.endpoints().size() > MOST_ENDPOINTS)
            sentences.add(text("The table has the first %,d endpoints. summary.json has all.", MOST_ENDPOINTS));
        return new LogSection(
                "Endpoints",
                sentences,
                List.of("endpoint", "requests", "req/s", "mean ms", "p50 ms", "p99 ms", "thread-time"),
                learned.endpoints().stream()
                        .limit(MOST_ENDPOINTS)
                        .map(endpoint -> List.of(
                                endpoint.name(),
                                text("%,d", endpoint.requests()),
                                number(endpoint.perSecond()),
                                number(endpoint.durations().meanMs()),
                                number(endpoint.durations().p50Ms()),
                                number(endpoint.durations().p99Ms()),
                                text("%.1f %%", endpoint.timePercent())))
                        .toList());
    }

    private static LogSection limits(Answer answer) {
        double asked = answer.question().traffic();
        List<String> fewest = answer.fewestAsync();
        return new LogSection(
                "How long it lasts",
                List.of(
                        "A server lasts as long as the p99 of the waiting is at most 100 ms.",
                        answer.smallestPool() == null
                                ? text("No pool holds %s times the traffic.", number(asked))
                                : text(
                                        "The smallest pool that holds %s times the traffic has %,d threads on each server.",
                                        number(asked), answer.smallestPool()),
                        fewest == null
                                ? text("No asynchronous endpoints hold %s times the traffic.", number(asked))
                                : fewest.isEmpty()
                                        ? text(
                                                "No endpoint must be asynchronous for %s times the traffic.",
                                                number(asked))
                                        : text(
                                                "With the same pool these endpoints must be asynchronous for %s times the traffic: %s.",
                                                number(asked), String.join(", ", fewest))),
                List.of("threading model", "threads a server", "async endpoints", "lasts until"),
                answer.variants().stream()
                        .map(variant -> List.of(
                                variant.kind().label(),
                                threads(variant),
                                switch (variant.kind()) {
                                    case ASYNC_MOST -> text(
                                            "%,d", variant.async().size());
                                    case ASYNC_ALL -> "all";
                                    default -> "0";
                                },
                                variant.lasts().words()))
                        .toList());
    }

    private static String threads(Variant variant) {
        return variant.threads() == 0 ? "no limit" : text("%,d", variant.threads());
    }

    private static LogSection fleets(Answer answer) {
        Question question = answer.question();
        var sentences = new ArrayList<>(List.of(text(
                "So many servers of %,d threads keep the p99 of the waiting at 100 ms or below.", question.threads())));
        if (!question.knowsProcessors())
            sentences.add(
                    "The processor time is unknown. The async columns are the lower end, if no duration has processor time. Blocking is the upper end.");
        return new LogSection(
                "Servers",
                sentences,
                List.of(
                        "traffic",
                        "blocking, in turn",
                        "blocking, least loaded",
                        "async, in turn",
                        "async, least loaded"),
                answer.fleets().stream().map(LogTables::fleet).toList());
    }

    private static List<String> fleet(Fleets fleet) {
        return List.of(
                number(fleet.traffic()),
                servers(fleet.blockingEvenly()),
                servers(fleet.blockingLeastLoaded()),
                servers(fleet.asyncEvenly()),
                servers(fleet.asyncLeastLoaded()));
    }

    private static String servers(Integer number) {
        return number == null ? "over 1,000" : text("%,d", number);
    }

    private static LogSection waiting(Answer answer) {
        var rows = new ArrayList<List<String>>();
        for (Variant variant : answer.variants())
            for (Waiting waiting : variant.waiting())
                rows.add(List.of(
                        variant.kind().label(),
                        threads(variant),
                        number(waiting.traffic()),
                        number(waiting.p50Ms()),
                        number(waiting.p99Ms()),
                        percent(waiting.over100Percent()),
                        waiting.overTimeoutPercent() == null ? "–" : percent(waiting.overTimeoutPercent())));
        long timeout = answer.question().timeoutMillis();
        return new LogSection(
                "Waiting",
                List.of("The waiting for a thread before the service begins. Traffic is a multiple of the log's."),
                List.of(
                        "threading model",
                        "threads",
                        "traffic",
                        "p50 ms",
                        "p99 ms",
                        "over 100 ms",
                        timeout == 0 ? "over time-out" : text("over %,d ms in all", timeout)),
                rows);
    }

    private static String percent(double value) {
        return text(value > 0 && value < 0.1 ? "%.3f %%" : "%.1f %%", value);
    }

    /** Three significant digits; from a hundred upwards whole. */
    static String number(double value) {
        return value >= 100 ? text("%,.0f", value) : Figure.number(value);
    }

    private static List<String> row(String name, String value) {
        return List.of(name, value);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
