package asynclab.cli;

import asynclab.corpus.CorpusAnswer;
import asynclab.corpus.report.CorpusReport;
import asynclab.corpus.report.CorpusSources;
import asynclab.document.Html;
import asynclab.document.ResultJson;
import asynclab.document.TerminalText;
import asynclab.document.WholeFile;
import asynclab.model.Budget;
import asynclab.options.CorpusOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    private static final String FILE = "asynclab-corpus.html";

    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Mixin
    private CorpusOptions options;

    @Option(names = "--report", paramLabel = "DIR", description = "writes the report, one HTML file, to this folder")
    private Path report;

    @Option(names = "--json", description = "prints the answer as JSON, and nothing else")
    private boolean json;

    CorpusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Path page = report == null ? null : report.resolve(FILE);
        if (page != null) WholeFile.check("--report", page);
        var answer = CorpusAnswer.of(CorpusSources.of(options), Budget::unlimited);
        if (page != null)
            WholeFile.write("--report", page, Html.of(CorpusReport.of(answer, Tool.typed(command.root()))));
        PrintWriter out = command.commandLine().getOut();
        if (json) out.println(ResultJson.mapper().writeValueAsString(answer));
        else {
            out.print(TerminalText.of(CorpusReport.brief(answer), terminal.width(), terminal.coloured()));
            if (page != null) out.printf("%nThe report is %s.%n", page);
        }
        out.flush();
        return 0;
    }
}
