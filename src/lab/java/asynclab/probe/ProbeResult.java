package asynclab.probe;

import asynclab.document.FigureThresholds;
import asynclab.document.Judgement;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The result of a probe. It has no header and no body of a request.
 *
 * @param ending why the climb ended
 * @param limit null if none was reached
 * @param check a load beyond the limit that was predicted before it was measured; null if none was measured
 * @param steps in the order in which they were measured
 * @param evidence what the name of the limit is based on
 * @param remarks what a reader should know before believing the figures
 * @param thresholds the outcome of {@code -Dassert}; empty if nothing was asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProbeResult(
        String command,
        String verdict,
        ProbeEnding ending,
        FoundLimit limit,
        UnloadedRequest unloaded,
        PredictedLoad check,
        List<ProbeStep> steps,
        List<String> evidence,
        List<String> remarks,
        ProbeCost cost,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Judgement> thresholds) {

    /** The figures that a threshold can name. {@code perSecond} is the largest of a step, {@code unloadedMs} a mean. */
    public static final List<String> FIGURES = List.of("limit", "perSecond", "unloadedMs", "errors");

    public ProbeResult {
        thresholds = thresholds == null ? List.of() : thresholds;
    }

    /** The same with the judgements of thresholds. Without a limit, or without an answer, there is no figure of it. */
    public ProbeResult judged(String asked) {
        var figures = new LinkedHashMap<String, Double>();
        if (limit != null) figures.put("limit", (double) limit.requests);
        figures.put(
                "perSecond",
                steps.stream().mapToDouble(ProbeStep::perSecond).max().orElseThrow());
        if (!Double.isNaN(unloaded.meanMs)) figures.put("unloadedMs", unloaded.meanMs);
        figures.put(
                "errors", (double) steps.stream().mapToInt(ProbeStep::errors).sum());
        return new ProbeResult(
                command,
                verdict,
                ending,
                limit,
                unloaded,
                check,
                steps,
                evidence,
                remarks,
                cost,
                FigureThresholds.judge(asked, figures));
    }

    /** Why a climb ended. */
    public enum ProbeEnding {
        /** Requests wait. */
        @JsonProperty("limit")
        LIMIT,
        /** The most users were reached, and no request waits. */
        @JsonProperty("users")
        USERS,
        /** The most requests in a second were reached, and no request waits. */
        @JsonProperty("rate")
        RATE,
        /** Errors rose. */
        @JsonProperty("errors")
        ERRORS
    }

    /**
     * The concurrency limit: the most requests in service at a time.
     *
     * @param from the smallest limit that fits
     * @param to the largest limit that fits
     * @param name what it is a limit of; null if that stays open
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FoundLimit(int requests, int from, int to, String name) {}

    /**
     * A request that does not wait.
     *
     * @param meanMs the mean response time
     * @param outsideMs the part of it in which the request holds nothing of the service
     * @param spreadPercent how much the steps differ in which no request waits
     */
    public record UnloadedRequest(double meanMs, double outsideMs, double spreadPercent) {
        double inServiceMs() {
            return meanMs - outsideMs;
        }

        /** The same with the time in the service that a throughput at the limit shows. It may be longer than without load. */
        UnloadedRequest at(int limit, double perSecond) {
            double inService = limit * 1_000 / perSecond;
            return new UnloadedRequest(Math.max(meanMs, inService), Math.max(0, meanMs - inService), spreadPercent);
        }
    }

    /** A load beyond the limit. @param deviationPercent of the measured mean from the prediction */
    public record PredictedLoad(int users, double predictedMs, double measuredMs, double deviationPercent) {}

    /**
     * What the probe cost.
     *
     * @param requests of every kind, those without load included
     * @param clientPercent its processor time during the load beyond the limit, of the processors that its three busy threads can use
     */
    public record ProbeCost(long requests, double seconds, double clientPercent) {}
}
