package asynclab.probe;

import static asynclab.document.Texts.text;

import asynclab.document.Texts;
import java.util.Comparator;
import java.util.List;

/** Parts of a probe's verdict that are computed from its steps. */
final class ProbeVerdict {

    private static final double SURELY_SAME = 1.25;

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

    static String users(ProbeStep step) {
        return text(step.users() == 1 ? "%,d user" : "%,d users", step.users());
    }
}
