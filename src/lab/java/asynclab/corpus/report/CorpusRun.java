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
import java.util.List;
import org.apache.commons.io.FileUtils;

/** {@code mvn verify -Plab -Dcorpus}: predicts the benchmarks and writes the result below {@code results/local/corpus/}. */
public final class CorpusRun {

    private CorpusRun() {}

    /** @return the folder of the result */
    public static Path run(CorpusOptions options, PrintStream out) throws IOException {
        List<Benchmark> sources = CorpusSources.of(options);
        var answer = CorpusAnswer.of(sources, Budget::unlimited);
        Path folder = options.results().resolve(CorpusOptions.NAME);
        Path stored = options.reference().resolve(CorpusOptions.NAME).resolve("sources");
        if (options.isBuiltIn() && Files.isDirectory(stored)) // a reference has its sources
        FileUtils.copyDirectory(stored.toFile(), folder.resolve("sources").toFile());
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("summary.json"), ResultJson.mapper().writeValueAsString(answer.shares()) + "\n");
        DocumentFolder.write(CorpusReport.of(answer, command(options)), folder);
        out.printf(
                "%n%s%n%n%s/index.html and report.md have the rest.%n",
                CorpusReport.verdict(answer), options.relative(folder));
        return folder;
    }

    private static String command(CorpusOptions options) {
        String files = options.isBuiltIn()
                ? "results/corpus/sources"
                : String.join(
                        ",", options.files().stream().map(options::relative).toList());
        return "mvn verify -Plab -Dcorpus=" + files;
    }
}
