package asynclab.frameworks;

import static asynclab.document.Document.paragraph;

import asynclab.document.Document.Picture;
import asynclab.document.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of the book's page {@code frameworks.md}, made of the published result. */
public final class FrameworkPage {

    private static final String PAGE = "src/site/markdown/frameworks.md";
    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- end of figures -->";

    private FrameworkPage() {}

    /** Writes the page's tables again. Does nothing for a project without the page. */
    public static void update(Path project, Path results) throws IOException {
        Path page = project.resolve(PAGE);
        if (Files.exists(page)) Files.writeString(page, in(Files.readString(page), results));
    }

    /** The page with the tables of the published result, or with the sentence that there is none. */
    static String in(String page, Path results) throws IOException {
        int from = page.indexOf(BEGIN) + BEGIN.length();
        return page.substring(0, from)
                + figures(results.resolve(FrameworkRun.NAME))
                + page.substring(page.indexOf(END));
    }

    private static String figures(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("summary.json"))) return Markdown.of(FrameworkReport.NOT_MEASURED);
        var report = new FrameworkReport(FrameworkResult.read(folder));
        var blocks = new ArrayList<>(List.of(report.answers()));
        blocks.addAll(report.cost());
        String picture = "../../../results/" + FrameworkRun.NAME + "/" + FrameworkChart.NAME;
        blocks.add(new Picture(picture, FrameworkChart.TITLE));
        blocks.add(paragraph("The posts on their own frameworks:"));
        blocks.addAll(report.posts());
        blocks.add(paragraph("A gateway to a backend that takes 300 ms:"));
        blocks.add(report.gateways());
        return blocks.stream().map(Markdown::of).collect(Collectors.joining("\n"));
    }
}
