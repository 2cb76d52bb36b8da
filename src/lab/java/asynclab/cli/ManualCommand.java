package asynclab.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code manual}: the help of all commands, from the same declarations. */
@Command(name = "manual", description = "prints the help of all commands as one text")
final class ManualCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        CommandLine all = command.parent().commandLine();
        var out = command.commandLine().getOut();
        out.println(all.getUsageMessage(Ansi.OFF));
        for (CommandLine one : all.getSubcommands().values()) {
            out.println("—".repeat(one.getUsageHelpWidth()));
            out.println(one.getUsageMessage(Ansi.OFF));
        }
        out.flush();
        return 0;
    }
}
