package asynclab.cli;

import asynclab.document.Texts;
import asynclab.options.LabException;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import asynclab.planner.ExplainQuestion;
import asynclab.planner.PlannerParameter;
import asynclab.planner.SourceQuestion;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code explain}: prints the answer of {@code /explain} on a terminal. */
@Command(
        name = "explain",
        modelTransformer = QuestionOptions.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "finds the unknown behind published figures: threads, connections, processor time or think time",
            "The answer is a verdict, and for each explanation the published figures beside those of the model."
        },
        footer = {
            "  asynclab explain --users 100 --ramp 30 --loops 30 --ms 300 \\",
            "    --think-min-ms 1000 --think-max-ms 2000 --throughput 23.6 --mean 1719",
            "  asynclab explain --source benchmark.json"
        })
public final class ExplainCommand extends QuestionCommand {

    @Option(
            names = "--source",
            paramLabel = "FILE",
            description = "a published benchmark as JSON, with its parameters: what limits it, and what is impossible")
    private Path source;

    private static final Map<String, String> UNKNOWNS = Map.of(
            "threads", "by threads or workers",
            "connections", "by connections",
            "processingMicros", "by processor time",
            "thinkMs", "by think time");
    private static final Map<String, String> FIGURES =
            Map.of("meanMs", "mean ms", "p50Ms", "p50 ms", "p99Ms", "p99 ms", "maxMs", "max ms", "throughput", "req/s");

    @Override
    List<PlannerParameter> parameters() {
        return PlannerParameter.ofExplain();
    }

    @Override
    Computation read(Parameters query) {
        if (source == null) return ExplainQuestion.read(query);
        try {
            return SourceQuestion.read(query, Files.readString(source));
        } catch (IOException e) {
            throw new LabException("--source must be a file of one benchmark as JSON, but was \"" + source + "\".", e);
        }
    }

    @Override
    void print(JsonNode answer) {
        paragraph(answer.get("verdict").asText());
        if (answer.has("arms")) {
            row("Load tool: ", answer.get("client").asText());
            var ignored = new ArrayList<String>();
            answer.get("ignored").forEach(field -> ignored.add(field.asText()));
            if (!ignored.isEmpty()) row("Not read:  ", String.join(", ", ignored));
            row("", "");
            answer.get("arms").forEach(this::printArm);
            return;
        }
        print(answer, answer.get("explanation"));
        for (JsonNode other : answer.get("alternatives")) print(answer, other);
    }

    private void print(JsonNode answer, JsonNode explanation) {
        String by = answer.get("alternatives").isEmpty()
                ? ""
                : UNKNOWNS.get(explanation.get("unknown").asText());
        row(columns(by, "published", "model", "deviation"), "");
        for (JsonNode figure : explanation.get("figures"))
            row(
                    columns(
                            FIGURES.get(figure.get("name").asText()),
                            number(figure.get("published")),
                            number(figure.get("predicted")),
                            figure.get("deviationPercent").isNull()
                                    ? "–"
                                    : Texts.text(
                                            "%+.1f %%",
                                            figure.get("deviationPercent").asDouble())),
                    figure.get("fitted").asBoolean() ? "" : "not fitted");
        row("", "");
    }

    /** An arm of a published benchmark. */
    private void printArm(JsonNode arm) {
        row(
                "",
                arm.get("name").asText() + ", limited by "
                        + arm.get("limitedBy").asText() + ": "
                        + arm.get("arithmetic").asText());
        for (JsonNode figure : arm.get("figures"))
            row(
                    columns(
                            "  " + figure.get("name").asText(),
                            number(figure.get("published")),
                            number(figure.get("predicted")),
                            figure.get("ratio").isNull()
                                    ? "–"
                                    : Texts.text("%.2f", figure.get("ratio").asDouble())),
                    "");
        for (JsonNode why : arm.get("impossible")) row("  impossible: ", why.asText());
        row("", "");
    }

    private static String columns(String name, String published, String model, String deviation) {
        return Texts.text("%-21s %10s %10s %10s  ", name, published, model, deviation);
    }

    private static String number(JsonNode number) {
        return number.isNull() ? "–" : Texts.measured(number.asDouble());
    }
}
