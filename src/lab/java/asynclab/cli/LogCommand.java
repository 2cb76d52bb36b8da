package asynclab.cli;

import asynclab.document.Html;
import asynclab.document.JUnitXml;
import asynclab.document.JUnitXml.TestCase;
import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.document.TerminalText;
import asynclab.document.WholeFile;
import asynclab.logs.LogAnswer;
import asynclab.logs.LogReport;
import asynclab.logs.LogResult;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code log} of the jar: the answer about access logs, on standard output. */
@Command(
        name = "log",
        description = "answers from access logs whether asynchronous processing is worth it",
        footer = {
            "  asynclab log access.log --threads 200",
            "  zcat access.log.*.gz | asynclab log - --threads 200 --connections 20",
            "  asynclab log access.log --report reports",
            "  asynclab log access.log --assert 'poolLastsTimes>1.5' --junit log.xml"
        })
final class LogCommand implements Callable<Integer> {

    private static final String FILE = "asynclab-log.html";

    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Mixin
    private TrafficOptions options;

    @Option(names = "--report", paramLabel = "DIR", description = "writes the report, one HTML file, to this folder")
    private Path report;

    @Option(names = "--json", description = "prints the answer as JSON, and nothing else")
    private boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "writes the thresholds as JUnit's XML to this file")
    private Path junit;

    LogCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** @return 1 if a threshold is not met */
    @Override
    public Integer call() throws IOException {
        if (junit != null && options.thresholds().isEmpty())
            throw new LabException("--junit needs --assert, the thresholds that it writes.");
        Path page = report == null ? null : report.resolve(FILE);
        if (page != null) WholeFile.check("--report", page);
        if (junit != null) WholeFile.check("--junit", junit);
        LogResult result = answer();
        if (page != null) WholeFile.write("--report", page, Html.of(LogReport.of(result)));
        if (junit != null)
            WholeFile.write(
                    "--junit",
                    junit,
                    JUnitXml.of(
                            TrafficOptions.NAME,
                            result.thresholds().stream().map(TestCase::of).toList()));
        print(result, page);
        return result.thresholds().stream().allMatch(Judgement::met) ? 0 : 1;
    }

    /** The answer as it is stored, so to three decimals, with the options as a user of the jar types them. */
    private LogResult answer() throws IOException {
        try (var progress =
                new ProgressLine(command.commandLine().getErr(), terminal, totalBytes(), System::nanoTime)) {
            String typed = Tool.typed(command.root());
            String stored = ResultJson.mapper().writeValueAsString(LogAnswer.of(options, typed, progress));
            return ResultJson.mapper()
                    .readValue(Spelling.of(command.root()).of(stored), LogResult.class)
                    .judged(options.thresholds());
        }
    }

    private long totalBytes() throws IOException {
        long bytes = 0;
        for (Path file : options.files()) {
            if (!Files.isRegularFile(file)) return 0;
            bytes += Files.size(file);
        }
        return bytes;
    }

    private void print(LogResult result, Path page) throws IOException {
        PrintWriter out = command.commandLine().getOut();
        if (json) out.println(ResultJson.mapper().writeValueAsString(result));
        else {
            out.print(TerminalText.of(LogReport.brief(result), terminal.width(), terminal.coloured()));
            if (page != null) out.printf("%nThe report is %s.%n", page);
        }
        out.flush();
    }
}
