package asynclab.book;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and the book are read easily: short sentences, and tables of figures, names and phrases. */
class ProseTest {

    private static final int MOST_WORDS = 30;
    private static final int MOST_IN_A_CELL = 90; // a list of all commands has 88
    private static final Pattern LINK = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern MARK = Pattern.compile("<!--.*?-->|<[^>]+>");
    private static final Pattern ITEM = Pattern.compile("^\\s*([-*>]|\\d+\\.)\\s+");
    private static final Pattern SENTENCES_END = Pattern.compile("(?<=[.!?])[\"*_)]*\\s+");

    private static List<Path> pages() {
        return Book.pages();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void no_sentence_and_no_cell_is_long(Path page) {
        assertEquals(List.of(), complaints(Book.lines(page)), page::toString);
    }

    @Test
    void what_is_long_is_found() {
        String words = "word ".repeat(MOST_WORDS);
        List<String> page = List.of(
                words + "[word](to)", // one too many, with the next line
                "more. " + words.trim() + ".",
                "```",
                words + words,
                "```",
                "- " + words.trim(),
                "- " + words + "`" + words + "`",
                "| " + "x".repeat(MOST_IN_A_CELL) + " | " + "y".repeat(MOST_IN_A_CELL + 1) + " |");
        assertEquals(
                List.of("32 words", "31 words", "a cell of 91"),
                complaints(page).stream()
                        .map(complaint -> complaint.substring(0, complaint.indexOf(':')))
                        .toList());
    }

    private static List<String> complaints(List<String> lines) {
        var complaints = new ArrayList<String>();
        var paragraph = new StringBuilder();
        boolean fenced = false;
        for (String line : Stream.concat(lines.stream(), Stream.of("")).toList()) {
            boolean fence = line.strip().startsWith("```");
            boolean table = line.startsWith("|");
            boolean ends = fence || fenced || table || line.isBlank() || line.startsWith("#");
            if (ends || ITEM.matcher(line).lookingAt()) {
                sentences(paragraph.toString(), complaints);
                paragraph.setLength(0);
            }
            if (table && !fenced) cells(line, complaints);
            if (!ends) paragraph.append(ITEM.matcher(line).replaceFirst("")).append(' ');
            if (fence) fenced = !fenced;
        }
        return complaints;
    }

    private static void sentences(String paragraph, List<String> complaints) {
        for (String sentence : SENTENCES_END.split(visible(paragraph).replaceAll("`[^`]*`", "code"))) {
            long words = Stream.of(sentence.split("\\s+"))
                    .filter(word -> word.matches(".*\\w.*"))
                    .count();
            if (words > MOST_WORDS) complaints.add(words + " words: " + sentence);
        }
    }

    private static void cells(String row, List<String> complaints) {
        for (String cell : row.split("(?<!\\\\)\\|")) {
            String text = visible(cell).strip();
            if (text.length() > MOST_IN_A_CELL) complaints.add("a cell of " + text.length() + ": " + text);
        }
    }

    private static String visible(String markdown) {
        return MARK.matcher(LINK.matcher(markdown).replaceAll("$1")).replaceAll("");
    }
}
