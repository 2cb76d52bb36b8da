package asynclab.book;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A reader of README and the book reaches every page, and every link leads to a file of ours and to its heading. */
class LinksTest {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    @Test
    void every_link_to_something_of_ours_leads_there() throws Exception {
        for (Path page : Book.pages())
            for (String line : Book.lines(page))
                for (MatchResult link : LINK.matcher(line).results().toList()) {
                    String target = link.group(1);
                    if (target.matches("https?://.*")) continue;
                    String[] parts = target.split("#", 2);
                    Path file = parts[0].isEmpty()
                            ? page
                            : page.resolveSibling(parts[0]).normalize();
                    assertTrue(Files.exists(file), () -> target + " in " + page);
                    if (parts.length == 2) assertTrue(anchors(file).contains(parts[1]), () -> target + " in " + page);
                }
    }

    /** As GitHub makes them of headings. */
    private static TreeSet<String> anchors(Path page) {
        var anchors = new TreeSet<String>();
        for (String line : Book.lines(page))
            if (line.startsWith("#"))
                anchors.add(line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w -]", "")
                        .replace(' ', '-'));
        return anchors;
    }

    @Test
    void readme_is_short_and_the_contents_have_every_page() throws Exception {
        assertTrue(Book.lines(Path.of("README.md")).size() <= 150);
        Path contents = Path.of("src/site/markdown/index.md");
        for (Path page : Book.pages())
            if (page.startsWith(contents.getParent()) && !page.equals(contents)) {
                assertTrue(Files.readString(contents).contains("(" + page.getFileName() + ")"), page::toString);
                assertTrue(Files.readString(Path.of("README.md")).contains("(" + page + ")"), page::toString);
            }
    }
}
