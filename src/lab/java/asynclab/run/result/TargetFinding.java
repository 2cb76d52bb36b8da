package asynclab.run.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The findings of a load on a service that is measured from outside.
 *
 * @param unloadedMs the mean response time without load
 * @param limit the concurrency limit: the fitted one, or its lower bound; null if no limit explains the figures
 * @param limitFrom the smallest limit that fits as well; null unless fitted
 * @param limitTo the largest limit that fits as well; null unless fitted
 * @param unlimitedThroughput the throughput of the model without a limit, in requests per second
 * @param unlimitedMeanMs the mean response time of the model without a limit
 * @param limits the fitted limit of each run; null for a run that shows no limit
 */
public record TargetFinding(
        double unloadedMs,
        Saturation saturation,
        Integer limit,
        Integer limitFrom,
        Integer limitTo,
        double unlimitedThroughput,
        double unlimitedMeanMs,
        List<Integer> limits) {

    /** Whether the load reached the concurrency limit of the service. */
    public enum Saturation {
        /** The limit was reached, and a number of threads fits throughput and mean response time. */
        @JsonProperty("fitted")
        FITTED,
        /** The load was too small to reach a limit. */
        @JsonProperty("not-reached")
        NOT_REACHED,
        /** No number of threads explains the figures. */
        @JsonProperty("unexplained")
        UNEXPLAINED
    }
}
