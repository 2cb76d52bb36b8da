package asynclab.cli;

import asynclab.document.Document;
import asynclab.document.Document.Section;
import asynclab.document.Html;
import asynclab.document.JUnitXml;
import asynclab.document.JUnitXml.TestCase;
import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.document.TerminalText;
import asynclab.document.WholeFile;
import asynclab.options.LabException;
import asynclab.options.Options;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.function.IOFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command of the jar puts its answer: on standard output, and in the files that were asked for. */
final class AnswerOutput {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--report", paramLabel = "DIR", description = "writes the report, one HTML file, to this folder")
    private Path report;

    @Option(names = "--json", description = "prints the answer as JSON, and nothing else")
    private boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "writes the thresholds as JUnit's XML to this file")
    private Path junit;

    /** An answer. @param result as it is printed in JSON */
    record Shown(Object result, List<Section> brief, Document document, List<Judgement> thresholds) {}

    /** Computes the answer and prints it. @param totalBytes of the input; 0 if unknown. @return 1 if a threshold is not met */
    int of(Options options, Terminal terminal, long totalBytes, IOFunction<ProgressLine, Shown> answer)
            throws IOException {
        if (junit != null && options.thresholds().isEmpty())
            throw new LabException("--junit needs --assert, the thresholds that it writes.");
        Path page = report == null ? null : report.resolve("asynclab-" + command.name() + ".html");
        if (page != null) WholeFile.check("--report", page); // before the work
        if (junit != null) WholeFile.check("--junit", junit);
        Shown shown;
        try (var progress = new ProgressLine(command.commandLine().getErr(), terminal, totalBytes, System::nanoTime)) {
            shown = answer.apply(progress);
        }
        if (page != null) WholeFile.write("--report", page, Html.of(shown.document));
        if (junit != null)
            WholeFile.write(
                    "--junit",
                    junit,
                    JUnitXml.of(
                            command.name(),
                            shown.thresholds.stream().map(TestCase::of).toList()));
        PrintWriter out = command.commandLine().getOut();
        if (json) out.println(ResultJson.mapper().writeValueAsString(shown.result));
        else {
            out.print(TerminalText.of(shown.brief, terminal.width(), terminal.coloured()));
            if (page != null) out.printf("%nThe report is %s.%n", page);
        }
        out.flush();
        return shown.thresholds.stream().allMatch(Judgement::met) ? 0 : 1;
    }

    /** The result as it is stored, to three decimals. Its sentences spell options as a user of the jar types them. */
    <R> R asTyped(R result, Class<R> type) throws IOException {
        String stored = ResultJson.mapper().writeValueAsString(result);
        return ResultJson.mapper().readValue(Spelling.of(command.root()).of(stored), type);
    }
}
