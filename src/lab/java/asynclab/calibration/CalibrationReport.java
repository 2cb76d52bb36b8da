package asynclab.calibration;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Texts.figure;
import static asynclab.document.Texts.text;

import asynclab.calibration.ScoredWorkload.ScoredFigure;
import asynclab.document.Document;
import asynclab.document.Document.Check;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.PlotKind;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.PlannedArm.HeldBy;
import asynclab.run.result.Conclusion;
import asynclab.run.result.Figure;
import asynclab.run.result.ValidityCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The document of a calibration: deviations, coverage of the intervals, verdicts, each miss, and the method. */
final class CalibrationReport {

    private static final double MISS = FigureForecast.NEAR;
    private static final String PLOT = "measured-predicted";

    private final List<WorkloadForecast> forecasts;
    private final List<ScoredWorkload> scored;

    private CalibrationReport(List<WorkloadForecast> forecasts, List<ScoredWorkload> scored) {
        this.forecasts = forecasts;
        this.scored = scored;
    }

    static Document of(CalibrationResult result, List<WorkloadForecast> forecasts, Map<WorkloadRule, Integer> leftOut) {
        var scored = ScoredWorkload.of(forecasts, result.workloads());
        var report = new CalibrationReport(forecasts, scored);
        var sections = new ArrayList<Section>();
        if (!scored.isEmpty()) sections.addAll(report.measured());
        sections.add(Section.of("How it was made", items(made(leftOut, forecasts.size()))));
        sections.add(Section.folded("Each workload", report.workloads()));
        var checks = new ArrayList<Check>();
        for (ScoredWorkload one : scored)
            for (ValidityCheck check : one.measured().failed())
                checks.add(new Check(
                        check.status(),
                        one.forecast().name() + " " + check.arm(),
                        check.check().title(),
                        check.detail()));
        return new Document(
                Calibration.NAME,
                "Calibration: how good is the model on workloads nobody chose?",
                result.verdict(),
                sections,
                checks,
                result.command(),
                result.environment());
    }

    /** The headline. */
    static String verdict(List<ScoredWorkload> scored, int planned) {
        if (scored.isEmpty()) return text("%d workloads are predicted. None is measured yet.", planned);
        List<ScoredFigure> rates = figures(scored, CalibrationFigure.THROUGHPUT);
        long undecided = scored.stream().filter(ScoredWorkload::isUndecided).count();
        long wrong = scored.stream().filter(ScoredWorkload::isWrong).count();
        return text(
                "%d of %d drawn workloads are measured, blocking and asynchronous. Of %d throughputs, %s are within 5 %% of a prediction made before."
                        + " The %d %% interval covers %s of them. The verdict was right in %d cases, wrong in %d, and left open in %d."
                        + " A serious validity check failed in %d workloads. They are counted, too.",
                scored.size(),
                planned,
                rates.size(),
                percent(rates, one -> one.isWithin(MISS)),
                FigureForecast.PERCENT,
                percent(rates, ScoredFigure::isCovered),
                scored.size() - undecided - wrong,
                wrong,
                undecided,
                scored.stream().filter(one -> one.measured().isInvalid()).count());
    }

    private List<Section> measured() {
        return List.of(
                Section.of(
                        "How near",
                        shares(),
                        groups(),
                        paragraph(
                                "Same draws are a prediction with the seed of the run, made afterwards: it has the random numbers that JMeter draws from this seed. ",
                                "The expected figure is the median over seeds. No seed is the seed of the measured run. The interval is of the seeds and of an",
                                text(
                                        " overhead of 0 to %d ms for each request, and of what the measurement adds: 1 %% of a rate, 1 ms of a mean and 5 ms of a p99, as five workloads of another seed have shown. The interval of the seeds alone has no width where nothing is random.",
                                        WorkloadForecast.MOST_OVERHEAD_MILLIS))),
                Section.of("Does asynchronous processing pay?", verdicts()),
                Section.of("Measured against predicted", new Plots(List.of(plot()))),
                Section.of("Misses", misses()));
    }

    private static List<ScoredFigure> figures(List<ScoredWorkload> scored, CalibrationFigure kind) {
        return scored.stream().flatMap(one -> one.figures(kind)).toList();
    }

    private static String percent(List<ScoredFigure> all, Predicate<ScoredFigure> which) {
        return all.isEmpty()
                ? "–"
                : text("%.0f %%", 100.0 * all.stream().filter(which).count() / all.size());
    }

    /** A row of figures. */
    private record ShareRow(String title, List<ScoredFigure> figures) {

        /** The share that a perfect model would have within 5 %, because runs with other random numbers differ. */
        private String byChance() {
            double sum = figures.stream()
                    .mapToDouble(one -> one.forecast().within5())
                    .sum();
            return figures.isEmpty() ? "–" : text("%.0f %%", 100 * sum / figures.size());
        }

        private static Table table(List<ShareRow> rows, String first) {
            return Table.of(
                    rows,
                    column(first, ShareRow::title),
                    column("number", row -> row.figures.size()),
                    column("within 3 %", row -> percent(row.figures, one -> one.isWithin(0.03))),
                    column("within 5 %", row -> percent(row.figures, one -> one.isWithin(0.05))),
                    column("5 % by chance alone", ShareRow::byChance),
                    column(
                            "5 %, same draws",
                            row -> percent(
                                    row.figures, one -> Math.abs(one.deviationOfSameDraws()) <= FigureForecast.NEAR)),
                    column("within 10 %", row -> percent(row.figures, one -> one.isWithin(0.1))),
                    column(
                            text("%d %% interval covers", FigureForecast.PERCENT),
                            row -> percent(row.figures, ScoredFigure::isCovered)),
                    column("that of seeds alone", row -> percent(row.figures, ScoredFigure::isCoveredBySeeds)));
        }
    }

    private Table shares() {
        List<ScoredWorkload> valid =
                scored.stream().filter(one -> !one.measured().isInvalid()).toList();
        var rows = new ArrayList<ShareRow>();
        for (CalibrationFigure kind : CalibrationFigure.values())
            rows.add(new ShareRow(kind.label(), figures(scored, kind)));
        rows.add(new ShareRow("throughput, valid runs only", figures(valid, CalibrationFigure.THROUGHPUT)));
        return ShareRow.table(rows, "figure")
                .note(
                        "Runs with other random numbers differ, so by chance alone a perfect model would have only so many within 5 %. The goodput is counted only where a request fails. Every measured workload counts, also one with a failed check.");
    }

    private Table groups() {
        var groups = new LinkedHashMap<String, Predicate<ScoredFigure>>();
        groups.put("blocking", one -> one.arm().equals(WorkloadDraw.BLOCKING));
        groups.put("asynchronous", one -> one.arm().equals(WorkloadDraw.ASYNC));
        groups.put("closed", one -> !workload(one).workload().isOpen());
        groups.put("open", one -> workload(one).workload().isOpen());
        groups.put("client timeout", one -> workload(one).workload().client().timeoutMs() != null);
        groups.put("connection pool", one -> workload(one).arms().get(0).stations() != null);
        groups.put("queue discipline", one -> isQueued(workload(one)));
        return ShareRow.table(
                        groups.entrySet().stream()
                                .map(group -> new ShareRow(
                                        group.getKey(),
                                        figures(scored, CalibrationFigure.THROUGHPUT).stream()
                                                .filter(group.getValue())
                                                .toList()))
                                .toList(),
                        "workloads")
                .caption("Throughput");
    }

    private static Experiment workload(ScoredFigure one) {
        return one.of().forecast().workload();
    }

    private static boolean isQueued(Experiment workload) {
        return workload.arms().stream().anyMatch(arm -> arm.heldBy() == HeldBy.WORKERS);
    }

    private Table verdicts() {
        return Table.of(
                        List.of(Conclusion.Kind.PAYS, Conclusion.Kind.CHANGES_NOTHING, Conclusion.Kind.UNDECIDED),
                        column("predicted", CalibrationReport::words),
                        column("measured: pays", kind -> count(kind, Conclusion.Kind.PAYS)),
                        column("measured: does not pay", kind -> count(kind, Conclusion.Kind.CHANGES_NOTHING)))
                .note(
                        "It pays if the goodput is more than 1.05 times that of blocking. A prediction is undecided if its interval reaches across. The measured ratio is of one pair of runs.");
    }

    private long count(Conclusion.Kind predicted, Conclusion.Kind measured) {
        return scored.stream()
                .filter(one -> one.forecast().verdict() == predicted && one.measuredVerdict() == measured)
                .count();
    }

    private static String words(Conclusion.Kind kind) {
        return switch (kind) {
            case PAYS -> "pays";
            case CHANGES_NOTHING -> "does not pay";
            default -> "undecided";
        };
    }

    private Plot plot() {
        var series = new ArrayList<Series>();
        for (String arm : List.of(WorkloadDraw.BLOCKING, WorkloadDraw.ASYNC)) {
            List<ScoredFigure> rates = figures(scored, CalibrationFigure.THROUGHPUT).stream()
                    .filter(one -> one.arm().equals(arm))
                    .toList();
            series.add(Series.of(
                    arm,
                    series.size(),
                    0,
                    PlotKind.MEASURED_POINTS,
                    rates.stream()
                            .map(one -> new double[] {one.forecast().expected(), one.measured()})
                            .toList(),
                    rates.stream()
                            .map(one ->
                                    workload(one).name() + ": " + workload(one).title())
                            .toList()));
        }
        series.add(Series.diagonal("measured = predicted", series));
        return new Plot(
                PLOT,
                "Measured against predicted throughput",
                "Each point is an arm of a drawn workload. On the line it is as predicted, below the line it is lower.",
                new Axis("predicted req/s", Scale.LOG),
                new Axis("measured req/s", Scale.LOG),
                series);
    }

    private Table misses() {
        List<ScoredFigure> misses = scored.stream()
                .flatMap(ScoredWorkload::figures)
                .filter(one -> one.figure() == CalibrationFigure.THROUGHPUT && !one.isWithin(MISS)
                        || one.figure() == CalibrationFigure.GOODPUT && one.of().isWrong())
                .toList();
        return Table.of(
                        misses,
                        column("workload", one -> workload(one).name()),
                        column("arm", ScoredFigure::arm),
                        column("figure", one -> one.figure().label()),
                        column("measured", one -> figure(one.measured())),
                        column("predicted", one -> predicted(one.forecast())),
                        column("deviation", one -> Figure.percent(one.deviation())),
                        column("with the same draws", one -> Figure.percent(one.deviationOfSameDraws())),
                        column("in the interval", one -> one.isCovered() ? "yes" : "no"),
                        column("verdict", one -> one.of().isWrong() ? "wrong" : ""),
                        column("failed checks", one -> failed(one.of())))
                .note("Throughputs that deviate by more than 5 %, and the goodputs behind a wrong verdict.");
    }

    private static String predicted(FigureForecast forecast) {
        return text(
                "%s (%s to %s)",
                figure(forecast.expected()),
                figure(forecast.interval().low()),
                figure(forecast.interval().high()));
    }

    private static String failed(ScoredWorkload one) {
        return one.measured().failed().stream()
                .map(check -> check.check() + " " + check.status())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static List<String> made(Map<WorkloadRule, Integer> leftOut, int accepted) {
        int all =
                accepted + leftOut.values().stream().mapToInt(Integer::intValue).sum();
        var made = new ArrayList<>(WorkloadDraw.DISTRIBUTION);
        made.add(text(
                        "%,d workloads were drawn, and %d stayed. These rules left the others out before any measurement:",
                        all, accepted)
                + leftOut.entrySet().stream()
                        .map(rule -> text(" %s (%,d)", rule.getKey().label(), rule.getValue()))
                        .collect(Collectors.joining(";"))
                + ".");
        made.add(
                "JMeter sends every load, with the plans of the published experiments. Each arm has a fresh server and a warm-up. The arm that runs first alternates.");
        made.add(
                "The list of workloads and predictions was committed before the first was measured. A measurement is refused if the list is not what the code predicts.");
        return made;
    }

    /** A row of a workload's arm, measured or not. */
    private record WorkloadRow(WorkloadForecast forecast, String arm, ScoredWorkload scored) {

        FigureForecast of(CalibrationFigure figure) {
            return forecast.arms().get(arm).get(figure);
        }

        String measured(CalibrationFigure kind) {
            return scored == null ? "–" : figure(scored.measured().figure(arm, kind));
        }
    }

    private Table workloads() {
        List<WorkloadRow> rows = forecasts.stream()
                .flatMap(forecast -> Stream.of(WorkloadDraw.BLOCKING, WorkloadDraw.ASYNC)
                        .map(arm -> new WorkloadRow(
                                forecast,
                                arm,
                                scored.stream()
                                        .filter(one -> one.forecast() == forecast)
                                        .findFirst()
                                        .orElse(null))))
                .toList();
        return Table.of(
                rows,
                column("workload", row -> row.forecast.name()),
                column("what it is", row -> row.forecast.workload().title()),
                column("arm", WorkloadRow::arm),
                column("predicted req/s", row -> predicted(row.of(CalibrationFigure.THROUGHPUT))),
                column("measured", row -> row.measured(CalibrationFigure.THROUGHPUT)),
                column("predicted mean ms", row -> predicted(row.of(CalibrationFigure.MEAN))),
                column("measured", row -> row.measured(CalibrationFigure.MEAN)),
                column("predicted p99 ms", row -> predicted(row.of(CalibrationFigure.P99))),
                column("measured", row -> row.measured(CalibrationFigure.P99)),
                column("verdict", row -> words(row.forecast.verdict())));
    }
}
