package asynclab.frameworks;

import static asynclab.document.Document.paragraph;

import asynclab.document.Document.Block;
import asynclab.document.Document.Picture;
import asynclab.document.PageFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tables of the book's page {@code frameworks.md}, made of the published result. */
public final class FrameworkPage {

    private static final String PAGE = "src/site/markdown/frameworks.md";

    private FrameworkPage() {}

    /** Writes the page's tables again. Does nothing for a project without the page. */
    public static void update(Path project, Path results) throws IOException {
        PageFigures.update(project.resolve(PAGE), figures(results.resolve(FrameworkRun.NAME)));
    }

    /** What the page shows of a published result, or the sentence that there is none. */
    static List<Block> figures(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("summary.json"))) return List.of(FrameworkReport.NOT_MEASURED);
        var report = new FrameworkReport(FrameworkResult.read(folder));
        var blocks = new ArrayList<>(List.of(report.answers()));
        blocks.addAll(report.cost());
        String picture = "../../../results/" + FrameworkRun.NAME + "/" + FrameworkChart.NAME;
        blocks.add(new Picture(picture, FrameworkChart.TITLE));
        blocks.add(paragraph("The posts on their own frameworks:"));
        blocks.addAll(report.posts());
        blocks.add(paragraph("A gateway to a backend that takes 300 ms:"));
        blocks.add(report.gateways());
        return blocks;
    }
}
