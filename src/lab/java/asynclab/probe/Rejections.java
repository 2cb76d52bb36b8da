package asynclab.probe;

import static asynclab.document.Texts.text;

import asynclab.document.Texts;
import java.util.List;
import java.util.function.Predicate;

/**
 * Requests that a service rejects at once, while it serves others.
 *
 * @param accepted the requests in flight at a rejection that were served: the median over the rejections. A response on its way counts.
 * @param fewest the fewest that were in flight from the start to the end of a rejection
 * @param most the most that were in flight at any time of a rejection
 * @param rejectedMs the mean time of a rejection
 */
record Rejections(int accepted, int fewest, int most, int rejected, double rejectedMs, double unloadedMs) {

    private static final double AT_ONCE = 0.5; // of the response time without load

    /** @return null if some errors are not rejections, or if the rejections take long */
    static Rejections of(List<ProbeResponse> responses, double unloadedMs) {
        List<ProbeResponse> bad = responses.stream().filter(one -> !one.isOk()).toList();
        double millis =
                bad.stream().mapToDouble(ProbeResponse::millis).average().orElseThrow();
        if (!bad.stream().allMatch(ProbeResponse::isRejected) || millis > AT_ONCE * unloadedMs) return null;
        List<ProbeResponse> good =
                responses.stream().filter(ProbeResponse::isOk).toList();
        double[] held = new double[bad.size()];
        int fewest = good.size();
        int most = 0;
        for (int i = 0; i < held.length; i++) {
            long from = bad.get(i).startNanos();
            long to = bad.get(i).endNanos();
            held[i] = count(good, one -> one.isInFlightAt((from + to) / 2));
            fewest = Math.min(fewest, count(good, one -> one.isInFlightAt(from) && one.isInFlightAt(to)));
            most = Math.max(most, count(good, one -> one.startNanos() < to && from < one.endNanos()));
        }
        int median = (int) NetworkTime.median(held);
        if (median == 0 || beyond(good, median) >= median)
            return null; // it rejects by their rate, not by how many are in flight
        return new Rejections(median, fewest, most, bad.size(), millis, unloadedMs);
    }

    /** How many were served while more than so many were in flight. */
    private static int beyond(List<ProbeResponse> good, int accepted) {
        return count(good, one -> {
            long middle = (one.startNanos() + one.endNanos()) / 2;
            return count(good, other -> other.isInFlightAt(middle)) > accepted;
        });
    }

    private static int count(List<ProbeResponse> some, Predicate<ProbeResponse> which) {
        return (int) some.stream().filter(which).count();
    }

    String words() {
        return text(
                "%,d requests were rejected after %s ms, while %,d others were served in %s ms.",
                rejected, Texts.number(rejectedMs), accepted, Texts.number(unloadedMs));
    }
}
