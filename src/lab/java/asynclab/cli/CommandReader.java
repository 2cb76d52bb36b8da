package asynclab.cli;

import asynclab.options.LabException;
import asynclab.options.Options;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reads a command line by the declarations of the commands and of their options. Each error is a sentence for the user. */
final class CommandReader {

    /** The number of letters in which two words differ. */
    private static final LevenshteinDistance LETTERS = LevenshteinDistance.getDefaultInstance();

    private final CommandLine all;
    private final List<String> subjects;

    /**
     * @param all the commands
     * @param shared which of the {@link Options} a command takes. A command that is not named here takes all of them
     * @param subjects names that a user of Maven types as an option, although the commands take their values without a name; empty on a
     *     command line
     */
    CommandReader(CommandLine all, Map<String, String> shared, List<String> subjects) {
        this.all = all.setExpandAtFiles(false);
        this.subjects = subjects;
        for (CommandSpec command : commands())
            for (OptionSpec option : List.copyOf(command.options()))
                if (option.userObject() instanceof Field field
                        && field.getDeclaringClass() == Options.class
                        && !option.hidden()
                        && shared.containsKey(command.name())
                        && !List.of(shared.get(command.name()).split(" "))
                                .contains(option.longestName().substring(2))) command.remove(option);
    }

    List<CommandSpec> commands() {
        return all.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .toList();
    }

    /**
     * Runs the command, or prints its help.
     *
     * @return what the command returns; null if help was asked for
     * @throws LabException if a word is wrong, or if the command cannot go on
     */
    Object execute(String... words) {
        ParseResult read = read(words);
        if (CommandLine.executeHelpRequest(read) != null) return null;
        try {
            new CommandLine.RunLast().execute(read);
            return read.subcommand().commandSpec().commandLine().getExecutionResult();
        } catch (CommandLine.ExecutionException e) {
            if (e.getCause() instanceof LabException sentence) throw sentence;
            if (e.getCause() instanceof IOException)
                throw new LabException(
                        "A file cannot be read or written: " + e.getCause().getMessage() + ".", e.getCause());
            throw e;
        }
    }

    /** Whether the words name a command or ask for help. @throws LabException if they are wrong */
    boolean isCommand(String... words) {
        ParseResult read = read(words);
        return read.hasSubcommand() || read.isUsageHelpRequested();
    }

    /** The options that the command would get. */
    Options options(String... words) {
        return options(read(words).subcommand().commandSpec()).orElseThrow();
    }

    private ParseResult read(String... words) {
        try {
            ParseResult read = all.parseArgs(words.length == 0 ? new String[] {"--help"} : words);
            if (read.isVersionHelpRequested()
                    || !read.hasSubcommand()
                    || read.subcommand().isUsageHelpRequested()) return read;
            for (OptionSpec option : read.subcommand().matchedOptions())
                if (!isAllowed(option)) throw wrong(option, String.join(",", option.originalStringValues()));
            options(read.subcommand().commandSpec()).ifPresent(Options::check);
            return read;
        } catch (UnmatchedArgumentException e) {
            boolean noCommand = e.getCommandLine() == all;
            boolean one = noCommand || subjects.isEmpty(); // on a command line the next word may be its value
            throw new LabException(e.getUnmatched().stream()
                    .limit(one ? 1 : Long.MAX_VALUE)
                    .map(word -> unknown(
                            e.getCommandLine().getCommandSpec(), word.startsWith("--") ? word.split("=", 2)[0] : word))
                    .collect(Collectors.joining(" ")));
        } catch (MissingParameterException e) {
            ArgSpec missing = e.getMissing().get(0);
            String what = ": " + String.join(" ", missing.description()).replace("`", "") + ".";
            throw new LabException(
                    missing instanceof OptionSpec option
                            ? typed(option.longestName()) + " needs a value" + what
                            : "The command " + e.getCommandLine().getCommandName() + " needs " + missing.paramLabel()
                                    + what);
        } catch (ParameterException e) {
            throw e.getArgSpec() == null ? new LabException(e.getMessage() + ".") : wrong(e.getArgSpec(), e.getValue());
        }
    }

    static Optional<Options> options(CommandSpec command) {
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
        if (word.startsWith("--")) {
            List<String> own = command.options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName)
                    .toList();
            return "There is no option " + typed(word) + ". The nearest is "
                    + typed(nearest(word, isSlip(word, own) ? own : optionNames())) + ".";
        }
        String[] assigned = word.split("=", 2);
        if (assigned.length == 2 && all.getSubcommands().containsKey(assigned[0]))
            return "There is no command \"" + word + "\". Write \"" + assigned[0] + " " + assigned[1] + "\".";
        return command.parent() != null
                ? "The command " + command.name() + " does not take \"" + word + "\"."
                : "There is no command \"" + word + "\". The nearest is \""
                        + nearest(assigned[0], all.getSubcommands().keySet()) + "\".";
    }

    /** @param option as {@code --log-format}; a user of Maven types {@code -DlogFormat} */
    private String typed(String option) {
        return subjects.isEmpty() ? option : "-D" + Options.mavenName(option);
    }

    /** What a user may type, as {@code --name}. */
    List<String> optionNames() {
        Stream<OptionSpec> options = commands().stream().flatMap(command -> command.options().stream());
        return Stream.concat(subjects.stream(), options.map(OptionSpec::longestName))
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
}
