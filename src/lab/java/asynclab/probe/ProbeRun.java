package asynclab.probe;

import asynclab.document.DocumentFolder;
import asynclab.document.FigureThresholds;
import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.document.TerminalText;
import asynclab.document.WholeFile;
import asynclab.options.LabException;
import asynclab.options.ProbeOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code mvn verify -Plab -Dtarget=}: probes a service, and writes the result below {@code results/local/probe/}. */
public final class ProbeRun {

    private static final int WIDTH = 100;

    private ProbeRun() {}

    /**
     * Probes, or reports the stored result again if nothing may run.
     *
     * @return the folder of the result
     * @throws LabException if the service does not answer as it should, or if a threshold is not met; then every file is written
     */
    public static Path run(ProbeOptions options, PrintStream out) throws IOException {
        FigureThresholds.check(options.thresholds(), ProbeResult.FIGURES);
        Path folder = options.results().resolve(ProbeOptions.NAME);
        Path file = folder.resolve("summary.json");
        if (options.run()) {
            WholeFile.check("The lab", file); // before load is sent
            ResultJson.write(file, Probe.run(options, options.command(ProbeOptions.NAME), out::println));
        } else if (!Files.exists(file))
            throw new LabException("There is no stored result of a service to report. Leave out -Drun to measure it.");
        ProbeResult result = ResultJson.mapper()
                .readValue(file.toFile(), ProbeResult.class) // to three decimals, so that a later report is the same
                .judged(options.thresholds());
        ResultJson.write(file, result);
        DocumentFolder.write(ProbeReport.document(result), folder);
        out.printf("%n%s", TerminalText.of(ProbeReport.brief(result), WIDTH, false));
        out.printf("%n%s/index.html and report.md have the plots.%n", options.relative(folder));
        Judgement.failUnlessMet(result.thresholds());
        return folder;
    }
}
