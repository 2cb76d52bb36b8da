package asynclab.cli;

import asynclab.cli.AnswerOutput.Shown;
import asynclab.logs.LogAnswer;
import asynclab.logs.LogReport;
import asynclab.logs.LogResult;
import asynclab.options.TrafficOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Mixin
    private TrafficOptions options;

    @Mixin
    private AnswerOutput output;

    LogCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** @return 1 if a threshold is not met */
    @Override
    public Integer call() throws IOException {
        return output.of(options, terminal, totalBytes(), progress -> {
            String typed = Tool.typed(command.root());
            LogResult result = output.asTyped(LogAnswer.of(options, typed, progress), LogResult.class)
                    .judged(options.thresholds());
            return new Shown(result, LogReport.brief(result), LogReport.of(result), result.thresholds());
        });
    }

    private long totalBytes() throws IOException {
        long bytes = 0;
        for (Path file : options.files()) {
            if (!Files.isRegularFile(file)) return 0;
            bytes += Files.size(file);
        }
        return bytes;
    }
}
