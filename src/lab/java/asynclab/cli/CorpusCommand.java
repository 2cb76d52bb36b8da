package asynclab.cli;

import asynclab.cli.AnswerOutput.Shown;
import asynclab.corpus.CorpusAnswer;
import asynclab.corpus.report.CorpusReport;
import asynclab.corpus.report.CorpusSources;
import asynclab.model.Budget;
import asynclab.options.CorpusOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code corpus} of the jar: published benchmarks beside the model, on standard output. */
@Command(
        name = "corpus",
        description = {
            "predicts published benchmarks, and puts published beside predicted",
            "Without a file it takes those of the project. It measures nothing."
        },
        footer = {"  asynclab corpus", "  asynclab corpus mine.json --report reports"})
final class CorpusCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Mixin
    private CorpusOptions options;

    @Mixin
    private AnswerOutput output;

    CorpusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        return output.of(options, terminal, 0, progress -> {
            var answer = CorpusAnswer.of(CorpusSources.of(options), Budget::unlimited);
            return new Shown(
                    answer, CorpusReport.brief(answer), CorpusReport.of(answer, Tool.typed(command.root())), List.of());
        });
    }
}
