package asynclab.logs;

import asynclab.model.Budget;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.run.result.Threshold;
import asynclab.server.Processes;
import asynclab.traffic.Answer;
import asynclab.traffic.Lasts;
import asynclab.traffic.Limits;
import asynclab.traffic.Question;
import asynclab.traffic.Traffic;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Reads a log, asks the model, and writes the result below {@code results/local/log/}. */
public final class LogCommand {

    private static final long USUAL_SEED = 1;
    private static final long SECOND_MICROS = 1_000_000;
    private static final int MOST_NAMED = 10;
    private static final int MOST_TO_READ_TWICE = 1_000_000;

    private final TrafficOptions options;
    private final PrintStream out;

    private LogCommand(TrafficOptions options, PrintStream out) {
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
        return new LogCommand(options, out).run();
    }

    private Path run() throws IOException {
        LogFigures.check(options.thresholds());
        Path folder = options.results().resolve(TrafficOptions.NAME);
        if (options.run()) answered().writeTo(folder);
        LogResult stored = LogResult.read(folder); // the pages show what is stored, to three decimals
        LogResult result = stored.with(LogFigures.judge(options.thresholds(), stored.figures()));
        result.writeTo(folder);
        LogReport.of(result).writeTo(folder);
        out.println();
        LogReport.headlines(result).forEach(out::println);
        out.printf("%n%s/index.html and report.md have the rest.%n", options.relative(folder));
        Threshold.Judgement.failUnlessMet(result.thresholds());
        return folder;
    }

    private LogResult answered() throws IOException {
        long seed = options.seed() == null ? USUAL_SEED : options.seed();
        var builder = new Traffic.Builder();
        LogReading reading = LogReading.read(options, seed, builder, out);
        out.printf("%,d requests in %,d lines. %s%n", builder.size(), reading.lines(), reading.words());
        Traffic traffic = builder.build(reading.wholeSeconds() ? SECOND_MICROS : 0);
        ProcessorResult processors = options.cpuFile() == null
                ? null
                : ProcessorResult.read(options, traffic, reading.secondsOnly() || reading.wholeSeconds(), seed);
        Question question = question(seed, traffic.endpoints(), processors);
        boolean twice = reading.secondsOnly() && traffic.size() <= MOST_TO_READ_TWICE;
        // on another processor while this one simulates
        CompletableFuture<Traffic> other = twice ? CompletableFuture.supplyAsync(() -> readAgain(seed + 1)) : null;
        Answer answer = Answer.of(traffic, question, Budget.unlimited(), next -> out.println("computes " + next));
        if (twice) answer = doubtingStarts(answer, other.join());
        answer = answer.readWith(reading.doubts());
        return new LogResult(
                TrafficOptions.NAME,
                options.command(TrafficOptions.NAME),
                reading,
                answer,
                LogFigures.of(reading, answer),
                List.of(),
                processors,
                replay(traffic, seed));
    }

    /** @throws LabException if a connection share is of an endpoint that the log does not have */
    private Question question(long seed, List<String> endpoints, ProcessorResult processors) {
        Map<String, Double> shares = options.connectionShares();
        for (String endpoint : shares.keySet())
            if (!endpoint.equals(Limits.OTHERS) && !endpoints.contains(endpoint))
                throw new LabException("-DconnectionShare names \"" + endpoint
                        + "\", but the log has no such endpoint. It has: "
                        + endpoints.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                        + (endpoints.size() > MOST_NAMED ? " and others." : "."));
        return new Question(
                options.threads,
                options.instances,
                options.traffic().get(options.traffic().size() - 1),
                options.timeoutMillis,
                options.maxWaitMillis,
                new Limits(
                        options.connections,
                        options.connectionTimeoutMillis,
                        shares,
                        options.cores,
                        options.cpuPercent,
                        processors == null ? Map.of() : processors.shares(endpoints),
                        options.limit),
                seed,
                Question.USUAL_REQUESTS);
    }

    /** The log with other starts within each second. */
    private Traffic readAgain(long seed) {
        var builder = new Traffic.Builder();
        try {
            LogReading.read(options, seed, builder, new PrintStream(OutputStream.nullOutputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return builder.build();
    }

    /** Says how much the starts within each second matter. */
    private static Answer doubtingStarts(Answer answer, Traffic withOtherStarts) {
        Lasts other = Answer.poolLasts(withOtherStarts, answer.question(), Budget.unlimited());
        return answer.doubting(
                "The log's times are to a second. The starts within it are random. With these the pool lasts until "
                        + answer.variants().get(0).words() + ". With others it lasts until "
                        + answer.question().words(other) + ".");
    }

    /** What is measured beside the prediction; null for nothing. */
    private ReplayResult replay(Traffic traffic, long seed) throws IOException {
        if (!options.replay) return null;
        try (var processes = new Processes()) {
            return new LogReplay(options, processes, options.threads, Math.max(1, seed), out)
                    .run(traffic, options.traffic());
        }
    }
}
