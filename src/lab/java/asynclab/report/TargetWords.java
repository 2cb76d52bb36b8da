package asynclab.report;

import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Ratio;
import asynclab.result.Summary;
import asynclab.result.TargetFinding;
import asynclab.result.figures.Measured;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The sentences on a target, a service that is measured from outside. */
final class TargetWords {

    private TargetWords() {}

    /** The findings of every arm. */
    static String all(Summary s) {
        return s.arms().stream()
                .map(arm -> finding(arm, s.workload().users())
                        + limitOfEachRun(arm.target().limits()))
                .collect(Collectors.joining(" "));
    }

    private static String finding(ArmResult arm, int users) {
        TargetFinding found = arm.target();
        Measured measured = arm.measured();
        double meanMs = measured.times().meanMs();
        double steady = measured.steadyThroughput() == null ? measured.throughput() : measured.steadyThroughput();
        return Words.text(
                        "The %s answers a request without load in %s ms.",
                        arm.name(), Figure.number(found.unloadedMs()))
                + switch (found.saturation()) {
                    case FITTED -> Words.text(
                            " It saturates at %,.0f req/s. Its concurrency limit is %,d (%s). The limit may be threads, connections,"
                                    + " permits or processors. With %,d users a request takes %,.0f ms, of which it waits %,.0f ms."
                                    + " If the limit is threads, asynchronous processing would reach %,.0f req/s of %,.0f ms each,"
                                    + " unless another limit is lower.",
                            steady,
                            found.limit(),
                            found.limitFrom().equals(found.limitTo())
                                    ? "no other number fits"
                                    : found.limitFrom() + " to " + found.limitTo() + " fit as well",
                            users,
                            meanMs,
                            Math.max(0, meanMs - found.unloadedMs()),
                            found.unlimitedThroughput(),
                            found.unlimitedMeanMs());
                    case NOT_REACHED -> Words.text(
                            " It does not saturate with %,d users (%,.0f req/s). Its concurrency limit is at least %,d."
                                    + " With this number of users asynchronous processing would not increase the throughput."
                                    + " -Dusers= sets a larger number.",
                            users, steady, found.limit());
                    case UNEXPLAINED -> Words.text(
                            " With %,d users it answers %,.0f req/s of %,.0f ms each. No pool explains these figures:"
                                    + " something else that depends on the load makes the requests slower.",
                            users, steady, meanMs);
                };
    }

    /** Empty for a single run, or if no run shows a limit. */
    private static String limitOfEachRun(List<Integer> limits) {
        if (limits.size() == 1 || limits.stream().allMatch(Objects::isNull)) return "";
        return " Concurrency limit run by run: "
                + limits.stream()
                        .map(limit -> limit == null ? "none found" : limit.toString())
                        .collect(Collectors.joining(", "))
                + ".";
    }

    /** The target, which is the second arm, against the baseline. */
    static String compared(Summary s) {
        Ratio ratio = s.conclusion().ratio();
        return Words.text(
                "The target answers %.2f times as many requests per second as the baseline %s."
                        + " Its mean response time is %,.0f ms instead of %,.0f ms.",
                ratio.mean(),
                Words.doubt(ratio),
                Figure.MEAN.estimate(s.arms().get(1)).mean(),
                Figure.MEAN.estimate(s.arms().get(0)).mean());
    }
}
