package asynclab.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code completion}: a script that completes commands and options in bash and zsh. */
@Command(
        name = "completion",
        description = "prints a script that completes commands and options in bash and zsh",
        footer = {
            "  java -jar asynclab.jar completion > ~/.asynclab-completion",
            "  alias asynclab='java -jar /path/to/asynclab.jar'",
            "  source ~/.asynclab-completion",
            "The last two lines belong into ~/.bashrc or ~/.zshrc."
        })
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        CommandLine all = command.parent().commandLine();
        command.commandLine().getOut().println(AutoComplete.bash(all.getCommandName(), all));
        return 0;
    }
}
