package asynclab.corpus;

import asynclab.corpus.ArmLimit.LimitKind;
import asynclab.corpus.BenchmarkArm.FurtherFacts;
import asynclab.corpus.LoadTool.RunEnd;
import asynclab.corpus.LoadTool.RunStart;
import asynclab.corpus.PredictedArm.FigureRatio;
import asynclab.corpus.PublishedFigure.FigureKind;
import asynclab.model.Budget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the model says of several benchmarks, and how near it comes. Immutable.
 *
 * @param shares of all throughput figures, of those without one source, of all response times, then of throughput by what limits
 * @param rules what each found rule does to the shares of throughput
 */
public record CorpusAnswer(List<BenchmarkAnswer> benchmarks, List<Nearness> shares, List<RuleEffect> rules) {

    /** Beyond this share of the prediction a published figure is unexplained. */
    public static final double EXPLAINED_WITHIN = 0.1;

    /** The arms are in the order of those of the source. */
    public record BenchmarkAnswer(Benchmark source, List<PredictedArm> arms) {

        /** The figures of a kind that have a prediction. */
        public List<FigureRatio> figures(FigureKind kind) {
            return arms.stream().flatMap(arm -> arm.ofKind(kind).stream()).toList();
        }

        /** How many of its throughput figures are near the predicted ones. */
        public Nearness throughput() {
            return Nearness.of("throughput", figures(FigureKind.THROUGHPUT));
        }
    }

    /**
     * How many published figures are near the predicted ones.
     *
     * @param lower how many of the figures that deviate by more than 10 % are below the prediction; of throughput a slower server
     * @param higher how many of them are above it
     */
    public record Nearness(String of, int figures, int within5, int within10, int within25, int lower, int higher) {

        static Nearness of(String of, Collection<FigureRatio> figures) {
            return new Nearness(
                    of,
                    figures.size(),
                    count(figures, it -> it.isWithin(0.05)),
                    count(figures, it -> it.isWithin(EXPLAINED_WITHIN)),
                    count(figures, it -> it.isWithin(0.25)),
                    count(figures, it -> !it.isWithin(EXPLAINED_WITHIN) && it.ratio() < 1),
                    count(figures, it -> !it.isWithin(EXPLAINED_WITHIN) && it.ratio() > 1));
        }

        private static int count(Collection<FigureRatio> figures, Predicate<FigureRatio> condition) {
            return (int) figures.stream().filter(condition).count();
        }
    }

    /** The shares of throughput without one rule; without all of them if {@code rule} is null. */
    public record RuleEffect(FoundRule rule, Nearness without) {}

    /**
     * Predicts every arm of the benchmarks.
     *
     * @param budgets a budget for each arm
     * @throws Budget.Exceeded if an arm exceeds its budget
     */
    public static CorpusAnswer of(List<Benchmark> sources, Supplier<Budget> budgets) {
        List<BenchmarkAnswer> all = predicted(sources, List.of(), EnumSet.allOf(FoundRule.class), budgets);
        var effects = new ArrayList<RuleEffect>();
        for (FoundRule rule : FoundRule.values()) {
            var rest = EnumSet.complementOf(EnumSet.of(rule));
            effects.add(new RuleEffect(rule, throughput(predicted(sources, all, rest, budgets))));
        }
        effects.add(
                new RuleEffect(null, throughput(predicted(sources, all, EnumSet.noneOf(FoundRule.class), budgets))));
        return new CorpusAnswer(all, shares(all), effects);
    }

    /** One benchmark alone. @throws Budget.Exceeded if an arm exceeds its budget */
    public static BenchmarkAnswer of(Benchmark source, Supplier<Budget> budgets) {
        return predicted(List.of(source), List.of(), EnumSet.allOf(FoundRule.class), budgets)
                .get(0);
    }

    /** @param before the predictions by all rules, which hold for the arms that no missing rule affects; empty for none */
    private static List<BenchmarkAnswer> predicted(
            List<Benchmark> sources, List<BenchmarkAnswer> before, Set<FoundRule> rules, Supplier<Budget> budgets) {
        var answers = new ArrayList<BenchmarkAnswer>();
        for (Benchmark source : sources) {
            LoadTool tool = source.loadTool();
            var arms = new ArrayList<PredictedArm>();
            for (BenchmarkArm arm : source.arms())
                arms.add(
                        before.isEmpty() || isAffected(arm, tool, rules)
                                ? PredictedArm.of(arm, tool, rules, budgets.get())
                                : before.get(answers.size()).arms.get(arms.size()));
            answers.add(new BenchmarkAnswer(source, arms));
        }
        return answers;
    }

    /** Whether the prediction of an arm may differ without the rules that are missing. */
    private static boolean isAffected(BenchmarkArm arm, LoadTool tool, Set<FoundRule> rules) {
        return Stream.of(FoundRule.values())
                .filter(rule -> !rules.contains(rule))
                .anyMatch(rule -> switch (rule) {
                    case AB_FIRST_ALONE -> tool.start() == RunStart.FIRST_ALONE;
                    case A_MOMENT_LATER -> tool == LoadTool.GATLING
                            || tool.end() == RunEnd.CUTS && arm.length().plannedSeconds() > 0;
                    case FURTHER_FACTS -> arm.further() != FurtherFacts.NONE;
                });
    }

    private static List<Nearness> shares(List<BenchmarkAnswer> answers) {
        var shares = new ArrayList<Nearness>();
        shares.add(throughput(answers));
        if (answers.size() > 1) shares.add(withoutWorst(answers));
        shares.add(Nearness.of("response times", figures(answers, FigureKind.RESPONSE_TIME)));
        Map<LimitKind, List<FigureRatio>> byLimit = new EnumMap<>(LimitKind.class);
        for (BenchmarkAnswer answer : answers)
            for (PredictedArm arm : answer.arms)
                byLimit.computeIfAbsent(arm.limit(), limit -> new ArrayList<>())
                        .addAll(arm.ofKind(FigureKind.THROUGHPUT));
        byLimit.forEach((limit, figures) -> {
            if (!figures.isEmpty()) shares.add(Nearness.of("throughput, limited by " + limit.label(), figures));
        });
        return shares;
    }

    /** The shares without the source that has most unexplained figures: one source may have many. */
    private static Nearness withoutWorst(List<BenchmarkAnswer> answers) {
        BenchmarkAnswer worst = Collections.max(
                answers, Comparator.comparingLong(answer -> answer.figures(FigureKind.THROUGHPUT).stream()
                        .filter(figure -> !figure.isWithin(EXPLAINED_WITHIN))
                        .count()));
        List<BenchmarkAnswer> others =
                answers.stream().filter(answer -> answer != worst).toList();
        return Nearness.of("throughput, without " + worst.source.id(), figures(others, FigureKind.THROUGHPUT));
    }

    private static Nearness throughput(List<BenchmarkAnswer> answers) {
        return Nearness.of("throughput", figures(answers, FigureKind.THROUGHPUT));
    }

    private static List<FigureRatio> figures(List<BenchmarkAnswer> answers, FigureKind kind) {
        return answers.stream().flatMap(answer -> answer.figures(kind).stream()).toList();
    }
}
