package asynclab.logs;

import static asynclab.document.Texts.text;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.traffic.Traffic;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the lab has read. The texts may have text of the log. Immutable.
 *
 * @param files their names without folders
 * @param words the format, and the meaning of its fields
 * @param lines of all files
 * @param badWords the count of bad lines in a sentence; empty if there is none
 * @param badPercent the share of the lines that are no request
 * @param doubts what may be wrong with the reading, a sentence each
 * @param remarks what is counted apart, and what a proxy's log says of its queue, a sentence each
 * @param wholeSeconds whether the durations are whole seconds
 * @param secondsOnly whether the stamps are to a second, so that the reader has drawn the starts within it
 * @param from the first start
 * @param to the last start
 * @param read the same for the model, which is not stored
 */
public record LogReading(
        List<String> files,
        String words,
        long lines,
        String badWords,
        double badPercent,
        List<String> doubts,
        List<String> remarks,
        boolean wholeSeconds,
        boolean secondsOnly,
        String from,
        String to,
        @JsonIgnore LogRead read) {

    private static final long MICROS_OF_A_SECOND = 1_000_000;
    private static final double MOST_LATE = 0.01;

    /**
     * Reads the files.
     *
     * @param seed of the starts within a second, if the log does not have them
     * @param traffic receives the requests
     * @throws LabException if a file is missing, is no log, or if there is no request
     */
    static LogReading read(TrafficOptions asked, long seed, Traffic.Builder traffic, LogProgress progress)
            throws IOException {
        for (Path file : asked.files())
            if (Files.isDirectory(file)) throw new LabException("-Dlog must name files, but " + file + " is a folder.");
            else if (!file.equals(TrafficOptions.STANDARD_INPUT) && !Files.exists(file))
                throw new LabException("-Dlog must name files, but there is no " + file + ".");
        try {
            LogOptions options = options(asked, seed);
            LogRead read = MergedLogs.areLarge(asked.files())
                    ? MergedLogs.read(asked.files(), options, LogFiles.MOST_BYTES, traffic::add, progress::reads)
                    : LogFiles.read(asked.files(), options, LogFiles.MOST_BYTES, traffic::add, progress::reads);
            if (traffic.size() == 0) throw new LabException(String.join(" ", whyNothing(read)));
            if (traffic.late() > MOST_LATE * traffic.size())
                throw new LabException(text(
                        "The log is too long for its order. It has %,d requests, and %,d of them come long after others of their time. Sort its lines by time.",
                        traffic.size(), traffic.late()));
            return new LogReading(
                    asked.files().stream().map(file -> LogFiles.name(file)).toList(),
                    read.words(),
                    read.lines(),
                    read.badWords(),
                    100.0 * read.badLines() / Math.max(1, read.lines()),
                    read.doubts(),
                    remarks(read),
                    read.wholeSeconds(),
                    read.resolutionMicros() >= MICROS_OF_A_SECOND,
                    moment(read.firstMicros()),
                    moment(read.lastMicros()),
                    read);
        } catch (UnreadableLog e) {
            throw new LabException("The log cannot be read. " + e.getMessage(), e);
        }
    }

    private static List<String> whyNothing(LogRead read) {
        var sentences = new ArrayList<>(List.of("No request of the log is in the figures."));
        if (!read.badWords().isEmpty()) sentences.add(read.badWords());
        sentences.addAll(read.remarks());
        return sentences;
    }

    private static List<String> remarks(LogRead read) {
        var remarks = new ArrayList<>(read.remarks());
        if (read.recorder() == null) return remarks;
        String facts = read.recorder().server().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(fact -> fact.getKey() + " " + read.recorder().last(fact.getKey()))
                .collect(Collectors.joining(", "));
        if (!facts.isEmpty()) remarks.add("The recorder says of the server: " + facts + ".");
        return remarks;
    }

    private static LogOptions options(TrafficOptions asked, long seed) {
        LogOptions options = LogOptions.of(asked.format, asked.durationUnit);
        return new LogOptions(options.format(), options.durationUnit(), seed);
    }

    /** To a second, in UTC. */
    static String moment(long micros) {
        return Instant.ofEpochSecond(micros / MICROS_OF_A_SECOND).toString();
    }
}
