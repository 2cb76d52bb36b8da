package asynclab.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code manual}: all commands as one text in the order of a manual page, from the declarations that make the help. */
@Command(name = "manual", description = "prints the manual of all commands as one text")
final class ManualCommand implements Callable<Integer> {

    private static final int INDENT = 4;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        CommandLine all = command.parent().commandLine();
        PrintWriter out = command.commandLine().getOut();
        all.setUsageHelpWidth(all.getUsageHelpWidth() - INDENT);
        page(out, all);
        all.getSubcommands().values().forEach(one -> page(out, one));
        out.flush();
        return 0;
    }

    private static void page(PrintWriter out, CommandLine one) {
        CommandSpec spec = one.getCommandSpec();
        section(out, "NAME", spec.qualifiedName());
        section(out, "DESCRIPTION", rendered(one, SECTION_KEY_DESCRIPTION));
        section(out, "SYNOPSIS", rendered(one, SECTION_KEY_SYNOPSIS));
        section(out, "COMMANDS", rendered(one, SECTION_KEY_COMMAND_LIST));
        section(out, "OPTIONS", rendered(one, SECTION_KEY_PARAMETER_LIST) + rendered(one, SECTION_KEY_OPTION_LIST));
        section(out, "EXAMPLES", rendered(one, SECTION_KEY_FOOTER));
        if (spec.parent() == null) section(out, "EXIT CODES", rendered(one, SECTION_KEY_EXIT_CODE_LIST));
        out.println();
    }

    private static String rendered(CommandLine one, String section) {
        return one.getHelpSectionMap().get(section).render(new Help(one.getCommandSpec(), Ansi.OFF));
    }

    private static void section(PrintWriter out, String title, String text) {
        if (text.isBlank()) return;
        out.println(title);
        text.lines()
                .map(line -> line.isBlank() ? "" : " ".repeat(INDENT) + line.stripTrailing())
                .forEach(out::println);
        out.println();
    }
}
