package asynclab.corpus.reproduction;

import asynclab.corpus.PublishedFigure;
import asynclab.corpus.PublishedFigure.FigureKind;
import asynclab.corpus.reproduction.PlannedReproduction.PlannedFigure;
import asynclab.document.DocumentFolder;
import asynclab.document.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The content of {@code results/reproduced/summary.json}. {@link ReproductionReport} makes the report and the page's table from it.
 *
 * @param holds whether everything that is planned was measured; only such a result can be published
 * @param verdict the headline
 * @param commits the commit at which each source was measured
 * @param measured the figures of each measurement, by {@link PlannedReproduction#cell} and the figure's name
 */
record ReproductionResult(
        int schema,
        boolean holds,
        String verdict,
        int speed,
        String command,
        Map<String, Object> environment,
        Map<String, String> commits,
        List<PlannedReproduction> plan,
        Map<String, Map<String, Double>> measured) {

    static final int SCHEMA = 1;

    /** Beyond this share of the prediction a measured throughput needs an explanation. */
    static final double NEAR = 0.03;

    /** A figure of an arm beside what was measured; NaN if it was not measured. */
    record MeasuredFigure(PlannedReproduction arm, PlannedFigure planned, double measured) {

        PublishedFigure figure() {
            return planned.figure();
        }

        /** Measured ÷ predicted; of {@link PublishedFigure#T} the inverse, so above 1 is a higher throughput. NaN without one of the two. */
        double ratio() {
            if (planned.predictedHere() == 0) return Double.NaN;
            double ratio = measured / planned.predictedHere();
            return figure() == PublishedFigure.T ? 1 / ratio : ratio;
        }

        boolean isMeasured() {
            return Double.isFinite(ratio());
        }

        boolean isNear() {
            return Math.abs(ratio() - 1) <= NEAR + 1e-9;
        }
    }

    static ReproductionResult of(
            int speed,
            String command,
            Map<String, Object> environment,
            Map<String, String> commits,
            List<PlannedReproduction> plan,
            Map<String, Map<String, Double>> measured) {
        var open = new ReproductionResult(SCHEMA, false, "", speed, command, environment, commits, plan, measured);
        boolean whole = plan.stream().allMatch(arm -> measured.containsKey(arm.cell()));
        return new ReproductionResult(
                SCHEMA, whole, ReproductionReport.verdict(open), speed, command, environment, commits, plan, measured);
    }

    /** The figures of a kind, in the order of the plan. */
    List<MeasuredFigure> figures(FigureKind kind) {
        return plan.stream()
                .flatMap(arm -> figures(arm).filter(one -> one.figure().kind() == kind))
                .toList();
    }

    private Stream<MeasuredFigure> figures(PlannedReproduction arm) {
        Map<String, Double> seen = measured.getOrDefault(arm.cell(), Map.of());
        return arm.figures().stream()
                .map(planned -> new MeasuredFigure(
                        arm, planned, seen.getOrDefault(planned.figure().name(), Double.NaN)));
    }

    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve("summary.json"));
    }

    static ReproductionResult read(Path folder) throws IOException {
        return ResultJson.mapper().readValue(folder.resolve("summary.json").toFile(), ReproductionResult.class);
    }

    /** The stored result that a run at this speed adds to; null if there is none. Tries are not mixed with measurements. */
    static ReproductionResult addedTo(Path folder, int speed) throws IOException {
        ReproductionResult stored = speed == 1 && isIn(folder) ? read(folder) : null;
        return stored != null && stored.speed == 1 ? stored : null;
    }

    /** Stores this in a folder, with its plan and its report. */
    void writeTo(Path folder) throws IOException {
        ReproductionPlan.write(plan, folder);
        ResultJson.write(folder.resolve("summary.json"), this);
        DocumentFolder.write(new ReproductionReport(this).document(), folder);
    }
}
