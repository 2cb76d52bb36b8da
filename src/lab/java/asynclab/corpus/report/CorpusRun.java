package asynclab.corpus.report;

import asynclab.corpus.Benchmark;
import asynclab.corpus.CorpusAnswer;
import asynclab.document.DocumentFolder;
import asynclab.document.ResultJson;
import asynclab.model.Budget;
import asynclab.options.CorpusOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** {@code mvn verify -Plab -Dcorpus}: predicts the benchmarks and writes the result below {@code results/local/corpus/}. */
public final class CorpusRun {

    private CorpusRun() {}

    /** @return the folder of the result */
    public static Path run(CorpusOptions options, PrintStream out) throws IOException {
        List<Benchmark> sources = CorpusSources.of(options);
        var answer = CorpusAnswer.of(sources, Budget::unlimited);
        Path folder = options.results().resolve(CorpusOptions.NAME);
        ResultJson.write(folder.resolve("summary.json"), answer.shares());
        DocumentFolder.write(CorpusReport.of(answer, command(options)), folder);
        out.printf(
                "%n%s%n%n%s/index.html and report.md have the rest.%n",
                CorpusReport.verdict(answer), options.relative(folder));
        if (options.publish()) publish(folder, options.reference().resolve(CorpusOptions.NAME));
        return folder;
    }

    /** Copies the report, and leaves the sources in the reference folder. Nothing was measured, so a busy machine makes no difference. */
    private static void publish(Path folder, Path reference) throws IOException {
        for (String file : List.of("report.md", "summary.json", CorpusPlots.ID + ".png"))
            Files.copy(folder.resolve(file), reference.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String command(CorpusOptions options) {
        String files = options.isBuiltIn()
                ? "results/corpus/sources"
                : String.join(
                        ",", options.files().stream().map(options::relative).toList());
        return "mvn verify -Plab -Dcorpus=" + files;
    }
}
