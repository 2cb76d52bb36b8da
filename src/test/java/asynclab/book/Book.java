package asynclab.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** README and the pages of the documentation, and every command that they tell a reader to type. */
public final class Book {

    /** What stands before the words of a command of the jar. */
    public static final String JAR = "java -jar target/asynclab.jar ";

    private static final Path PAGES = Path.of("src/site/markdown");
    private static final Pattern FENCE = Pattern.compile("\\s*```(\\w*)");
    private static final Pattern COMMENT = Pattern.compile("\\s+# (?=[^'\"]*$)");
    private static final Pattern YAML_COMMAND = Pattern.compile("\\s*(?:- )?run: (.*)");
    private static final Pattern WITHIN_A_SENTENCE = Pattern.compile("`((?:mvn|curl|java|jmeter|cp) [^`…]*)`");

    private Book() {}

    /**
     * A line to be typed.
     *
     * @param place the page and the number of the line
     * @param comment what stands behind its #; empty for nothing
     */
    public record TypedCommand(String place, String text, String comment) {

        /** The words a shell makes of it; {@code |} is one, and what else a shell would not take as it stands is refused. */
        public List<String> words() {
            var words = new ArrayList<String>();
            var word = new StringBuilder();
            char quote = 0;
            for (char c : (text + " ").toCharArray()) {
                if (quote == 0 && (c == '\'' || c == '"')) quote = c;
                else if (c == quote) quote = 0;
                else if (quote == 0 && c == ' ') {
                    if (word.length() > 0) words.add(word.toString());
                    word.setLength(0);
                } else if (quote == 0 && "&;<>?*()#".indexOf(c) >= 0)
                    throw new IllegalArgumentException("a shell does not take this " + c + " as it stands: " + this);
                else word.append(c);
            }
            if (quote != 0) throw new IllegalArgumentException("a quotation without end: " + this);
            return words;
        }

        /** Whether it sends requests to the server that the reader has started. */
        public boolean isCurl() {
            return text.startsWith("curl ") || text.startsWith("head ");
        }

        @Override
        public String toString() {
            return place + ": " + text;
        }
    }

    /** README, the pages, and what explains the plans and the results. */
    public static List<Path> pages() {
        try (Stream<Path> files = Files.list(PAGES)) {
            return Stream.concat(
                            Stream.of("README.md", "jmeter/README.md", "results/README.md")
                                    .map(Path::of),
                            files.filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A block of {@code text}, which quotes what a command prints. Empty lines are left out.
     *
     * @param command the command of {@code asynclab.jar} that stands alone in the block of commands before it; null if it is another
     */
    public record Quoted(TypedCommand command, List<String> lines) {}

    /** The quotations of a page, in their order. */
    public static List<Quoted> quoted(Path page) {
        var quoted = new ArrayList<Quoted>();
        var typed = new ArrayList<TypedCommand>();
        String block = null;
        int number = 0;
        for (String line : lines(page)) {
            number++;
            var fence = FENCE.matcher(line);
            if (fence.matches()) {
                block = block == null ? fence.group(1) : null;
                if ("text".equals(block)) {
                    boolean ofJar = typed.size() == 1 && typed.get(0).text().startsWith(JAR);
                    quoted.add(new Quoted(ofJar ? typed.get(0) : null, new ArrayList<>()));
                }
                if (block != null) typed.clear();
            } else if ("text".equals(block) && !line.isBlank())
                quoted.get(quoted.size() - 1).lines.add(line);
            else if ("".equals(block) && !line.isBlank()) typed.add(command(page + " line " + number, line.strip()));
        }
        return quoted;
    }

    /** The quotations that are not of {@code asynclab.jar}: {@code PrintedTest} runs those. */
    public static List<List<String>> outputs(Path page) {
        return quoted(page).stream()
                .filter(quotation -> quotation.command == null)
                .map(Quoted::lines)
                .toList();
    }

    /** A page of the documentation by its name. */
    public static Path page(String name) {
        return PAGES.resolve(name);
    }

    /** A line with 0 in place of each number: two lines that the same code prints are then equal. */
    public static String shape(String line) {
        return line.replaceAll("\\d+", "0");
    }

    /**
     * The commands within sentences, and every line of the code blocks without a language. Of a block of {@code yaml} it takes what such a
     * file would run.
     */
    public static List<TypedCommand> commands() {
        var commands = new ArrayList<TypedCommand>();
        for (Path page : pages()) {
            String block = null;
            int number = 0;
            for (String line : lines(page)) {
                String place = page + " line " + ++number;
                var fence = FENCE.matcher(line);
                var yaml = YAML_COMMAND.matcher(line);
                if (fence.matches()) block = block == null ? fence.group(1) : null;
                else if (block == null)
                    WITHIN_A_SENTENCE
                            .matcher(line)
                            .results()
                            .forEach(found -> commands.add(new TypedCommand(place, found.group(1), "")));
                else if (block.equals("yaml") && yaml.matches()) commands.add(command(place, yaml.group(1)));
                else if (block.isEmpty() && !line.isBlank()) commands.add(command(place, line.strip()));
            }
        }
        return commands;
    }

    private static TypedCommand command(String place, String line) {
        String[] parts = COMMENT.split(line, 2);
        return new TypedCommand(place, parts[0], parts.length == 1 ? "" : parts[1]);
    }
}
