package asynclab.target;

import asynclab.plan.Experiment;
import asynclab.queueing.Prediction;
import asynclab.queueing.advice.Explanation;
import asynclab.result.Ratio;
import asynclab.result.Summary;
import asynclab.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** What is concluded of a service that is known from outside only. */
final class TargetVerdict {

    private TargetVerdict() {}

    /**
     * @param millis what a request takes alone
     * @param explanation which pool gives the measured figures
     * @param unlimited what the model says of the same load if no request waits for another
     */
    static String of(
            String name,
            double millis,
            Experiment.Load load,
            Summary.Measured measured,
            Explanation explanation,
            Prediction unlimited) {
        double steady = steady(measured.steadyThroughput(), measured.throughput());
        return text("The %s answers a request without load in %s ms.", name, Verdict.number(millis))
                + switch (explanation.outcome()) {
                    case FOUND -> text(
                            " It saturates at %,.0f req/s. Its concurrency limit is %,d (%s). The limit may be threads, connections,"
                                    + " permits or processors. With %,d users a request takes %,.0f ms, of which it waits %,.0f ms."
                                    + " If the limit is threads, asynchronous processing would reach %,.0f req/s of %,.0f ms each,"
                                    + " unless another limit is lower.",
                            steady,
                            explanation.value(),
                            explanation.from().equals(explanation.to())
                                    ? "no other number fits"
                                    : explanation.from() + " to " + explanation.to() + " fit as well",
                            load.users(),
                            measured.meanMs(),
                            Math.max(0, measured.meanMs() - millis),
                            steady(unlimited.steadyThroughput(), unlimited.throughput()),
                            unlimited.meanMs());
                    case AT_LEAST, RAMP_LIMITED -> text(
                            " It does not saturate with %,d users (%,.0f req/s). Its concurrency limit is at least %,d."
                                    + " With this number of users asynchronous processing would not increase the throughput."
                                    + " -Dusers= sets a larger number.",
                            load.users(), steady, explanation.value() == null ? load.users() : explanation.value());
                    case NOTHING_FITS -> text(
                            " With %,d users it answers %,.0f req/s of %,.0f ms each. No pool explains these figures:"
                                    + " something else that depends on the load makes the requests slower.",
                            load.users(), steady, measured.meanMs());
                };
    }

    /** What limits it; nobody knows what is inside, so a number of requests is not said to be one of threads. */
    static String limit(Experiment.Load load, Summary.Predicted predicted) {
        return predicted.limitedBy().equals("threads")
                ? text(
                        "limited by its concurrency limit: %d ÷ %s s = %.1f req/s",
                        predicted.station(),
                        Verdict.number(load.hold().meanMillis() / 1_000),
                        predicted.bounds().threads())
                : Verdict.limit(load, predicted);
    }

    /** What each of several runs found; nothing of one, or if none found a limit. */
    static String runByRun(List<Integer> pools) {
        if (pools.size() == 1 || pools.stream().allMatch(Objects::isNull)) return "";
        return " Concurrency limit run by run: "
                + pools.stream()
                        .map(pool -> pool == null ? "none found" : pool.toString())
                        .collect(Collectors.joining(", "))
                + ".";
    }

    static String compared(Summary.Arm baseline, Summary.Arm target) {
        Ratio ratio = Ratio.paired(target.runs(), baseline.runs(), Summary.Measured::goodput);
        return text(
                "The target answers %.2f times as many requests per second as the baseline %s."
                        + " Its mean response time is %,.0f ms instead of %,.0f ms.",
                ratio.mean(),
                ratio.doubt(),
                target.measured().meanMs(),
                baseline.measured().meanMs());
    }

    private static double steady(Double steadyThroughput, double throughput) {
        return steadyThroughput == null ? throughput : steadyThroughput;
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
