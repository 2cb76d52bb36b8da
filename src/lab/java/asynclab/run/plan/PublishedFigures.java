package asynclab.run.plan;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The figures of a post by their names, in requests, requests per second and milliseconds. A post gives few of them.
 *
 * @param figures of {@link #NAMES}; {@code good...} are those of the requests that succeeded, {@code jvmThreads} counts threads
 *     of every kind in the server, {@code stackMb} the megabytes of their stacks; {@code minFromMs} to {@code minToMs} is the
 *     range that contains the minimum; {@code fast...}, {@code middle...} and {@code slowRequests} are the response-time classes
 * @param eachMs every response time; empty if the post does not give them
 * @param note a few words that explain why our figure cannot be compared with the published one; empty for no explanation
 * @param explanation the same in whole sentences, for the reports
 */
public record PublishedFigures(
        @JsonAnySetter @JsonAnyGetter Map<String, Double> figures,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> eachMs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String note,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String explanation) {

    /** The figures that a post may give. */
    public static final List<String> NAMES = List.of(
            "requests",
            "failed",
            "throughput",
            "steadyThroughput",
            "meanMs",
            "sdMs",
            "p50Ms",
            "p75Ms",
            "p95Ms",
            "p99Ms",
            "minFromMs",
            "minToMs",
            "maxMs",
            "fastRequests",
            "middleRequests",
            "slowRequests",
            "goodMeanMs",
            "goodP95Ms",
            "jvmThreads",
            "requestThreads",
            "stackMb");

    /** The figures of an arm that no post has. */
    public static final PublishedFigures NONE = new PublishedFigures(Map.of(), List.of(), "", "");

    /** @throws IllegalArgumentException for a figure that has another name */
    public PublishedFigures {
        figures = figures == null ? Map.of() : figures;
        eachMs = eachMs == null ? List.of() : eachMs;
        note = note == null ? "" : note;
        explanation = explanation == null ? "" : explanation;
        var unknown = new TreeSet<>(figures.keySet());
        NAMES.forEach(unknown::remove);
        if (!unknown.isEmpty())
            throw new IllegalArgumentException("A published figure must be one of " + String.join(", ", NAMES)
                    + ", but was " + String.join(", ", unknown) + ".");
    }

    /** The figure of this name; null if the post does not give it. */
    public Double figure(String name) {
        return figures.get(name);
    }

    /** The explanation of such figures, in sentences; empty if nothing is known. */
    public String sentences() {
        return explanation.isEmpty() && !note.isEmpty() ? "The post: " + note + "." : explanation;
    }

    /** Times are divided by the speed, and rates multiplied. */
    public PublishedFigures faster(int speed) {
        var scaled = new LinkedHashMap<String, Double>();
        figures.forEach((name, value) -> scaled.put(
                name, name.endsWith("Ms") ? value / speed : name.endsWith("hroughput") ? value * speed : value));
        return new PublishedFigures(
                scaled, eachMs.stream().map(ms -> ms / speed).toList(), note, explanation);
    }
}
