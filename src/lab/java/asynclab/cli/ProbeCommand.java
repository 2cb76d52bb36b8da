package asynclab.cli;

import asynclab.document.FigureThresholds;
import asynclab.document.Html;
import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.document.TerminalText;
import asynclab.document.WholeFile;
import asynclab.options.ProbeOptions;
import asynclab.probe.Probe;
import asynclab.probe.ProbeReport;
import asynclab.probe.ProbeResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code probe}. It prints its answer, and writes nothing but the page that was asked for. */
@Command(
        name = "probe",
        description = "measures a service from outside: climbs until requests wait, and names what they wait for",
        footer = {
            "  asynclab probe 'http://localhost:8080/orders?page=1'",
            "  asynclab probe http://localhost:8080/orders --other http://localhost:8080/favicon.ico",
            "  asynclab probe http://localhost:8080/orders --actuator http://localhost:8080/actuator --report reports",
            "  asynclab probe https://host/orders --method POST --header @secret.txt --body @order.json --max-rps 50",
            "  asynclab probe http://localhost:8080/orders --assert 'perSecond>=200'"
        })
final class ProbeCommand implements Callable<Integer> {

    private static final String FILE = "asynclab-probe.html";

    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Mixin
    private ProbeOptions options;

    @Option(names = "--report", paramLabel = "DIR", description = "writes the report, one HTML file, to this folder")
    private Path report;

    @Option(names = "--json", description = "prints the answer as JSON, and nothing else")
    private boolean json;

    ProbeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** @return 1 if a threshold is not met */
    @Override
    public Integer call() throws IOException {
        FigureThresholds.check(options.thresholds(), ProbeResult.FIGURES);
        Path page = report == null ? null : report.resolve(FILE);
        if (page != null) WholeFile.check("--report", page); // before load is sent
        ProbeResult result = probe();
        if (page != null) WholeFile.write("--report", page, Html.of(ProbeReport.document(result)));
        PrintWriter out = command.commandLine().getOut();
        if (json) out.println(ResultJson.mapper().writeValueAsString(result));
        else {
            out.print(TerminalText.of(ProbeReport.brief(result), terminal.width(), terminal.coloured()));
            if (page != null) out.printf("%nThe report is %s.%n", page);
        }
        out.flush();
        return result.thresholds().stream().allMatch(Judgement::met) ? 0 : 1;
    }

    /** With the options as a user of the jar types them. */
    private ProbeResult probe() throws IOException {
        try (var progress = new ProgressLine(command.commandLine().getErr(), terminal, 0, System::nanoTime)) {
            String found =
                    ResultJson.mapper().writeValueAsString(Probe.run(options, options.commandOfJar(), progress::says));
            return ResultJson.mapper()
                    .readValue(Spelling.of(command.root()).of(found), ProbeResult.class)
                    .judged(options.thresholds());
        }
    }
}
