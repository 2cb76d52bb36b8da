package asynclab.probe;

import static asynclab.document.Document.items;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.Judgement;
import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.PlotKind;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.document.Texts;
import asynclab.options.Options;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.ProbeResult.ProbeEnding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/** A probe's result for a reader: on the terminal, and as a document. */
public final class ProbeReport {

    private static final List<String> HEAD = List.of("users", "req/s", "mean ms", "p99 ms", "model's ms", "errors");
    private static final int POINTS = 60;
    private static final int FEWEST_OF_A_P99 = 100;
    /** A request holds these for a part of its time only, so their number is not that of requests at a time. */
    private static final Set<String> SHARED = Set.of(OwnLimit.CONNECTIONS.words, OwnLimit.PROCESSORS.words);

    private ProbeReport() {}

    /** What the command prints, the verdict first. */
    public static List<Section> brief(ProbeResult result) {
        var sections = new ArrayList<>(List.of(
                Section.of("Verdict", paragraph(strong(result.verdict()))),
                steps(result),
                Section.of("What limits it", items(evidence(result)))));
        addThresholds(sections, result);
        sections.add(Section.of("Next", items(next(result))));
        return sections;
    }

    /** The page. */
    public static Document document(ProbeResult result) {
        var sections = new ArrayList<>(List.of(
                steps(result),
                Section.of("What limits it", items(evidence(result))),
                Section.of("Plots", new Plots(plots(result))),
                Section.of("Next", items(next(result)))));
        addThresholds(sections, result);
        return new Document(
                "probe",
                "A service, probed from outside",
                result.verdict(),
                sections,
                List.of(),
                result.command(),
                Map.of());
    }

    private static void addThresholds(List<Section> to, ProbeResult result) {
        if (!result.thresholds().isEmpty())
            to.add(Section.of(
                    "Thresholds",
                    items(result.thresholds().stream().map(Judgement::toString).toList())));
    }

    private static Section steps(ProbeResult result) {
        var table = new Table(
                        HEAD,
                        result.steps().stream()
                                .sorted(Comparator.comparing(ProbeStep::users))
                                .map(step -> row(result, step))
                                .toList())
                .note(
                        result.steps().stream().allMatch(step -> step.responses() >= FEWEST_OF_A_P99)
                                ? ""
                                : "Of fewer than " + FEWEST_OF_A_P99 + " responses, the p99 is the longest.");
        return result.check() == null
                ? Section.of("Steps", table)
                : Section.of("Steps", table, paragraph(check(result)));
    }

    private static List<String> evidence(ProbeResult result) {
        var all = new ArrayList<>(result.evidence());
        all.addAll(result.remarks());
        all.add(cost(result));
        return all;
    }

    private static String check(ProbeResult result) {
        var check = result.check();
        return text(
                "With %,d users the model predicted a mean of %s ms. Measured: %s ms (%+.1f %%).",
                check.users(),
                Texts.measured(check.predictedMs()),
                Texts.measured(check.measuredMs()),
                check.deviationPercent());
    }

    private static List<String> row(ProbeResult result, ProbeStep step) {
        return List.of(
                text("%,d", step.users()),
                Texts.measured(step.perSecond()),
                Texts.measured(step.meanMs()),
                Texts.measured(step.p99Ms()),
                Texts.measured(modelMs(result, step.users())),
                text("%,d", step.errors()));
    }

    private static double modelMs(ProbeResult result, int users) {
        boolean waits = result.limit() != null && users > result.limit().requests();
        if (waits && result.ending() == ProbeEnding.ERRORS) return Double.NaN; // rejected, not served
        return waits
                ? LimitFit.meanMs(result.limit().requests(), users, result.unloaded())
                : result.unloaded().meanMs();
    }

    private static String cost(ProbeResult result) {
        return text(
                "%,d requests were sent in %.0f s.",
                result.cost().requests(), result.cost().seconds());
    }

    private static List<String> next(ProbeResult result) {
        var next = new ArrayList<String>();
        if (result.limit() != null && SHARED.contains("" + result.limit().name()))
            next.add("`predict` with your traffic and these " + result.limit().name() + ".");
        else if (result.limit() != null)
            next.add(text(
                    "`predict --threads %d` with your traffic.", result.limit().requests()));
        else if (result.ending() == ProbeEnding.USERS) next.add(larger(result, "users"));
        else if (result.ending() == ProbeEnding.RATE) next.add(larger(result, "maxRps"));
        next.add("`log` with the service's access log.");
        return next;
    }

    /** The option as the user types it. */
    private static String larger(ProbeResult result, String option) {
        boolean jar = result.command().startsWith("java");
        return "A larger " + (jar ? "--" + Options.kebab(option) : "-D" + option) + ", if the service expects more.";
    }

    private static List<Plot> plots(ProbeResult result) {
        return List.of(
                plot(
                        result,
                        "probe-response-time",
                        "Response time against users",
                        "mean response time, milliseconds",
                        ProbeStep::meanMs,
                        users -> modelMs(result, users)),
                plot(
                        result,
                        "probe-throughput",
                        "Throughput against users",
                        "requests per second",
                        ProbeStep::perSecond,
                        users -> users * 1_000.0 / modelMs(result, users)));
    }

    private static Plot plot(
            ProbeResult result,
            String id,
            String title,
            String axis,
            ToDoubleFunction<ProbeStep> figure,
            IntToDoubleFunction model) {
        var series = new ArrayList<Series>();
        List<ProbeStep> steps = result.steps();
        Series.add(
                series,
                "service",
                0,
                0,
                PlotKind.MEASURED_POINTS,
                steps.stream()
                        .map(step -> new double[] {step.users(), figure.applyAsDouble(step)})
                        .filter(point -> Double.isFinite(point[1]))
                        .toList());
        var predicted = new ArrayList<double[]>();
        int most = steps.stream().mapToInt(ProbeStep::users).max().orElseThrow();
        for (int i = 0; i <= POINTS; i++) {
            int users = 1 + i * (most - 1) / POINTS;
            double value = model.applyAsDouble(users);
            if (Double.isFinite(value)) predicted.add(new double[] {users, value});
        }
        Series.add(series, "service", 0, 0, PlotKind.PREDICTED, predicted);
        return new Plot(
                id,
                title,
                "The model has the response time without load and the fitted limit, and nothing else.",
                new Axis("users", Scale.LINEAR),
                new Axis(axis, Scale.LINEAR),
                series);
    }
}
