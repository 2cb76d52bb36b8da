package asynclab.accesslog;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was read of a log. The words and the samples contain text of the log: a page must escape them. Immutable.
 *
 * @param words the format, the unit of the durations and the meaning of the times, in sentences
 * @param doubts what may be wrong with the reading, a sentence each. The verdict must show them
 * @param lines that are not empty, with the header
 * @param requests how many of them are requests, without those apart
 * @param apart the requests that are counted apart, by their kind
 * @param bad how many lines are no request, by the reason
 * @param samples the first lines of which a request is lost, cut to 200 characters
 * @param outside what a proxy knows besides the server's time
 * @param resolutionMicros of the stamps: 1, 1,000 or 1,000,000
 * @param wholeSeconds whether the durations are whole seconds, so that a request of 0 took up to one
 * @param firstMicros the first start, in microseconds since 1970; 0 if there is no request
 * @param lastMicros the last start
 * @param recorder what our recorder says of the server; null in other logs
 */
public record LogRead(
        String words,
        List<String> doubts,
        long lines,
        long requests,
        Map<Apart, Counted> apart,
        Map<String, Long> bad,
        List<String> samples,
        Outside outside,
        long resolutionMicros,
        boolean wholeSeconds,
        long firstMicros,
        long lastMicros,
        @JsonIgnore RecorderFacts recorder) {

    static final int MOST_SAMPLES = 5;
    private static final double FEW_BUSY = 0.1; // of the threads
    private static final String TWICE =
            "Some of the files are of our recorder and some are not. Requests that are in both count twice. Give either the ones or the others.";

    /** @param seconds the sum of the durations */
    public record Counted(long requests, double seconds) {

        Counted plus(Counted other) {
            return new Counted(requests + other.requests, seconds + other.seconds);
        }
    }

    /**
     * What the log of a proxy says besides the time of the server behind it. Immutable.
     *
     * @param waited the requests that waited in a queue before the server, such as a proxy's
     * @param waitedSeconds the sum of their waiting
     * @param otherSeconds the time of all requests that is neither that nor the server's: slow clients, limits of the proxy
     * @param serverSeconds the time of the server of all requests
     * @param toHeaders whether the server's time ends with the headers of the response
     */
    public record Outside(
            long waited, double waitedSeconds, double otherSeconds, double serverSeconds, boolean toHeaders) {

        Outside plus(Outside other) {
            return new Outside(
                    waited + other.waited,
                    waitedSeconds + other.waitedSeconds,
                    otherSeconds + other.otherSeconds,
                    serverSeconds + other.serverSeconds,
                    toHeaders || other.toHeaders);
        }
    }

    public LogRead {
        doubts = List.copyOf(doubts);
        apart = Map.copyOf(apart);
        bad = Map.copyOf(bad);
        samples = List.copyOf(samples);
    }

    public long badLines() {
        return bad.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * A doubt about requests of over ten minutes. The log does not say whether they keep threads, as blocking ones do. Empty if they would keep
     * few, or cannot all keep one.
     *
     * @param threads of all servers; 0 for virtual threads
     */
    public List<String> longRequests(long threads) {
        double seconds = Math.max(1, (lastMicros - firstMicros) / 1e6);
        double inFlight = apart.getOrDefault(Apart.STREAM, new Counted(0, 0)).seconds() / seconds;
        if (threads == 0 || inFlight < FEW_BUSY * threads || inFlight > threads) return List.of();
        return List.of(String.format(
                Locale.ROOT,
                "Requests of over ten minutes are excluded, and %,.0f of them are in flight on average. If each keeps a thread, so many more of %,d threads are busy.",
                inFlight,
                threads));
    }

    /** Both together: two files of one log. */
    public LogRead plus(LogRead other) {
        if (requests == 0 && other.requests > 0) return other.plus(this);
        boolean both = other.requests > 0;
        var counts = new LinkedHashMap<>(bad);
        other.bad.forEach((reason, count) -> counts.merge(reason, count, Long::sum));
        var kinds = new LinkedHashMap<>(apart);
        other.apart.forEach((kind, counted) -> kinds.merge(kind, counted, Counted::plus));
        var sentences = new LinkedHashSet<>(doubts);
        sentences.addAll(other.doubts);
        if (both && (recorder == null) != (other.recorder == null)) sentences.add(TWICE);
        return new LogRead(
                words.equals(other.words) || !both ? words : words + " " + other.words,
                List.copyOf(sentences),
                lines + other.lines,
                requests + other.requests,
                kinds,
                counts,
                Stream.concat(samples.stream(), other.samples.stream())
                        .limit(MOST_SAMPLES)
                        .toList(),
                outside.plus(other.outside),
                Math.max(resolutionMicros, other.resolutionMicros),
                wholeSeconds || other.wholeSeconds,
                both ? Math.min(firstMicros, other.firstMicros) : firstMicros,
                both ? Math.max(lastMicros, other.lastMicros) : lastMicros,
                other.recorder == null
                        ? recorder
                        : recorder == null
                                ? other.recorder
                                : lastMicros <= other.lastMicros
                                        ? recorder.plus(other.recorder)
                                        : other.recorder.plus(recorder));
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

    /** What is counted apart, and what a proxy knows, in sentences. */
    public List<String> remarks() {
        var sentences = new ArrayList<String>();
        apart.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> sentences.add(String.format(
                        Locale.ROOT,
                        "Excluded from the figures: %,d %s, %,.0f s in all.",
                        entry.getValue().requests(),
                        entry.getKey().words(entry.getValue().requests()),
                        entry.getValue().seconds())));
        if (outside.waited > 0)
            sentences.add(String.format(
                    Locale.ROOT,
                    "%.1f %% of the requests waited in a queue before the server, %,.0f ms on average. This waiting is known, so it is not in the durations.",
                    100.0 * outside.waited / Math.max(1, requests),
                    1e3 * outside.waitedSeconds / outside.waited));
        double all = outside.serverSeconds + outside.waitedSeconds + outside.otherSeconds;
        if (outside.otherSeconds > 0.01 * all)
            sentences.add(String.format(
                    Locale.ROOT,
                    "%.0f %% of the time that the proxy logs is not the server's: slow clients, or a limit of the proxy%s. It is not in the durations.",
                    100 * outside.otherSeconds / all,
                    outside.toHeaders ? ", or bodies that the server writes after the headers" : ""));
        if (outside.toHeaders && outside.otherSeconds == 0)
            sentences.add(
                    "The durations end with the headers of the response. The log does not say how long a server writes the body.");
        return sentences;
    }
}
