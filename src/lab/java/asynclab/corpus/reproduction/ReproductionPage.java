package asynclab.corpus.reproduction;

import static asynclab.document.Document.paragraph;

import asynclab.document.Document.Block;
import asynclab.document.PageFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The measured part of the book's page {@code benchmarks.md}, made of the published result. */
public final class ReproductionPage {

    private static final String PAGE = "src/site/markdown/benchmarks.md";

    private ReproductionPage() {}

    /** Writes that part again. Does nothing for a project without the page. */
    public static void update(Path project, Path results) throws IOException {
        PageFigures.update(project.resolve(PAGE), figures(results.resolve(ReproductionRun.NAME)));
    }

    /** What the page shows of a published result, or the sentence that there is none. */
    static List<Block> figures(Path folder) throws IOException {
        return ReproductionResult.isIn(folder)
                ? new ReproductionReport(ReproductionResult.read(folder)).page()
                : List.of(paragraph("Not measured yet."));
    }
}
