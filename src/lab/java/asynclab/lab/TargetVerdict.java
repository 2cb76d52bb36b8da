package asynclab.lab;

import asynclab.queueing.Explanation;
import asynclab.queueing.Prediction;
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
        return text("The %s takes %s ms for a request alone", name, Verdict.number(millis))
                + switch (explanation.outcome()) {
                    case FOUND -> text(
                            " and saturates at %.0f requests a second: it takes %d at once (%s), be they threads, connections, permits or"
                                    + " processors. With %d users a request takes %.0f ms, %.0f of them waiting. If it is threads that are"
                                    + " too few, asynchronous processing would bring %.0f requests a second of %.0f ms each, until"
                                    + " something else limits them.",
                            steady,
                            explanation.value(),
                            explanation.from().equals(explanation.to())
                                    ? "no other number fits"
                                    : explanation.from() + " to " + explanation.to() + " would fit as well",
                            load.users(),
                            measured.meanMs(),
                            Math.max(0, measured.meanMs() - millis),
                            steady(unlimited.steadyThroughput(), unlimited.throughput()),
                            unlimited.meanMs());
                    case AT_LEAST, RAMP_LIMITED -> text(
                            " and does not saturate with %d users (%.0f requests a second): it takes at least %d at once, and with so many"
                                    + " users asynchronous processing would bring nothing more. -Dusers= asks for more.",
                            load.users(), steady, explanation.value() == null ? load.users() : explanation.value());
                    case NOTHING_FITS -> text(
                            ", and with %d users %.0f are answered a second, %.0f ms each, which no pool explains: something else that"
                                    + " depends on the load makes them slower.",
                            load.users(), steady, measured.meanMs());
                };
    }

    /** What limits it; nobody knows what is inside, so a number of requests is not said to be one of threads. */
    static String limit(Experiment.Load load, Summary.Predicted predicted) {
        return predicted.limitedBy().equals("threads")
                ? text(
                        "limited by how many requests it takes at once: %d ÷ %s s = %.1f/s",
                        predicted.station(),
                        Verdict.number(load.hold().meanMillis() / 1_000),
                        predicted.bounds().threads())
                : Verdict.limit(load, predicted);
    }

    /** What each of several runs found; nothing of one, or if none found a limit. */
    static String runByRun(List<Integer> pools) {
        if (pools.size() == 1 || pools.stream().allMatch(Objects::isNull)) return "";
        return " Found run by run: "
                + pools.stream()
                        .map(pool -> pool == null ? "no limit" : pool.toString())
                        .collect(Collectors.joining(", "))
                + ".";
    }

    static String compared(Summary.Arm baseline, Summary.Arm target) {
        Ratio ratio = Ratio.paired(target.runs(), baseline.runs(), Summary.Measured::goodput);
        return text(
                "The target answers %.2f times the requests of the baseline in the same time %s, with a mean response of %.0f ms instead of"
                        + " %.0f ms.",
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
