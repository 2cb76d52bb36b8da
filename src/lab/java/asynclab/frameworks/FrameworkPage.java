package asynclab.frameworks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The tables of the book's page {@code frameworks.md}, made of the published result. */
public final class FrameworkPage {

    private static final String PAGE = "src/site/markdown/frameworks.md";
    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- end of figures -->";

    private FrameworkPage() {}

    /** Writes the page's tables anew. Does nothing for a project without the page. */
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
        if (!Files.exists(folder.resolve("summary.json"))) return FrameworkReport.NOT_MEASURED;
        var report = new FrameworkReport(FrameworkResult.read(folder));
        String picture = "../../../results/" + FrameworkRun.NAME + "/" + FrameworkChart.NAME;
        return report.answers()
                + report.cost()
                + "\n![CPU time of a request, framework ÷ our servlet](" + picture + ")\n\n"
                + "The posts on their own frameworks:\n\n" + report.posts()
                + "\nA gateway to a backend that takes 300 ms:\n\n" + report.gateways();
    }
}
