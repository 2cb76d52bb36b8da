package asynclab.probe;

import static asynclab.document.Texts.text;

import asynclab.document.Texts;
import java.util.Comparator;
import java.util.List;

/** Parts of a probe's verdict that are computed from its steps. */
final class ProbeVerdict {

    private static final double SURELY_SAME = 1.25;
    private static final double NEAR = 0.9;

    private ProbeVerdict() {}

    /**
     * No limit was found. If rounds differ much, a longer mean does not decide that requests wait. Nor does it show that none waits.
     *
     * @param rate whether the client held the load back
     */
    static String withoutLimit(List<ProbeStep> steps, boolean rate) {
        ProbeStep last = steps.get(steps.size() - 1);
        ProbeStep fastest =
                steps.stream().min(Comparator.comparing(ProbeStep::meanMs)).orElseThrow();
        boolean sure = last.meanMs() <= SURELY_SAME * fastest.meanMs();
        String found = sure ? "No limit was reached" : "No limit is certain";
        String perSecond = Texts.measured(last.perSecond());
        String waits = sure
                ? ", and no request waits."
                : text(
                        ". With %s they took %s ms, and the times differ by %.0f %% between rounds.",
                        users(fastest),
                        Texts.measured(fastest.meanMs()),
                        last.spreadPercent() == null ? 0 : last.spreadPercent());
        return rate
                ? text("%s: -DmaxRps held the load at %s req/s with %s%s", found, perSecond, users(last), waits)
                : text(
                        "%s with %s: %s req/s at %s ms each%s",
                        found, users(last), perSecond, Texts.measured(last.meanMs()), waits);
    }

    /**
     * A proxy may be near and the service far behind it. To open a connection then takes a short time, but a request takes long on its way.
     *
     * @param otherMs the second URL's time without load; null without one
     * @return a sentence; empty if the limit would be much the same
     */
    static String behindAProxy(LimitFit fit, double perSecond, double unloadedMs, Double otherMs) {
        if (otherMs == null || otherMs >= unloadedMs) return "";
        long limit = Math.max(1, Math.round(perSecond * (unloadedMs - otherMs) / 1_000));
        if (limit >= fit.from() || limit > NEAR * fit.limit()) return "";
        return text(
                " If the %s ms of the second URL are the way to the service, as behind a proxy, the service takes only %,d at a time.",
                Texts.measured(otherMs), limit);
    }

    /** @param size of a pool, which the service states and the measurement does not fit */
    static String stated(LimitFit fit, double size) {
        return text(
                "The service states a size of %,.0f, but the measurement fits %,d to %,d. %s",
                size,
                fit.from(),
                fit.to(),
                size < fit.from()
                        ? "A request may take it for a part of its time, or there are several instances."
                        : "Something else may limit it first.");
    }

    static String users(ProbeStep step) {
        return text(step.users() == 1 ? "%,d user" : "%,d users", step.users());
    }
}
