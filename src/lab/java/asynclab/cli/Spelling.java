package asynclab.cli;

import asynclab.options.Options;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Spells the options of a sentence as on a command line, {@code --cpu-file}. All sentences spell options as Maven does, {@code -DcpuFile}.
 * Immutable.
 */
final class Spelling {

    /** An option in a sentence. A sentence writes {@code -Dcores=} if it means the option, and {@code -Dcores=4} with a value. */
    private static final Pattern OPTION = Pattern.compile("-D([a-z][A-Za-z]*)(=(?=[\\s,.;:)]|$))?");

    private final Map<String, String> typed; // by the name that Maven has

    private Spelling(Map<String, String> typed) {
        this.typed = typed;
    }

    /** The spelling of a command line with these subcommands. A value without an option name is spelled as its label. */
    static Spelling of(CommandSpec all) {
        var typed = new TreeMap<String, String>();
        for (CommandLine subcommand : all.subcommands().values()) {
            CommandSpec command = subcommand.getCommandSpec();
            command.positionalParameters().stream()
                    .findFirst()
                    .ifPresent(subject -> typed.put(command.name(), subject.paramLabel()));
            for (OptionSpec option : command.options())
                typed.put(Options.mavenName(option.longestName()), option.longestName());
        }
        return new Spelling(typed);
    }

    /** The text, with options spelled as on this command line. An option that it does not have stays as it is. */
    String of(String text) {
        return OPTION.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(typed.getOrDefault(found.group(1), found.group())));
    }
}
