package asynclab.logs;

import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.options.TrafficOptions;
import asynclab.queueing.Budget;
import asynclab.report.plot.Picture;
import asynclab.report.plot.Plot;
import asynclab.traffic.Answer;
import asynclab.traffic.Question;
import asynclab.traffic.Traffic;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads a log, asks the model, and writes the result below {@code results/local/log/}. */
public final class LogCommand {

    private static final long USUAL_SEED = 1;

    private final Options options;
    private final TrafficOptions asked;
    private final PrintStream out;

    private LogCommand(Options options, TrafficOptions asked, PrintStream out) {
        this.options = options;
        this.asked = asked;
        this.out = out;
    }

    /**
     * Answers, or reports the stored answer again if nothing may run.
     *
     * @return the folder of the result
     * @throws LabException if the log cannot be read, or if a threshold is not met; every file is written before
     */
    public static Path run(Options options, TrafficOptions asked, PrintStream out) throws IOException {
        return new LogCommand(options, asked, out).run();
    }

    private Path run() throws IOException {
        LogFigures.check(options.thresholds());
        Path folder = options.results().resolve(TrafficOptions.NAME);
        LogResult unjudged = options.run() ? answered() : LogResult.read(folder);
        LogResult result = unjudged.with(LogFigures.judge(options.thresholds(), unjudged.figures()));
        result.writeTo(folder);
        List<Plot> plots = LogPlots.of(result.answer());
        Map<String, byte[]> pictures = Picture.pngs(plots);
        for (Map.Entry<String, byte[]> picture : pictures.entrySet())
            Files.write(folder.resolve(picture.getKey() + ".png"), picture.getValue());
        Files.writeString(folder.resolve("report.md"), LogReport.markdown(result, plots));
        Files.writeString(folder.resolve("index.html"), LogReport.html(result, plots, pictures));
        out.println();
        LogReport.headlines(result).forEach(out::println);
        out.printf("%n%s/index.html and report.md have the rest.%n", options.relative(folder));
        LogFigures.failUnlessMet(result.thresholds());
        return folder;
    }

    private LogResult answered() throws IOException {
        var builder = new Traffic.Builder();
        LogReading reading = LogReading.read(asked, builder, out);
        out.printf("%,d requests in %,d lines. %s%n", builder.size(), reading.lines(), reading.words());
        Traffic traffic = builder.build();
        var question = new Question(
                asked.threads(),
                asked.instances(),
                asked.asked(),
                asked.timeoutMillis(),
                asked.cpuPercent(),
                asked.cores(),
                options.seed() == null ? USUAL_SEED : options.seed(),
                Question.USUAL_REQUESTS);
        Answer answer = Answer.of(traffic, question, Budget.unlimited(), next -> out.println("computes " + next));
        return new LogResult(
                TrafficOptions.NAME,
                options.command(TrafficOptions.NAME),
                reading,
                answer,
                LogFigures.of(reading, answer),
                List.of(),
                sections(traffic, answer));
    }

    /** What is measured beside the prediction joins the report here. */
    private List<LogSection> sections(Traffic traffic, Answer answer) {
        return List.of();
    }
}
