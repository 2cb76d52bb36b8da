package asynclab.cli;

import asynclab.options.LabException;
import asynclab.options.Options;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reads a command line by the declarations of {@link Lab} and of the options of its commands. An error is a sentence. */
final class CommandReader {

    /** Which of the {@link Options} a command takes. A command that is not named here takes all of them. */
    private static final Map<String, String> SHARED = Map.of(
            "benchmark", "speed repeats server jdk run publish",
            "target", "repeats run publish assert",
            "log", "server jdk run assert host seed port",
            "soak", "arms server jdk run publish seed",
            "containers", "arms run publish seed",
            "frameworks", "speed arms repeats jdk run publish seed",
            "compare", "arms");

    /** The number of letters in which two words differ. */
    private static final LevenshteinDistance LETTERS = LevenshteinDistance.getDefaultInstance();

    private final CommandLine lab;
    private final boolean byMaven;

    /** @param byMaven whether the user types {@code -DlogFormat}, not {@code --log-format} */
    CommandReader(PrintStream out, boolean byMaven) {
        this.byMaven = byMaven;
        lab = new CommandLine(new Lab(out)).setExpandAtFiles(false).setOut(new PrintWriter(out, true));
        for (CommandSpec command : commands())
            for (OptionSpec option : List.copyOf(command.options()))
                if (option.userObject() instanceof Field field
                        && field.getDeclaringClass() == Options.class
                        && !option.hidden()
                        && SHARED.containsKey(command.name())
                        && !List.of(SHARED.get(command.name()).split(" "))
                                .contains(option.longestName().substring(2))) command.remove(option);
    }

    private List<CommandSpec> commands() {
        return lab.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .toList();
    }

    /**
     * Runs the command, or prints its help.
     *
     * @return the folder of the result; null if there is none
     * @throws LabException if a word is wrong, or if the command cannot go on
     */
    Path execute(String... words) {
        ParseResult read = read(words);
        if (CommandLine.executeHelpRequest(read) != null) return null;
        try {
            new CommandLine.RunLast().execute(read);
            return read.subcommand().commandSpec().commandLine().getExecutionResult();
        } catch (CommandLine.ExecutionException e) {
            if (e.getCause() instanceof LabException sentence) throw sentence;
            if (e.getCause() instanceof IOException)
                throw new LabException(
                        "A file cannot be read or written: " + e.getCause().getMessage(), e.getCause());
            throw e;
        }
    }

    /** The options that the command would get. */
    Options options(String... words) {
        return options(read(words).subcommand().commandSpec()).orElseThrow();
    }

    private ParseResult read(String... words) {
        try {
            ParseResult read = lab.parseArgs(words.length == 0 ? new String[] {"--help"} : words);
            if (!read.hasSubcommand() || read.subcommand().isUsageHelpRequested()) return read;
            for (OptionSpec option : read.subcommand().matchedOptions())
                if (!isAllowed(option)) throw wrong(option, String.join(",", option.originalStringValues()));
            options(read.subcommand().commandSpec()).ifPresent(Options::check);
            return read;
        } catch (UnmatchedArgumentException e) {
            boolean noCommand = e.getCommandLine() == lab;
            throw new LabException(e.getUnmatched().stream()
                    .limit(noCommand ? 1 : Long.MAX_VALUE)
                    .map(word -> unknown(e.getCommandLine().getCommandSpec(), word.split("=", 2)[0]))
                    .collect(Collectors.joining(" ")));
        } catch (ParameterException e) {
            throw e.getArgSpec() == null ? new LabException(e.getMessage() + ".") : wrong(e.getArgSpec(), e.getValue());
        }
    }

    private static Optional<Options> options(CommandSpec command) {
        return command.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(Options.class::isInstance)
                .map(Options.class::cast)
                .findFirst();
    }

    /** Whether a value is within the limits that the option's label states: {@code min..max} or {@code one|other}. */
    private static boolean isAllowed(OptionSpec option) {
        String label = option.paramLabel();
        Object given = option.getValue();
        Collection<?> values = given instanceof Collection<?> several ? several : List.of(given);
        if (label.contains("|"))
            return values.stream().allMatch(value -> List.of(label.split("\\|")).contains("" + value));
        if (!label.contains("..")) return true;
        String[] range = label.split("\\.\\.");
        return values.stream()
                .mapToDouble(value -> ((Number) value).doubleValue())
                .allMatch(value -> value >= Double.parseDouble(range[0]) && value <= Double.parseDouble(range[1]));
    }

    private LabException wrong(ArgSpec option, String value) {
        String form = option.type() == boolean.class
                ? "true or false"
                : option.paramLabel().replace("|", " or ");
        if (form.contains("..")) {
            String number = option.typeInfo().isCollection()
                    ? "numbers from %s, separated by commas"
                    : option.type() == double.class ? "a number from %s" : "a whole number from %s";
            form = String.format(number, form.replace("..", " to "));
        }
        String name = option instanceof OptionSpec named ? typed(named.longestName()) : option.paramLabel();
        return new LabException(name + " must be " + form + ", but was \"" + value + "\".");
    }

    /** A sentence about a word that the command does not take. */
    private String unknown(CommandSpec command, String word) {
        List<String> others = commands().stream()
                .filter(other -> other.findOption(word) != null)
                .map(CommandSpec::name)
                .toList();
        if (!others.isEmpty())
            return typed(word) + " is no option of " + command.name() + ", only of " + String.join(", ", others) + ".";
        if (word.startsWith("--"))
            return "There is no option " + typed(word) + ". The nearest is " + typed(nearest(word, optionNames()))
                    + ".";
        return command.parent() != null
                ? "The command " + command.name() + " does not take \"" + word + "\"."
                : "There is no command \"" + word + "\". The nearest is \""
                        + nearest(word, lab.getSubcommands().keySet()) + "\".";
    }

    private String typed(String option) {
        return byMaven ? "-D" + Options.mavenName(option) : option;
    }

    /** What a user may type, as {@code --name}. */
    List<String> optionNames() {
        Stream<String> subjects = byMaven ? MavenCommand.SUBJECTS.stream().map(name -> "--" + name) : Stream.empty();
        Stream<OptionSpec> options = commands().stream().flatMap(command -> command.options().stream());
        return Stream.concat(subjects, options.map(OptionSpec::longestName)).toList();
    }

    /** The commands that take only options. */
    List<String> withoutSubject() {
        return commands().stream()
                .filter(command -> options(command).isPresent())
                .filter(command -> command.positionalParameters().stream()
                        .allMatch(subject -> !subject.required() && subject.defaultValue() == null))
                .map(CommandSpec::name)
                .toList();
    }

    private static String nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(other -> LETTERS.apply(word, other)))
                .orElseThrow();
    }

    /** Whether a word differs from a known word in few letters. */
    static boolean isSlip(String word, Collection<String> known) {
        return LETTERS.apply(word, nearest(word, known)) <= 1 + word.length() / 8;
    }

    /** Every option for a user, as a table in Markdown. A row says which commands take the option. */
    String table() {
        var commandsOfRows = new LinkedHashMap<String, String>();
        commands().stream()
                .sorted(Comparator.comparing(command -> !command.name().equals("experiment"))) // it has most options
                .forEach(command -> rows(command)
                        .forEach(row -> commandsOfRows.merge(row, command.name(), (some, one) -> some + ", " + one)));
        var table = new StringBuilder("| option | default | commands | meaning |\n|---|---|---|---|\n");
        commandsOfRows.forEach((row, commands) -> table.append(String.format(row, commands)));
        return table.append("| `-Dhelp=` | | | prints this table, runs nothing |\n")
                .toString();
    }

    private static List<String> rows(CommandSpec command) {
        var rows = new ArrayList<String>();
        if (options(command).isEmpty()) return rows;
        if (command.positionalParameters().isEmpty())
            rows.add(row(
                    "experiment=" + command.name(), "", command.usageMessage().description()));
        for (PositionalParamSpec subject : command.positionalParameters())
            rows.add(row(MavenCommand.subjectOf(command) + "=", subject.defaultValue(), subject.description()));
        for (OptionSpec option : command.options())
            if (!option.hidden() && !option.usageHelp())
                rows.add(row(
                        Options.mavenName(option.longestName()) + "=", option.initialValue(), option.description()));
        return rows;
    }

    private static String row(String option, Object absent, String[] meaning) {
        String shown = absent == null ? "" : absent.toString().replaceAll("[\\[\\]]|\\.0]?$", "");
        String cell = shown.isEmpty() ? "" : shown.matches("\\d*") ? shown + " " : "`" + shown + "` ";
        return "| `-D" + option + "` | " + cell + "| %s | " + meaning[0] + " |\n";
    }
}
