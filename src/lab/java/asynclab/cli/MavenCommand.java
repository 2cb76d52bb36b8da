package asynclab.cli;

import asynclab.bench.Bench;
import asynclab.options.LabException;
import asynclab.options.Options;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** Translates {@code -Dname=value} of {@code mvn verify -Plab} into a command with its options. Nothing else does. */
final class MavenCommand {

    /** The options that say what to do. A run has one of them, or none for the first experiment. */
    static final List<String> SUBJECTS = List.of("experiment", "target", "log", "compare");

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
