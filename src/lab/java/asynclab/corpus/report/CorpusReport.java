package asynclab.corpus.report;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.link;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.corpus.Benchmark;
import asynclab.corpus.CorpusAnswer;
import asynclab.corpus.CorpusAnswer.BenchmarkAnswer;
import asynclab.corpus.CorpusAnswer.Nearness;
import asynclab.corpus.LoadTool;
import asynclab.corpus.PredictedArm;
import asynclab.corpus.PredictedArm.FigureRatio;
import asynclab.corpus.PublishedFigure.FigureKind;
import asynclab.document.Document;
import asynclab.document.Document.Block;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.Plot;
import asynclab.document.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The document of a corpus: a row for each source, the shares, what is impossible and what is unexplained, and each arm. */
public final class CorpusReport {

    private CorpusReport() {}

    /** The whole document. */
    public static Document of(CorpusAnswer answer, String command) {
        var sections = new ArrayList<Section>();
        sections.add(Section.of("How near", shares(answer), rules(answer)));
        Plot plot = CorpusPlots.of(answer);
        if (!plot.series().isEmpty()) sections.add(Section.of("Published against predicted", new Plots(List.of(plot))));
        sections.add(Section.of(
                "The sources",
                items(List.of(
                        "The figures of a row are those of throughput. A ratio is published ÷ predicted, as a speed.",
                        "The arithmetic is that of the first arm with each limit.")),
                rows(answer)));
        sections.add(Section.of("Impossible", impossible(answer)));
        sections.add(Section.of(
                "Unexplained",
                items(List.of(text(
                        "These throughput figures deviate from the prediction by more than %.0f %%. Nothing in the parameters says why.",
                        100 * CorpusAnswer.EXPLAINED_WITHIN))),
                unexplained(answer)));
        sections.add(Section.of("Load tools as they are", tools(answer)));
        for (BenchmarkAnswer one : answer.benchmarks())
            sections.add(Section.folded(one.source().title(), described(one.source()), arms(one)));
        return new Document(
                "corpus",
                number(answer.benchmarks().size(), "published benchmark") + ", predicted",
                verdict(answer),
                sections,
                List.of(),
                command,
                Map.of());
    }

    /** What a terminal shows. */
    public static List<Section> brief(CorpusAnswer answer) {
        return List.of(
                Section.of("", paragraph(strong(verdict(answer)))),
                Section.of("How near", shares(answer)),
                Section.of("The sources", briefRows(answer)),
                Section.of("Impossible", impossible(answer)));
    }

    /** The headline. */
    public static String verdict(CorpusAnswer answer) {
        Nearness all = answer.shares().get(0);
        if (all.figures() == 0) return "No throughput could be predicted.";
        long sources = answer.benchmarks().stream()
                .filter(one -> !one.figures(FigureKind.THROUGHPUT).isEmpty())
                .count();
        return text(
                "Of %s from %s, %s are within 10 %% of a prediction without a fitted parameter."
                        + " %s are within 5 %%, and %s within 25 %%. Of the %,d that deviate by more than 10 %%, %,d are lower than predicted.",
                number(all.figures(), "published throughput figure"),
                number(sources, "source"),
                percent(all.within10(), all),
                percent(all.within5(), all),
                percent(all.within25(), all),
                all.lower() + all.higher(),
                all.lower());
    }

    private static String number(long number, String of) {
        return text("%,d %s%s", number, of, number == 1 ? "" : "s");
    }

    private static String percent(int part, Nearness of) {
        return of.figures() == 0 ? "–" : text("%.0f %%", 100.0 * part / of.figures());
    }

    private static Table shares(CorpusAnswer answer) {
        return Table.of(
                        answer.shares(),
                        column("figures", Nearness::of),
                        column("number", shares -> text("%,d", shares.figures())),
                        column("within 5 %", shares -> percent(shares.within5(), shares)),
                        column("within 10 %", shares -> percent(shares.within10(), shares)),
                        column("within 25 %", shares -> percent(shares.within25(), shares)),
                        column("lower", shares -> text("%,d", shares.lower())),
                        column("higher", shares -> text("%,d", shares.higher())))
                .note("Lower and higher are the published figures that deviate by more than 10 %.");
    }

    private static Table rules(CorpusAnswer answer) {
        return Table.of(
                        answer.rules(),
                        column(
                                "without this rule",
                                effect -> effect.rule() == null
                                        ? "all of them"
                                        : effect.rule().words()),
                        column("within 5 %", effect -> percent(effect.without().within5(), effect.without())),
                        column("within 10 %", effect -> percent(effect.without().within10(), effect.without())),
                        column("within 25 %", effect -> percent(effect.without().within25(), effect.without())))
                .caption("Rules that were found while reading the sources")
                .note(
                        "One rule holds for all sources. These were found while reading these sources, so the shares of throughput without them are the stricter test.");
    }

    private static Table rows(CorpusAnswer answer) {
        return Table.of(
                answer.benchmarks(),
                column("source", one -> titled(one.source())),
                column("year", one -> one.source().yearInWords()),
                column("limited by", CorpusReport::limits),
                column("published", one -> range(one, false)),
                column("predicted", one -> range(one, true)),
                column("ratio", CorpusReport::ratios),
                column("the author concluded", one -> one.source().conclusion()),
                column("the arithmetic says", CorpusReport::arithmetic));
    }

    private static Table briefRows(CorpusAnswer answer) {
        return Table.of(
                answer.benchmarks(),
                column("source", one -> one.source().title()),
                column("year", one -> one.source().yearInWords()),
                column("limited by", CorpusReport::limits),
                column("ratio", CorpusReport::ratios));
    }

    /** The title, with a link if there is an address. */
    public static Object titled(Benchmark source) {
        return source.link().isEmpty() ? source.title() : link(source.title(), source.link());
    }

    private static String limits(BenchmarkAnswer one) {
        return one.arms().stream().map(arm -> arm.limit().label()).distinct().collect(Collectors.joining(", "));
    }

    /** The lowest and the highest throughput of a source, in the unit of its first. */
    private static String range(BenchmarkAnswer one, boolean predicted) {
        List<FigureRatio> all = one.figures(FigureKind.THROUGHPUT);
        if (all.isEmpty()) return "–";
        List<Double> values = all.stream()
                .filter(figure -> figure.figure() == all.get(0).figure())
                .map(figure -> predicted ? figure.predicted() : (Double) figure.published())
                .sorted()
                .toList();
        String low = Texts.measured(values.get(0));
        String high = Texts.measured(values.get(values.size() - 1));
        return (low.equals(high) ? low : low + " to " + high) + " "
                + all.get(0).figure().label();
    }

    private static String ratios(BenchmarkAnswer one) {
        List<Double> ratios = one.figures(FigureKind.THROUGHPUT).stream()
                .map(FigureRatio::ratio)
                .sorted()
                .toList();
        if (ratios.isEmpty()) return "–";
        String low = text("%.2f", ratios.get(0));
        String high = text("%.2f", ratios.get(ratios.size() - 1));
        return low.equals(high) ? low : low + "\u00a0to\u00a0" + high;
    }

    private static String arithmetic(BenchmarkAnswer one) {
        return one.arms().stream()
                .collect(Collectors.toMap(PredictedArm::limit, PredictedArm::words, (first, second) -> first))
                .values()
                .stream()
                .filter(words -> !words.isEmpty())
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private static Block impossible(CorpusAnswer answer) {
        List<String> all = answer.benchmarks().stream()
                .flatMap(one -> one.arms().stream().flatMap(arm -> arm.impossible().stream()
                        .map(why -> one.source().title() + ", " + arm.name() + ": " + why + ".")))
                .toList();
        return all.isEmpty() ? paragraph("No published figure is above what its parameters allow.") : items(all);
    }

    /** A published figure of an arm. */
    private record CorpusFigure(Benchmark source, PredictedArm arm, FigureRatio figure) {}

    private static Stream<CorpusFigure> figures(BenchmarkAnswer one) {
        return one.arms().stream()
                .flatMap(arm -> arm.figures().stream().map(figure -> new CorpusFigure(one.source(), arm, figure)));
    }

    private static Table unexplained(CorpusAnswer answer) {
        return Table.of(
                answer.benchmarks().stream()
                        .flatMap(CorpusReport::figures)
                        .filter(it -> it.figure().figure().kind() == FigureKind.THROUGHPUT)
                        .filter(it -> it.figure().ratio() != null
                                && it.figure().impossible().isEmpty())
                        .filter(it -> !it.figure().isWithin(CorpusAnswer.EXPLAINED_WITHIN))
                        .toList(),
                column("source", it -> it.source().title()),
                column("arm", it -> it.arm().name()),
                column("limited by", it -> it.arm().limit().label()),
                column("figure", it -> it.figure().figure().label()),
                column("published", it -> it.figure().published()),
                column("predicted", it -> it.figure().predicted()),
                column("ratio", it -> text("%.2f", it.figure().ratio())),
                column("why", it -> "unexplained"));
    }

    private static Table tools(CorpusAnswer answer) {
        Map<LoadTool, Long> sources = answer.benchmarks().stream()
                .collect(Collectors.groupingBy(one -> one.source().loadTool(), Collectors.counting()));
        return Table.of(
                        Stream.of(LoadTool.values())
                                .filter(sources::containsKey)
                                .toList(),
                        column("tool", LoadTool::label),
                        column("sources", tool -> text("%,d", sources.get(tool))),
                        column("starts", tool -> tool.start().words()),
                        column("at the end of a planned duration", tool -> tool.end()
                                .words()),
                        column("from", CorpusReport::evidence))
                .note("Only what changes a prediction is modelled.");
    }

    private static Object evidence(LoadTool tool) {
        return tool.address().isEmpty() ? tool.evidence() : link(tool.evidence(), tool.address());
    }

    private static Block described(Benchmark source) {
        var facts = new ArrayList<Object>();
        facts.add(source.author() + ", " + source.yearInWords() + ". " + source.address());
        facts.add("Server: " + source.server());
        facts.add("Load: " + source.tool() + ". It is predicted as "
                + source.loadTool().label() + ".");
        if (!source.assumed().isEmpty()) facts.add("Assumed: " + source.assumed());
        if (!source.note().isEmpty()) facts.add("Note: " + source.note());
        if (!source.ignored().isEmpty()) facts.add("Fields that are not read: " + String.join(", ", source.ignored()));
        return items(facts);
    }

    private static Table arms(BenchmarkAnswer one) {
        return Table.of(
                figures(one).toList(),
                column("arm", it -> it.arm().name()),
                column("limited by", it -> it.arm().limit().label()),
                column("arithmetic", it -> it.arm().unpredicted() + it.arm().words()),
                column("figure", it -> it.figure().figure().label()),
                column("published", it -> it.figure().published()),
                column("predicted", it -> Objects.requireNonNullElse(it.figure().predicted(), Double.NaN)),
                column(
                        "ratio",
                        it -> it.figure().ratio() == null
                                ? "–"
                                : text("%.2f", it.figure().ratio())));
    }
}
