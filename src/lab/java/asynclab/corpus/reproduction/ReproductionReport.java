package asynclab.corpus.reproduction;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.corpus.Benchmark;
import asynclab.corpus.PublishedFigure.FigureKind;
import asynclab.corpus.report.CorpusReport;
import asynclab.corpus.report.CorpusSources;
import asynclab.corpus.reproduction.ReproductionResult.MeasuredFigure;
import asynclab.document.Document;
import asynclab.document.Document.Block;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The document of a {@link ReproductionResult}: published, predicted, measured. A dash: not measured, or no prediction. */
final class ReproductionReport {

    private static final String TITLE = "Ten published benchmarks, measured here";

    private final ReproductionResult result;
    private final Map<String, Benchmark> sources;

    ReproductionReport(ReproductionResult result) {
        this.result = result;
        sources = CorpusSources.builtIn().stream().collect(Collectors.toMap(Benchmark::id, source -> source));
    }

    Document document() {
        var sections = new ArrayList<Section>();
        sections.add(Section.of("The sources", chosen()));
        sections.add(
                Section.of(
                        "Throughput",
                        figures(FigureKind.THROUGHPUT),
                        paragraph(
                                "Here is the source at the scale of the column before. Times ÷ 5 divides every time, and numbers ÷ 4 divides"
                                        + " users, threads, requests and rates. The ratio is measured ÷ predicted here, as a speed.")));
        sections.add(Section.of("Further than 3 %", deviating()));
        sections.add(Section.folded("Response times", figures(FigureKind.RESPONSE_TIME)));
        sections.add(Section.folded("Failed requests", figures(FigureKind.FAILURES)));
        var environment = new LinkedHashMap<String, Object>();
        result.commits().forEach((source, commit) -> environment.put(source + " measured at commit", commit));
        environment.putAll(result.environment());
        return new Document(
                ReproductionRun.NAME,
                TITLE,
                (result.speed() == 1 ? "" : text("A try at speed %d. ", result.speed())) + result.verdict(),
                sections,
                List.of(),
                result.command(),
                environment);
    }

    /** The headline. */
    static String verdict(ReproductionResult result) {
        List<MeasuredFigure> all = result.figures(FigureKind.THROUGHPUT);
        List<MeasuredFigure> measured =
                all.stream().filter(MeasuredFigure::isMeasured).toList();
        if (measured.isEmpty()) return "Not measured yet.";
        long near = measured.stream().filter(MeasuredFigure::isNear).count();
        long sources =
                measured.stream().map(one -> one.arm().source()).distinct().count();
        long missing = result.plan().stream()
                .filter(arm -> !result.measured().containsKey(arm.cell()))
                .count();
        return text(
                "Of %d throughput figures of %d sources, %d are measured within %.0f %% of their prediction.%s",
                measured.size(),
                sources,
                near,
                100 * ReproductionResult.NEAR,
                missing == 0
                        ? ""
                        : text(
                                " %d of %d arms are not measured.",
                                missing, result.plan().size()));
    }

    private Table chosen() {
        return Table.of(
                ReproducedSource.ALL.stream()
                        .filter(one -> result.plan().stream()
                                .anyMatch(arm -> arm.source().equals(one.id())))
                        .toList(),
                column("source", one -> CorpusReport.titled(sources.get(one.id()))),
                column("chosen for", ReproducedSource::teaches),
                column("the author's server", one -> sources.get(one.id()).server()),
                column("the author concluded", one -> sources.get(one.id()).conclusion()));
    }

    private Table figures(FigureKind kind) {
        return Table.of(
                result.figures(kind),
                column("source", one -> one.arm().source()),
                column("arm", one -> one.arm().arm()),
                column("on our servers", one -> one.arm().setUp()),
                column("figure", one -> one.figure().label()),
                column("published", one -> one.planned().published()),
                column("predicted", one -> one.planned().predicted()),
                column("scale", one -> one.arm().scale().words()),
                column("predicted here", one -> one.planned().predictedHere()),
                column("measured here", MeasuredFigure::measured),
                column("ratio", ReproductionReport::ratio));
    }

    private static Object ratio(MeasuredFigure figure) {
        if (!figure.isMeasured()) return "–";
        String ratio = text("%.3f", figure.ratio());
        return figure.figure().kind() == FigureKind.THROUGHPUT && !figure.isNear() ? strong(ratio) : ratio;
    }

    private Block deviating() {
        List<MeasuredFigure> far = result.figures(FigureKind.THROUGHPUT).stream()
                .filter(one -> one.isMeasured() && !one.isNear())
                .toList();
        if (far.isEmpty()) return paragraph("None of those that are measured.");
        return items(far.stream()
                .map(one -> text(
                        "%s, %s: %.3f. %s",
                        one.arm().source(),
                        one.arm().arm(),
                        one.ratio(),
                        note(one.arm().source())))
                .toList());
    }

    private static String note(String id) {
        return ReproducedSource.ALL.stream()
                .filter(one -> one.id().equals(id) && !one.note().isEmpty())
                .map(ReproducedSource::note)
                .findFirst()
                .orElse("It is unexplained.");
    }

    /** A row of the page: a source, and the range of its ratios. */
    private record SourceRow(ReproducedSource source, List<MeasuredFigure> figures) {

        String near() {
            return text(
                    "%d of %d", figures.stream().filter(MeasuredFigure::isNear).count(), figures.size());
        }

        String range() {
            List<Double> ratios =
                    figures.stream().map(MeasuredFigure::ratio).sorted().toList();
            return text("%.3f to %.3f", ratios.get(0), ratios.get(ratios.size() - 1));
        }
    }

    /** What the book's page shows. */
    List<Block> page() {
        List<SourceRow> rows = ReproducedSource.ALL.stream()
                .map(source -> new SourceRow(
                        source,
                        result.figures(FigureKind.THROUGHPUT).stream()
                                .filter(one -> one.arm().source().equals(source.id()) && one.isMeasured())
                                .toList()))
                .filter(row -> !row.figures.isEmpty())
                .toList();
        return List.of(
                paragraph(result.verdict()),
                Table.of(
                        rows,
                        column("source", row -> CorpusReport.titled(sources.get(row.source.id()))),
                        column("chosen for", row -> row.source.teaches()),
                        column("within 3 %", SourceRow::near),
                        column("measured ÷ predicted", SourceRow::range)));
    }
}
