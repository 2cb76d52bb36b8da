package asynclab.probe;

import static asynclab.document.Texts.text;

import asynclab.document.Texts;
import java.util.List;

/**
 * Requests that a service rejects at once, while it serves others.
 *
 * @param accepted the most requests in service at a rejection
 * @param rejectedMs the mean time of a rejection
 */
record Rejections(int accepted, int rejected, double rejectedMs, double unloadedMs) {

    private static final double AT_ONCE = 0.5; // of the response time without load

    /** @return null if something else is wrong than rejections that come at once */
    static Rejections of(List<ProbeResponse> responses, double unloadedMs) {
        List<ProbeResponse> bad = responses.stream().filter(one -> !one.isOk()).toList();
        double millis =
                bad.stream().mapToDouble(ProbeResponse::millis).average().orElseThrow();
        if (!bad.stream().allMatch(ProbeResponse::isRejected) || millis > AT_ONCE * unloadedMs) return null;
        int most = 0;
        for (ProbeResponse rejection : bad) {
            long then = (rejection.startNanos() + rejection.endNanos()) / 2;
            int held = (int) responses.stream()
                    .filter(one -> one.isOk() && one.isInFlightAt(then))
                    .count();
            most = Math.max(most, held);
        }
        return new Rejections(most, bad.size(), millis, unloadedMs);
    }

    String words() {
        return text(
                "%,d requests were rejected after %s ms, while %,d others were served in %s ms.",
                rejected, Texts.number(rejectedMs), accepted, Texts.number(unloadedMs));
    }
}
