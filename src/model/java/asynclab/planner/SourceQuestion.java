package asynclab.planner;

import asynclab.corpus.Benchmark;
import asynclab.corpus.BenchmarkReader;
import asynclab.corpus.CorpusAnswer;
import asynclab.corpus.CorpusAnswer.BenchmarkAnswer;
import asynclab.corpus.CorpusAnswer.Nearness;
import asynclab.corpus.PredictedArm;
import asynclab.corpus.PredictedArm.FigureRatio;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * {@code explain} with a source: what limits each arm of somebody's benchmark, how near the figures are to a prediction, and which figures
 * are impossible. It searches nothing: the parameters are those of the source.
 */
public final class SourceQuestion {

    /** The parameter that has the benchmark as JSON. */
    static final String NAME = "source";

    private static final int MOST_ARMS = 100;

    private SourceQuestion() {}

    /**
     * Reads the source and computes nothing yet.
     *
     * @param others the other parameters, of which {@code explain} may have none
     * @param json one benchmark, {@link BenchmarkReader}
     * @throws BadParameter if it is no such benchmark, or if another parameter is given
     */
    public static Computation read(Parameters others, String json) {
        for (PlannerParameter it : PlannerParameter.ofExplain())
            if (it.isIn(others)) throw it.superfluous(others, "left out with " + NAME + "=");
        List<Benchmark> sources = BenchmarkReader.read(NAME, json);
        if (sources.size() != 1) throw notOne(sources.size() + " benchmarks");
        int arms = sources.get(0).arms().size();
        if (arms > MOST_ARMS) throw notOne(arms + " arms");
        return budget -> page(CorpusAnswer.of(sources.get(0), () -> budget));
    }

    private static BadParameter notOne(String read) {
        return new BadParameter(NAME, read, "one benchmark of at most " + MOST_ARMS + " arms");
    }

    private static Map<String, Object> page(BenchmarkAnswer answer) {
        var page = new LinkedHashMap<String, Object>();
        page.put("title", answer.source().title());
        page.put("client", answer.source().loadTool().label());
        page.put("ignored", answer.source().ignored());
        page.put("arms", answer.arms().stream().map(SourceQuestion::arm).toList());
        page.put("verdict", verdict(answer));
        return page;
    }

    private static Map<String, Object> arm(PredictedArm arm) {
        var page = new LinkedHashMap<String, Object>();
        page.put("name", arm.name());
        page.put("limitedBy", arm.limit().label());
        page.put("arithmetic", arm.unpredicted() + arm.words());
        page.put("figures", arm.figures().stream().map(SourceQuestion::figure).toList());
        page.put("impossible", arm.impossible());
        return page;
    }

    private static Map<String, Object> figure(FigureRatio figure) {
        var page = new LinkedHashMap<String, Object>();
        page.put("name", figure.figure().label());
        page.put("published", figure.published());
        page.put("predicted", figure.predicted());
        page.put("ratio", figure.ratio());
        return page;
    }

    private static String verdict(BenchmarkAnswer answer) {
        Nearness near = answer.throughput();
        String limits = answer.arms().stream()
                .map(arm -> arm.limit().label())
                .distinct()
                .collect(Collectors.joining(", "));
        List<String> impossible = answer.arms().stream()
                .flatMap(arm -> arm.impossible().stream().map(why -> arm.name() + ": " + why + "."))
                .toList();
        boolean judged = answer.arms().stream()
                .anyMatch(arm -> arm.unpredicted().isEmpty() && !arm.figures().isEmpty());
        String possible = judged ? " No figure is above what the parameters allow." : " No figure was judged.";
        return String.format(
                        Locale.ROOT,
                        "Limited by %s. %d of %d throughput figures are within %.0f %% of the prediction.",
                        limits,
                        near.within10(),
                        near.figures(),
                        100 * CorpusAnswer.EXPLAINED_WITHIN)
                + (impossible.isEmpty()
                        ? possible
                        : " Impossible with these parameters: " + String.join(" ", impossible))
                + lower(near.lower());
    }

    private static String lower(int figures) {
        return figures == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " %d %s lower by more than %.0f %%, which the named limit does not explain. The processors, the network, the"
                                + " load tool, or a pool that the source does not state may limit it.",
                        figures,
                        figures == 1 ? "figure is" : "figures are",
                        100 * CorpusAnswer.EXPLAINED_WITHIN);
    }
}
