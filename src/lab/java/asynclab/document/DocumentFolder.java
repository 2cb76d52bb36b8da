package asynclab.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** A document as files: in Markdown and as a page, with its pictures. */
public final class DocumentFolder {

    /** The name of the file in Markdown, unless the caller has another one. */
    public static final String REPORT = "report.md";

    private DocumentFolder() {}

    /** Writes {@code report.md}, {@code index.html} and the pictures. */
    public static void write(Document document, Path folder) throws IOException {
        write(document, folder, REPORT);
    }

    /** The same with another name of the file in Markdown. */
    public static void write(Document document, Path folder, String markdown) throws IOException {
        Files.createDirectories(folder);
        for (Plot plot : document.plots()) Files.write(folder.resolve(plot.id() + ".png"), PlotPicture.png(plot));
        for (ThreadPlot lanes : document.lanes())
            Files.write(folder.resolve(ThreadPlot.ID + ".png"), ThreadPicture.png(lanes));
        Files.writeString(folder.resolve(markdown), Markdown.of(document));
        Files.writeString(folder.resolve("index.html"), Html.of(document, file -> Base64.getEncoder()
                .encodeToString(Files.readAllBytes(folder.resolve(file)))));
    }
}
