package asynclab.cli;

import asynclab.document.TerminalText;
import asynclab.logs.LogFigures;
import asynclab.options.LabException;
import asynclab.probe.ProbeResult;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The entry point of {@code asynclab.jar}. Standard output has the answer and nothing else. The exit code is 0 if the command ran, 1 if
 * a threshold of {@code --assert} was not met, and 2 if the command could not run. Then standard error has one sentence that says why.
 */
@Command(
        name = "asynclab",
        description = "Is asynchronous request processing worth it? Predicts, measures, explains.",
        versionProvider = Tool.Version.class,
        showDefaultValues = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        descriptionHeading = "%n",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  asynclab log access.log --threads 200",
            "  asynclab predict --users 1000 --ms 300 --threads 200",
            "  asynclab log --help",
            "Here asynclab stands for java -jar asynclab.jar."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the command ran",
            "1:a threshold of --assert was not met",
            "2:the command could not run; standard error says why"
        },
        scope = ScopeType.INHERIT)
public final class Tool {

    private static final int NOT_RUN = 2;

    /** An empty default, or the brackets of a list. The help leaves them out. */
    private static final Pattern EMPTY_DEFAULT =
            Pattern.compile("(?m)^ *Default: *(\\[])?\\R|(?<=Default: )\\[|(?<=Default: .{1,40})]$");

    /** The options of {@link asynclab.options.Options} that each command takes. */
    private static final Map<String, String> SHARED = Map.of("log", "assert seed", "probe", "assert", "corpus", "");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "prints what the command does, and its options")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "prints the version")
    private boolean version;

    private Tool() {}

    /** The version that the build writes into the manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String built = Tool.class.getPackage().getImplementationVersion();
            return new String[] {"asynclab " + (built == null ? "of a folder of classes" : built)};
        }
    }

    /** Runs a command line, such as {@code log access.log --threads=200}. */
    public static void main(String[] words) {
        Locale.setDefault(Locale.ROOT); // figures are the same on every machine
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // or a library of the model warns of a missing logger
        int code = run(writer(FileDescriptor.out), writer(FileDescriptor.err), Terminal.ofProcess(), words);
        if (code != 0) System.exit(code);
    }

    private static PrintWriter writer(FileDescriptor stream) {
        return new PrintWriter(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
    }

    /** Runs a command. @return the exit code */
    static int run(PrintWriter out, PrintWriter err, Terminal terminal, String... words) {
        CommandLine all = commands(out, err, terminal);
        try {
            return reader(all).execute(words) instanceof Integer code ? code : 0;
        } catch (RuntimeException | Error e) {
            say(err, Spelling.of(all.getCommandSpec()).of(sentence(e)));
        }
        return NOT_RUN;
    }

    private static String sentence(Throwable thrown) {
        if (thrown instanceof LabException lab) return lab.getMessage();
        if (thrown instanceof OutOfMemoryError)
            return "The heap is too small. Give more, as in java -Xmx4g -jar asynclab.jar.";
        if (thrown.getCause() != null) return sentence(thrown.getCause());
        return "This is a defect of asynclab. Please report it with the command: " + thrown;
    }

    /** Whether a command line is a command with its options. Runs nothing. @throws LabException if it is not */
    public static boolean understands(String... words) {
        var nothing = new PrintWriter(Writer.nullWriter());
        return reader(commands(nothing, nothing, Terminal.NONE)).isCommand(words);
    }

    private static CommandReader reader(CommandLine all) {
        return new CommandReader(all, SHARED, List.of());
    }

    /** A sentence may quote a file, so its control characters are replaced. */
    private static void say(PrintWriter err, String sentence) {
        err.println("asynclab: " + TerminalText.printable(sentence));
    }

    /** A new command needs one more line here. */
    private static CommandLine commands(PrintWriter out, PrintWriter err, Terminal terminal) {
        var all = new CommandLine(new Tool())
                .addSubcommand(judging(new LogCommand(terminal), LogFigures.names()))
                .addSubcommand(judging(new ProbeCommand(terminal), ProbeResult.FIGURES))
                .addSubcommand(
                        new CommandLine(new PredictCommand())) // by itself, or picocli leaves out its model transformer
                .addSubcommand(new CommandLine(new ExplainCommand()))
                .addSubcommand(withoutProject(new CorpusCommand(terminal), "--junit"))
                .addSubcommand(new PlanCommand())
                .addSubcommand(new ManualCommand())
                .addSubcommand(new CompletionCommand())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(terminal.width());
        var spelling = Spelling.of(all.getCommandSpec());
        Map<String, IHelpSectionRenderer> sections = new HashMap<>(all.getHelpSectionMap());
        sections.replaceAll((name, section) -> help -> EMPTY_DEFAULT
                .matcher(spelling.of(section.render(help)))
                .replaceAll("")
                .replace("`", ""));
        return all.setHelpSectionMap(sections);
    }

    /**
     * A command that Maven also runs, without the options that need a server or the project's folder: the jar has neither.
     *
     * @param other an option that the command does not take either
     */
    private static CommandLine withoutProject(Object command, String other) {
        var one = new CommandLine(command);
        CommandSpec spec = one.getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options()))
            if (option.hidden() || option.longestName().equals(other)) spec.remove(option);
        return one;
    }

    /** @param figures that a threshold can name */
    private static CommandLine judging(Object command, List<String> figures) {
        CommandLine one = withoutProject(command, "--replay");
        CommandSpec spec = one.getCommandSpec();
        var footer = new ArrayList<>(List.of(spec.usageMessage().footer()));
        footer.add("Figures for --assert: " + String.join(", ", figures) + ".");
        spec.usageMessage().footer(footer.toArray(String[]::new));
        return one;
    }

    /** The command line that the user typed, quoted for a shell. */
    static String typed(CommandSpec all) {
        return all.commandLine().getParseResult().originalArgs().stream()
                .map(word -> word.matches("[\\w.,:=/-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "java -jar asynclab.jar ", ""));
    }
}
