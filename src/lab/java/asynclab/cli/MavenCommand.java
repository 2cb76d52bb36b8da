package asynclab.cli;

import asynclab.bench.Bench;
import asynclab.options.LabException;
import asynclab.options.Options;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Translates {@code -Dname=value} of {@code mvn verify -Plab} into a command with its options. Nothing else does. */
final class MavenCommand {

    /** The options that say what to do. A run has one of them, or none for the first experiment. */
    static final List<String> SUBJECTS = List.of("experiment", "target", "log", "corpus", "compare");

    /** The command of {@code -Dexperiment=corpus}. Its name differs, because {@code corpus} is the command of {@code -Dcorpus}. */
    private static final String REPRODUCE = "reproduce";

    private static final String CORPUS = "corpus";

    private MavenCommand() {}

    /** The Maven option for the value that the command takes without an option name. */
    static String subjectOf(CommandSpec command) {
        return SUBJECTS.contains(command.name()) ? command.name() : "experiment";
    }

    /**
     * Selects the options from the properties of Maven's command line. Maven has properties of its own, so an unknown name is
     * usually left out. If an unknown name is similar to an option's name, it counts as an option. The command then refuses it.
     *
     * @param told these properties as Java prints a map
     * @param environment has each of these properties as a variable, because a value may contain the separator
     * @return {@code name=value}
     */
    static List<String> options(CommandReader reader, String told, Map<String, String> environment) {
        List<String> known =
                reader.optionNames().stream().map(Options::mavenName).toList();
        return environment.entrySet().stream()
                .filter(property -> told.contains("{" + property) || told.contains(" " + property))
                .filter(property -> known.contains(property.getKey())
                        || !property.getKey().contains(".") && CommandReader.isSlip(property.getKey(), known))
                .map(Object::toString)
                .toList();
    }

    /** The words of the command. @param options {@code name=value}; an option with an empty value is left out */
    static String[] words(CommandReader reader, String... options) {
        var given = new LinkedHashMap<String, String>();
        for (String option : options) {
            String[] parts = option.split("=", 2);
            if (parts.length < 2) throw new LabException("An option must be name=value, but was \"" + option + "\".");
            if (!parts[1].isEmpty()) given.put(parts[0], parts[1]);
        }
        if (given.containsKey("help")) return new String[] {"options"};
        List<String> subjects = SUBJECTS.stream().filter(given::containsKey).toList();
        if (subjects.size() > 1)
            throw new LabException("-D" + String.join(" and -D", subjects) + " exclude each other. Give one of them.");
        String subject = subjects.isEmpty() ? "experiment" : subjects.get(0);
        String value = subjects.isEmpty() ? "" : given.remove(subject);
        var words = new ArrayList<String>();
        String command = value.equals(CORPUS) ? REPRODUCE : value;
        boolean isCommand =
                subject.equals("experiment") && withoutSubject(reader).contains(command);
        boolean isBenchmark = subject.equals("experiment") && Bench.names().contains(value);
        words.add(isCommand ? command : isBenchmark ? "benchmark" : subject);
        given.forEach((name, text) -> words.add("--" + Options.kebab(name) + "=" + text));
        words.add("--");
        String comma = subject.equals("target") ? ",(?=https?://)" : ","; // a URL may have commas
        boolean several = List.of("target", "log", "corpus", "compare").contains(subject);
        if (!value.isEmpty() && !isCommand) words.addAll(several ? List.of(value.split(comma)) : List.of(value));
        return words.toArray(String[]::new);
    }

    /** The commands that take only options. */
    private static List<String> withoutSubject(CommandReader reader) {
        return reader.commands().stream()
                .filter(command -> CommandReader.options(command).isPresent())
                .filter(command -> command.positionalParameters().isEmpty())
                .map(CommandSpec::name)
                .toList();
    }

    /** Every option for a user, as a table in Markdown. A row says which commands take the option. */
    static String table(CommandReader reader) {
        var commandsOfRows = new LinkedHashMap<String, String>();
        reader.commands().stream()
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
        if (CommandReader.options(command).isEmpty()) return rows;
        if (command.positionalParameters().isEmpty())
            rows.add(row(
                    "experiment=" + (command.name().equals(REPRODUCE) ? CORPUS : command.name()),
                    "",
                    command.usageMessage().description()));
        for (PositionalParamSpec subject : command.positionalParameters())
            rows.add(row(subjectOf(command) + "=", subject.defaultValue(), subject.description()));
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
