package asynclab.document;

import asynclab.document.Document.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The part of a page of the book that is made of a published result. It is between two comments. */
public final class PageFigures {

    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- end of figures -->";

    private PageFigures() {}

    /** Writes the part again. Does nothing for a project without the page. */
    public static void update(Path page, List<Block> figures) throws IOException {
        if (Files.exists(page)) Files.writeString(page, in(Files.readString(page), figures));
    }

    /** The page with these figures. */
    public static String in(String page, List<Block> figures) {
        int from = page.indexOf(BEGIN) + BEGIN.length();
        return page.substring(0, from)
                + figures.stream().map(Markdown::of).collect(Collectors.joining("\n"))
                + page.substring(page.indexOf(END));
    }
}
