package asynclab.cli;

import asynclab.bench.Bench;
import asynclab.options.LabException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Translates {@code -Dname=value} of {@code mvn verify -Plab} into a command with its options. Nothing else does. */
final class MavenCommand {

    /** The options that say what to do. A run has one of them, or none for the first experiment. */
    private static final List<String> SUBJECTS = List.of("experiment", "target", "log", "compare");

    private static final String START = "maven ";

    private MavenCommand() {}

    /** The option whose value is what the command is given without the name of an option. */
    static String subjectOf(CommandSpec command) {
        return SUBJECTS.contains(command.name()) ? command.name() : "experiment";
    }

    static boolean isFromMaven(String... arguments) {
        return arguments.length > 0 && arguments[0].startsWith(START);
    }

    /**
     * Selects the options from the properties of Maven's command line.
     *
     * @param arguments {@code maven} with these properties, as Java prints a map, then more options as {@code name=value}
     * @param environment has each of these properties as a variable, because a value may contain what separates them
     * @throws LabException if a property has nearly the name of an option
     */
    static String[] options(CommandReader reader, String[] arguments, Map<String, String> environment) {
        List<String> known = Stream.of(SUBJECTS, List.of("help"), reader.optionNames())
                .flatMap(List::stream)
                .toList();
        var options = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        environment.forEach((name, value) -> {
            String property = name + "=" + value;
            if (!arguments[0].contains("{" + property) && !arguments[0].contains(" " + property)) return;
            if (known.contains(name)) options.add(property);
            else if (!name.contains(".")) checkIsNoSlip(name, known);
        });
        return options.toArray(String[]::new);
    }

    /** Maven has properties of its own, so only a name that is nearly an option's is refused. */
    private static void checkIsNoSlip(String name, List<String> known) {
        String nearest = CommandReader.nearest(name, known);
        if (CommandReader.distance(name, nearest) <= 1 + name.length() / 8)
            throw new LabException("There is no option -D" + name + ". The nearest is -D" + nearest + ".");
    }

    /** The words of the command. @param options {@code name=value}; an empty value is none */
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
        boolean isCommand =
                subject.equals("experiment") && reader.withoutSubject().contains(value);
        boolean isBenchmark = subject.equals("experiment") && Bench.names().contains(value);
        words.add(isCommand ? value : isBenchmark ? "benchmark" : subject);
        given.forEach((name, text) ->
                words.add("--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT) + "=" + text));
        words.add("--");
        boolean several = List.of("log", "compare").contains(subject);
        if (!value.isEmpty() && !isCommand) words.addAll(several ? List.of(value.split(",")) : List.of(value));
        return words.toArray(String[]::new);
    }
}
