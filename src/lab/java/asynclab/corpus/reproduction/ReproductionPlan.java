package asynclab.corpus.reproduction;

import asynclab.corpus.Benchmark;
import asynclab.corpus.BenchmarkArm;
import asynclab.corpus.CorpusAnswer;
import asynclab.corpus.LoadTool;
import asynclab.corpus.PredictedArm;
import asynclab.corpus.PredictedArm.FigureRatio;
import asynclab.corpus.reproduction.PlannedReproduction.PlannedFigure;
import asynclab.document.ResultJson;
import asynclab.model.Budget;
import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What is measured here, and the predictions. It is stored and committed before the first measurement. */
final class ReproductionPlan {

    static final String FILE = "predictions.json";

    private ReproductionPlan() {}

    /**
     * Plans and predicts.
     *
     * @param sources those of the corpus
     * @param chosen which of them
     * @param speed by which the times of each arm are divided at least
     */
    static List<PlannedReproduction> of(List<Benchmark> sources, List<ReproducedSource> chosen, int speed) {
        var plan = new ArrayList<PlannedReproduction>();
        for (ReproducedSource one : chosen) plan.addAll(planned(named(one.id(), sources), one, speed));
        return List.copyOf(plan);
    }

    /** The source of this id. */
    static Benchmark named(String id, List<Benchmark> sources) {
        return sources.stream()
                .filter(source -> source.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new LabException("The corpus has no source \"" + id + "\"."));
    }

    private static List<PlannedReproduction> planned(Benchmark source, ReproducedSource chosen, int speed) {
        List<PredictedArm> predicted = predicted(source);
        var scales = new ArrayList<ReproductionScale>();
        var scaled = new ArrayList<BenchmarkArm>();
        var kept = new ArrayList<Integer>();
        for (int i = 0; i < source.arms().size(); i++) {
            BenchmarkArm arm = source.arms().get(i);
            if (chosen.serverOf(arm) == null) continue;
            var scale = ReproductionScale.of(arm, predicted.get(i).perSecond(), speed);
            kept.add(i);
            scales.add(scale);
            scaled.add(scale.of(arm));
        }
        Benchmark here = here(source, scaled);
        List<PredictedArm> predictedHere = predicted(here);
        var plan = new ArrayList<PlannedReproduction>();
        for (int i = 0; i < scaled.size(); i++) {
            BenchmarkArm arm = scaled.get(i);
            StandIn server = chosen.serverOf(arm);
            plan.add(new PlannedReproduction(
                    source.id(),
                    arm.name(),
                    server,
                    here.loadTool().id(),
                    scales.get(i).speed(),
                    scales.get(i).divided(),
                    PlannedReproduction.words(server, arm),
                    ReproductionScale.seconds(arm, predictedHere.get(i).perSecond()),
                    figures(predicted.get(kept.get(i)), predictedHere.get(i))));
        }
        return plan;
    }

    private static List<PredictedArm> predicted(Benchmark source) {
        return CorpusAnswer.of(source, Budget::unlimited).arms();
    }

    private static List<PlannedFigure> figures(PredictedArm source, PredictedArm here) {
        var figures = new ArrayList<PlannedFigure>();
        for (int i = 0; i < source.figures().size(); i++) {
            FigureRatio published = source.figures().get(i);
            figures.add(new PlannedFigure(
                    published.figure(),
                    published.published(),
                    Objects.requireNonNullElse(published.predicted(), Double.NaN),
                    Objects.requireNonNullElse(here.figures().get(i).predicted(), Double.NaN)));
        }
        return figures;
    }

    /**
     * A source with the arms that are measured here, and with the tool that sends its load here. In place of Locust, JMeter starts
     * the users evenly.
     */
    static Benchmark here(Benchmark source, List<BenchmarkArm> arms) {
        return new Benchmark(
                source.id(),
                source.title(),
                source.author(),
                source.year(),
                source.yearEstimated(),
                source.address(),
                source.server(),
                source.loadTool() == LoadTool.LOCUST ? LoadTool.OTHER.label() : source.tool(),
                source.conclusion(),
                source.assumed(),
                source.note(),
                arms,
                source.ignored());
    }

    static void write(List<PlannedReproduction> plan, Path folder) throws IOException {
        ResultJson.write(folder.resolve(FILE), plan);
    }

    /** @throws LabException if there is no stored plan, or if it is not that of the sources that are measured here */
    static List<PlannedReproduction> read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file))
            throw new LabException(
                    "There are no predictions. The option -Drun=false writes them. Commit them before you measure.");
        List<PlannedReproduction> plan =
                List.of(ResultJson.mapper().readValue(file.toFile(), PlannedReproduction[].class));
        String missing = ReproducedSource.ALL.stream()
                .map(ReproducedSource::id)
                .filter(id -> plan.stream().noneMatch(one -> one.source().equals(id)))
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty())
            throw new LabException(
                    "The stored predictions lack " + missing + ". Remove " + FILE + ", and predict again.");
        return plan;
    }
}
