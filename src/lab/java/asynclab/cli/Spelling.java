package asynclab.cli;

import asynclab.options.Options;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How a user types an option. All sentences spell options as Maven does, {@code -DcpuFile}. This is the one place that spells them as on a
 * command line, {@code --cpu-file}. Immutable.
 */
final class Spelling {

    /** {@code -DlogFormat=...}: sentences stay as they are. */
    static final Spelling MAVEN = new Spelling(true, Map.of());

    /** {@code --log-format ...}: for error messages. It translates no other sentence. */
    static final Spelling COMMAND_LINE = new Spelling(false, Map.of());

    /** An option in a sentence. A sentence writes {@code -Dcores=} if it means the option, and {@code -Dcores=4} with a value. */
    private static final Pattern OPTION = Pattern.compile("-D([a-z][A-Za-z]*)(=(?=[\\s,.;:)]|$))?");

    private final boolean byMaven;
    private final Map<String, String> typed; // by the name that Maven has

    private Spelling(boolean byMaven, Map<String, String> typed) {
        this.byMaven = byMaven;
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
        return new Spelling(false, typed);
    }

    /** @param name as {@code --log-format} */
    String option(String name) {
        return byMaven ? "-D" + Options.mavenName(name) : name;
    }

    /** The text, with options spelled as on this command line. An option that it does not have stays as it is. */
    String of(String text) {
        return OPTION.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(typed.getOrDefault(found.group(1), found.group())));
    }

    /** The name on a command line: {@code log-format} of {@code logFormat}. */
    static String kebab(String mavenName) {
        return mavenName.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
