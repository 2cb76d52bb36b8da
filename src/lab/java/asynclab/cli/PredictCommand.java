package asynclab.cli;

import asynclab.document.Texts;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import asynclab.planner.PlannerParameter;
import asynclab.planner.PredictQuestion;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The command {@code predict}: prints the answer of {@code /predict} on a terminal. */
@Command(
        name = "predict",
        modelTransformer = QuestionOptions.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "predicts throughput and response times of a workload: blocking, asynchronous and with virtual threads",
            "The answer is a verdict, the figures of each threading model, and the limits of the server, the first one in front."
        },
        footer = {
            "  asynclab predict --users 1000 --ramp 30 --loops 10 \\",
            "    --mix 80:1000,20:4000 --threads 100",
            "  asynclab predict --arrival-rate 300 --duration 60 --ms 46 --processing-ms 4 \\",
            "    --threads 20 --connections 8 --connection-share 0.5 --cores 2"
        })
public final class PredictCommand extends QuestionCommand {

    private static final String ASSUMED = "Assumed: ";
    private static final Map<String, String> STATIONS = Map.of("limit", "permits", "backend", "permits of the backend");

    @Override
    List<PlannerParameter> parameters() {
        return PlannerParameter.ofPredict();
    }

    @Override
    Computation read(Parameters query) {
        return PredictQuestion.read(query);
    }

    @Override
    void print(JsonNode answer) {
        var assumed = new ArrayList<String>();
        for (JsonNode part : answer.get("verdictParts")) {
            if (part.asText().startsWith(ASSUMED)) assumed.add(part.asText());
            else paragraph(part.asText());
        }
        row(columns("", "req/s", "mean ms", "p50 ms", "p99 ms", "failed"), "limits in order, req/s");
        var models = new LinkedHashMap<String, JsonNode>();
        models.put("blocking", answer.get("blocking"));
        models.put("asynchronous", answer.get("async"));
        models.put("virtual threads", answer.get("virtual"));
        if (answer.has("workerPool")) models.put("worker pool", answer.get("workerPool"));
        models.forEach((name, it) -> row(
                columns(
                        name,
                        rate(it.get("goodput")),
                        millis(it.get("meanMs")),
                        millis(it.get("p50Ms")),
                        millis(it.get("p99Ms")),
                        Texts.text("%,d", it.get("failed").asLong())),
                limits(it.get("limits"))));
        row("", "");
        JsonNode client = answer.get("client");
        if (!client.isNull())
            paragraph(Texts.text(
                    "As %s counts: blocking %s, asynchronous %s and virtual threads %s req/s.",
                    client.get("name").asText(),
                    rate(client.get("blocking")),
                    rate(client.get("async")),
                    rate(client.get("virtual"))));
        JsonNode sizing = answer.get("sizing");
        paragraph(Texts.text(
                "At %s req/s, %s busy on average if requests keep them, and %,d if requests wait without a thread and take %,d ms to resume.",
                rate(sizing.get("requestsPerSecond")),
                threadsAre(sizing.get("blockingThreads").asLong()),
                sizing.get("asyncThreads").asLong(),
                sizing.get("resumeMs").asLong()));
        assumed.forEach(this::paragraph);
    }

    private static String threadsAre(long number) {
        return number == 1 ? "1 thread is" : Texts.text("%,d threads are", number);
    }

    private static String columns(String name, String rate, String mean, String p50, String p99, String failed) {
        return Texts.text("%-15s %7s %7s %7s %7s %6s  ", name, rate, mean, p50, p99, failed);
    }

    private static String rate(JsonNode number) {
        if (number.isNull()) return "–";
        double rate = number.asDouble();
        return rate < 10 ? Texts.number(rate) : Texts.text("%,.1f", rate);
    }

    private static String millis(JsonNode number) {
        return Texts.text(number.asDouble() < 10 ? "%.1f" : "%,.0f", number.asDouble());
    }

    private static String limits(JsonNode limits) {
        var words = new ArrayList<String>();
        for (JsonNode limit : limits) if (!limit.get("perSecond").isNull()) words.add(limit(limit));
        return words.isEmpty()
                ? "none"
                : words.stream().map(it -> it.replace(' ', '\u00a0')).collect(Collectors.joining(", "));
    }

    private static String limit(JsonNode limit) {
        int size = limit.get("size").asInt();
        String station = limit.get("station").asText();
        String servers = STATIONS.getOrDefault(station, station);
        return Texts.text(
                "%,d %s %s",
                size, size == 1 ? servers.replaceFirst("s\\b", "") : servers, rate(limit.get("perSecond")));
    }
}
