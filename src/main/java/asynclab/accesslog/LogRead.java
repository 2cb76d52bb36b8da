package asynclab.accesslog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was read of a log. The words and the samples contain text of the log: a page must escape them. Immutable.
 *
 * @param words the format, the unit of the durations and the meaning of the times, in sentences
 * @param lines that are not empty, with the header
 * @param requests how many of them are requests
 * @param bad how many lines are no request, by the reason
 * @param samples the first bad lines, cut to 200 characters
 * @param resolutionMicros of the stamps: 1, 1,000 or 1,000,000
 * @param unitDoubtful true if the unit of the durations is a guess
 * @param firstMicros the first start, in microseconds since 1970; 0 if there is no request
 * @param lastMicros the last start
 */
public record LogRead(
        String words,
        long lines,
        long requests,
        Map<String, Long> bad,
        List<String> samples,
        long resolutionMicros,
        boolean unitDoubtful,
        long firstMicros,
        long lastMicros) {

    static final int MOST_SAMPLES = 5;

    public LogRead {
        bad = Map.copyOf(bad);
        samples = List.copyOf(samples);
    }

    public long badLines() {
        return bad.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Both together: two files of one log. */
    public LogRead plus(LogRead other) {
        if (requests == 0) return other.requests == 0 ? withCounts(other, firstMicros, lastMicros) : other.plus(this);
        boolean both = other.requests > 0;
        return withCounts(
                other,
                both ? Math.min(firstMicros, other.firstMicros) : firstMicros,
                both ? Math.max(lastMicros, other.lastMicros) : lastMicros);
    }

    private LogRead withCounts(LogRead other, long first, long last) {
        var counts = new LinkedHashMap<>(bad);
        other.bad.forEach((reason, count) -> counts.merge(reason, count, Long::sum));
        return new LogRead(
                words.equals(other.words) || other.requests == 0 ? words : words + " " + other.words,
                lines + other.lines,
                requests + other.requests,
                counts,
                Stream.concat(samples.stream(), other.samples.stream())
                        .limit(MOST_SAMPLES)
                        .toList(),
                Math.max(resolutionMicros, other.resolutionMicros),
                unitDoubtful || other.unitDoubtful,
                first,
                last);
    }

    /** The count of bad lines in a sentence; empty if there is none. */
    public String badWords() {
        if (bad.isEmpty()) return "";
        return String.format(Locale.ROOT, "%,d of %,d lines are not counted: ", badLines(), lines)
                + bad.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(entry -> String.format(Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey()))
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
