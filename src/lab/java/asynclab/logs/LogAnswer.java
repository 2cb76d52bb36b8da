package asynclab.logs;

import static asynclab.document.Texts.text;

import asynclab.model.Budget;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.traffic.Answer;
import asynclab.traffic.Lasts;
import asynclab.traffic.Limits;
import asynclab.traffic.Question;
import asynclab.traffic.RecordedQuestion;
import asynclab.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOBiFunction;

/** Reads logs and asks the model. It writes nothing. */
public final class LogAnswer {

    private static final long USUAL_SEED = 1;
    private static final long SECOND_MICROS = 1_000_000;
    private static final int MOST_NAMED = 10;
    private static final int MOST_TO_READ_TWICE = 1_000_000;
    private static final int MOST_KEPT = 4_000_000;
    private static final long BYTES_OF_A_REQUEST = 100; // while the answer is computed

    private final TrafficOptions options;
    private final String command;
    private final LogProgress progress;
    private final IOBiFunction<Traffic, Question, ReplayResult> replayed;

    /** @param replayed measures the logged traffic on a real server; its result is null if nothing is to be measured */
    LogAnswer(
            TrafficOptions options,
            String command,
            LogProgress progress,
            IOBiFunction<Traffic, Question, ReplayResult> replayed) {
        this.options = options;
        this.command = command;
        this.progress = progress;
        this.replayed = replayed;
    }

    /**
     * Answers without a measurement.
     *
     * @param command that repeats it
     * @throws LabException if the log cannot be read, or if an option does not fit to it
     */
    public static LogResult of(TrafficOptions options, String command, LogProgress progress) throws IOException {
        LogFigures.check(options.thresholds());
        return new LogAnswer(options, command, progress, (traffic, question) -> null).result();
    }

    LogResult result() throws IOException {
        long seed = options.seed() == null ? USUAL_SEED : options.seed();
        int most = mostKept();
        int pool = options.instances == 1 ? options.threads : 0;
        var builder = new Traffic.Builder(most, pool, Question.USUAL_REQUESTS);
        LogReading reading = LogReading.read(options, seed, builder, progress);
        progress.says(text("%,d requests in %,d lines. %s", builder.size(), reading.lines(), reading.words()));
        Traffic traffic = builder.build(reading.wholeSeconds() ? SECOND_MICROS : 0);
        if (needsAll() && builder.size() > most)
            throw new LabException(text(
                    "%s needs all requests of the log in memory. The log has %,d, and %,d fit. Give Java more memory (-Xmx), or cut the log.",
                    options.replay ? "-Dreplay" : "-DcpuFile", builder.size(), most));
        var recorded = RecordedQuestion.of(
                question(seed, traffic.endpoints()),
                options.given().keySet(),
                reading.read().recorder(),
                traffic);
        ProcessorResult processors = processors(reading, traffic, seed);
        Question question = told(recorded.question(), processors, traffic.endpoints());
        checkPool(question);
        Answer model = reading.secondsOnly()
                ? answeredByTheSecond(traffic, question, builder.size())
                : Answer.onAllProcessors(traffic, question, this::computes);
        Answer answer = model.doubting(recorded.doubts())
                .doubtful(isOtherServer() ? List.of() : WaitReport.doubts(traffic.recorded(), model))
                .doubtful(processors == null ? List.of() : processors.doubts(question))
                .readFrom(reading.read(), builder);
        return new LogResult(
                TrafficOptions.NAME,
                command,
                reading,
                answer,
                LogFigures.of(reading, answer),
                List.of(),
                traffic.recorded(),
                processors,
                replayed.apply(traffic.service(), question));
    }

    /** The processor time by a regression: from the user's file, else from our recorder's readings if no thread knows its own time. */
    private ProcessorResult processors(LogReading reading, Traffic traffic, long seed) throws IOException {
        if (options.cpuFile() != null)
            return ProcessorResult.read(
                    options, traffic.service(), reading.secondsOnly() || reading.wholeSeconds(), seed);
        boolean known = options.given().containsKey("cpuPercent") || options.instances > 1;
        return known || traffic.recorded() == null || reading.read().recorder() == null
                ? null
                : ProcessorResult.recorded(traffic, reading.read().recorder(), seed);
    }

    /** Whether the user asks for another server than that of the log. */
    private boolean isOtherServer() {
        return options.given().keySet().stream()
                .anyMatch(Set.of("threads", "connections", "connectionShare")::contains);
    }

    private static Question told(Question question, ProcessorResult processors, List<String> endpoints) {
        Map<String, Double> shares = processors == null ? Map.of() : processors.shares(endpoints);
        if (shares.isEmpty()) return question;
        return question.knowing(question.threads(), question.limits().told(shares, processors.by()));
    }

    private void computes(String next) {
        progress.says("computes " + next);
    }

    /** The answer if the starts are to a second. If the log can be read again, the answer says how much the starts within it matter. */
    private Answer answeredByTheSecond(Traffic traffic, Question question, long requests) {
        boolean isPipe = !options.files().stream().allMatch(Files::isRegularFile);
        if (isPipe || requests > MOST_TO_READ_TWICE) {
            String why = isPipe ? "A pipe cannot be" : text("A log of over %,d requests is not", MOST_TO_READ_TWICE);
            return Answer.onAllProcessors(traffic, question, this::computes)
                    .doubting(List.of("The log's times are to a second. The starts within it are random. " + why
                            + " read again with other starts, so it is unknown how much they matter."));
        }
        // on another processor while this one simulates
        CompletableFuture<Traffic> other = CompletableFuture.supplyAsync(() -> readAgain(question.seed() + 1));
        Answer answer = Answer.onAllProcessors(traffic, question, this::computes);
        return doubtingStarts(answer, read(other));
    }

    /** @throws LabException why the log cannot be read again; perhaps it was rotated meanwhile */
    private static Traffic read(CompletableFuture<Traffic> reading) {
        try {
            return reading.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException why) throw why;
            throw e;
        }
    }

    private boolean needsAll() {
        return options.replay || options.cpuFile() != null;
    }

    /** How many requests are kept. A log with more requests is summed up. */
    private int mostKept() {
        long fit = Runtime.getRuntime().maxMemory() / BYTES_OF_A_REQUEST;
        return (int) Math.min(needsAll() ? Integer.MAX_VALUE : MOST_KEPT, fit);
    }

    /** @throws LabException if a connection share is of an endpoint that the log does not have */
    private Question question(long seed, List<String> endpoints) {
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
                        options.limit),
                seed,
                Question.USUAL_REQUESTS);
    }

    /** The user or the log says the size of the pool. */
    private void checkPool(Question question) {
        if (!options.connectionShares().isEmpty() && question.limits().connections() == 0)
            throw new LabException(
                    "-DconnectionShare needs -Dconnections, the size of the pool. The log does not say one size.");
    }

    /** The log with other starts within each second. */
    private Traffic readAgain(long seed) {
        var builder = new Traffic.Builder();
        try {
            LogReading.read(options, seed, builder, LogProgress.SILENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return builder.build();
    }

    /** Says how much the starts within each second matter. */
    private static Answer doubtingStarts(Answer answer, Traffic withOtherStarts) {
        Lasts other = Answer.poolLasts(withOtherStarts, answer.question(), Budget.unlimited());
        return answer.doubting(List.of(
                "The log's times are to a second. The starts within it are random. With these the pool lasts until "
                        + answer.variants().get(0).words() + ". With others it lasts until "
                        + answer.question().words(other) + "."));
    }
}
