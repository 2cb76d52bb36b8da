package asynclab.probe;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A step of the climb: a number of users, and what they saw.
 *
 * @param perSecond responses per second, without errors
 * @param meanMs of the responses without errors
 * @param spreadPercent half of the range of the rounds' means, in per cent of the mean; null if there are too few rounds
 * @param errors during the whole step
 * @param words what the errors were; null without
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProbeStep(
        int users,
        int responses,
        double perSecond,
        double meanMs,
        double p99Ms,
        Double spreadPercent,
        int errors,
        String words) {

    /** The lower bound of the mean. The rounds of a step differ if the service's own times do. */
    double leastMeanMs() {
        return meanMs * (1 - (spreadPercent == null ? 0 : Math.min(50, spreadPercent)) / 100);
    }
}
