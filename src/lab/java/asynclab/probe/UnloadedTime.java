package asynclab.probe;

import asynclab.probe.ProbeResult.UnloadedRequest;
import java.util.ArrayList;
import java.util.List;

/** The response time of a request that does not wait, from the steps without waiting, and its part outside the service. */
final class UnloadedTime {

    private static final double SAME = 1.05; // a step that takes longer was disturbed, or warmed the service up

    private final List<ProbeStep> steps = new ArrayList<>();
    private double connectMs;
    private Double otherMs;

    /** @param otherMs the response time of a second URL; null without one */
    void outside(double connectMs, Double otherMs) {
        this.connectMs = connectMs;
        this.otherMs = otherMs;
    }

    /** Adds a step whose requests do not wait. */
    void add(ProbeStep step) {
        steps.add(step);
    }

    /** Leaves out the steps with more users than the limit, whose requests wait a little. One step remains. */
    void upTo(int limit) {
        steps.removeIf(step -> step.users() > limit && steps.size() > 1);
    }

    boolean isKnown() {
        return !steps.isEmpty();
    }

    int mostUsers() {
        return steps.get(steps.size() - 1).users();
    }

    private List<ProbeStep> same() {
        double least = steps.stream().mapToDouble(ProbeStep::meanMs).min().orElseThrow();
        return steps.stream().filter(step -> step.leastMeanMs() <= SAME * least).toList();
    }

    /** The mean response time. */
    double meanMs() {
        List<ProbeStep> same = same();
        return same.stream()
                        .mapToDouble(step -> step.meanMs() * step.responses())
                        .sum()
                / same.stream().mapToInt(ProbeStep::responses).sum();
    }

    UnloadedRequest request() {
        return new UnloadedRequest(meanMs(), NetworkTime.of(connectMs, otherMs, meanMs()), spreadPercent());
    }

    private double spreadPercent() {
        var means = same().stream().mapToDouble(ProbeStep::meanMs).summaryStatistics();
        return 100 * (means.getMax() - means.getMin()) / 2 / meanMs();
    }
}
