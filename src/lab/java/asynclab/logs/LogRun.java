package asynclab.logs;

import asynclab.document.DocumentFolder;
import asynclab.document.Judgement;
import asynclab.document.TerminalText;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.server.Processes;
import asynclab.traffic.Question;
import asynclab.traffic.Traffic;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** {@code mvn verify -Plab -Dlog=}: answers, replays the log if asked, and writes the result below {@code results/local/log/}. */
public final class LogRun {

    private static final long LINES_A_MESSAGE = 1_000_000;

    private final TrafficOptions options;
    private final PrintStream out;

    private LogRun(TrafficOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Answers, or reports the stored answer again if nothing may run.
     *
     * @return the folder of the result
     * @throws LabException if the log cannot be read, or if a threshold is not met; every file is written before
     */
    public static Path run(TrafficOptions options, PrintStream out) throws IOException {
        return new LogRun(options, out).run();
    }

    private Path run() throws IOException {
        LogFigures.check(options.thresholds());
        Path folder = options.results().resolve(TrafficOptions.NAME);
        if (options.run())
            new LogAnswer(options, options.command(TrafficOptions.NAME), progress(), this::replay)
                    .result()
                    .writeTo(folder);
        LogResult stored = LogResult.read(folder); // the pages show what is stored, to three decimals
        LogResult result = stored.judged(options.thresholds());
        result.writeTo(folder);
        DocumentFolder.write(LogReport.of(result), folder);
        out.println();
        LogReport.headlines(result).stream().map(TerminalText::printableLines).forEach(out::println);
        out.printf("%n%s/index.html and report.md have the rest.%n", options.relative(folder));
        Judgement.failUnlessMet(result.thresholds());
        return folder;
    }

    private LogProgress progress() {
        return new LogProgress() {
            private long told;

            @Override
            public void reads(long lines, long bytes) {
                if (lines / LINES_A_MESSAGE == told) return;
                told = lines / LINES_A_MESSAGE;
                out.printf("%,d lines read%n", lines);
            }

            @Override
            public void says(String sentence) {
                out.println(TerminalText.printable(sentence));
            }
        };
    }

    /** What is measured beside the prediction; null for nothing. */
    private ReplayResult replay(Traffic traffic, Question question) throws IOException {
        if (!options.replay) return null;
        int threads = question.threads() == 0 ? options.threads : question.threads();
        try (var processes = new Processes()) {
            return new LogReplay(options, processes, threads, Math.max(1, question.seed()), out)
                    .run(traffic, options.traffic());
        }
    }
}
