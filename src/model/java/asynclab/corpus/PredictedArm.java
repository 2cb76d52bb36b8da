package asynclab.corpus;

import asynclab.corpus.ArmLimit.LimitKind;
import asynclab.corpus.PublishedFigure.FigureKind;
import asynclab.model.Budget;
import asynclab.model.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the model says of an arm, beside what was published. Immutable.
 *
 * @param name of the arm
 * @param limit what limits it
 * @param words the arithmetic
 * @param perSecond the predicted throughput in requests per second, as the tool counts; not a number if there is none
 * @param figures in the order in which they were published
 * @param unpredicted why there is no prediction; empty if there is one
 */
public record PredictedArm(
        String name, LimitKind limit, String words, double perSecond, List<FigureRatio> figures, String unpredicted) {

    /**
     * A published figure beside the model's.
     *
     * @param predicted null if the model has none
     * @param ratio published ÷ predicted, and for a time of {@link PublishedFigure#T} predicted ÷ published, so that a slower server is
     *     always below 1 in throughput; null if the model has none
     * @param impossible why the parameters do not allow the published figure; empty if they do
     */
    public record FigureRatio(
            PublishedFigure figure, double published, Double predicted, Double ratio, String impossible) {

        static FigureRatio unpredicted(PublishedFigure figure, double published) {
            Double none = null;
            return new FigureRatio(figure, published, none, none, "");
        }

        /** Whether published and predicted differ by at most this share of the predicted figure. */
        public boolean isWithin(double share) {
            return ratio != null && Math.abs(ratio - 1) <= share + 1e-9;
        }
    }

    /** @throws Budget.Exceeded if the simulation exceeds the budget */
    static PredictedArm of(BenchmarkArm source, LoadTool tool, Set<FoundRule> rules, Budget budget) {
        BenchmarkArm arm = rules.contains(FoundRule.FURTHER_FACTS) ? source : source.plain();
        if (arm.holdSeconds() == null || arm.holdSeconds() == 0)
            return without(arm, LimitKind.UNKNOWN, "The hold time is not known.");
        var model = new ArmModel(arm, tool, rules);
        ArmLimit limit = model.limit();
        if (limit.kind() == LimitKind.UNKNOWN) return without(arm, limit.kind(), "The load is not known.");
        int burst = tool == LoadTool.JMH && arm.users() != null ? arm.users() : 1; // requests
        Map<PublishedFigure, Double> predicted = model.isComplete()
                ? simulated(arm, tool, rules, budget)
                : Map.of(PublishedFigure.X, limit.perSecond() / burst);
        ImpossibleFigure judge = ImpossibleFigure.of(arm, tool, model);
        var figures = new ArrayList<FigureRatio>();
        arm.published().forEach((figure, published) -> {
            Double ratio = ratio(figure, published, predicted.get(figure));
            String why = judge.why(figure, published, ratio);
            figures.add(new FigureRatio(figure, published, predicted.get(figure), ratio, why));
        });
        double perSecond = predicted.get(PublishedFigure.X) * burst;
        return new PredictedArm(arm.name(), limit.kind(), limit.words() + ratio(arm), perSecond, figures, "");
    }

    private static PredictedArm without(BenchmarkArm arm, LimitKind limit, String why) {
        List<FigureRatio> figures = arm.published().entrySet().stream()
                .map(it -> FigureRatio.unpredicted(it.getKey(), it.getValue()))
                .toList();
        return new PredictedArm(arm.name(), limit, "", Double.NaN, figures, why);
    }

    private static String ratio(BenchmarkArm arm) {
        boolean asked =
                arm.published().containsKey(PublishedFigure.RATIO) && arm.threads() != null && arm.users() != null;
        return asked
                ? ArmLimit.text(
                        "; %,d users ÷ %,d threads = %s times",
                        arm.users(), arm.threads(), ArmLimit.number((double) arm.users() / arm.threads()))
                : "";
    }

    private static Double ratio(PublishedFigure figure, double published, Double predicted) {
        if (predicted == null || predicted == 0 || published == 0) return null;
        return figure == PublishedFigure.T ? predicted / published : published / predicted;
    }

    private static Map<PublishedFigure, Double> simulated(
            BenchmarkArm arm, LoadTool tool, Set<FoundRule> rules, Budget budget) {
        boolean later = rules.contains(FoundRule.A_MOMENT_LATER);
        var model = new ArmModel(arm, tool, rules);
        Trace counted = model.simulate(later, budget);
        int requests = arm.further().requestsALoop();
        int parts = tool == LoadTool.JMH ? 1 : model.parts();
        Map<PublishedFigure, Double> figures = tool.figures(counted, model.plannedMillis(), later);
        figures.computeIfPresent(PublishedFigure.X, (x, perSecond) -> parts * requests * perSecond);
        figures.computeIfPresent(PublishedFigure.N, (n, counts) -> (double) model.parts() * requests * counts);
        figures.computeIfPresent(PublishedFigure.FAILED, (f, failures) -> model.parts() * failures);
        if (requests > 1 || model.runsOutOfUsers())
            figures.keySet().removeIf(figure -> figure.kind() == FigureKind.RESPONSE_TIME);
        boolean answers = figures.getOrDefault(PublishedFigure.X, 0.0) > 0;
        if (answers && arm.published().containsKey(PublishedFigure.RATIO) && arm.threads() != null)
            figures.put(
                    PublishedFigure.RATIO,
                    simulated(arm.unlimited(), tool, rules, budget).get(PublishedFigure.X)
                            / figures.get(PublishedFigure.X));
        return figures;
    }

    /** The figures of a kind that have a prediction. */
    List<FigureRatio> ofKind(FigureKind kind) {
        return figures.stream()
                .filter(it -> it.figure().kind() == kind && it.ratio() != null)
                .toList();
    }

    /** Why published figures are impossible; empty if none is. */
    public List<String> impossible() {
        return figures.stream()
                .map(FigureRatio::impossible)
                .filter(it -> !it.isEmpty())
                .toList();
    }
}
