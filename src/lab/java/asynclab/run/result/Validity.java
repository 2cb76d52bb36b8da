package asynclab.run.result;

import static asynclab.document.Texts.text;

import asynclab.document.Document.CheckStatus;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether a run is valid, by all its checks. A serious check that failed leaves no verdict. */
public final class Validity {

    /** The largest busy share of all processors that is allowed before a run. */
    public static final double IDLE_SHARE = 0.15;

    /** The arm of a check that is about all of them. */
    public static final String ALL_ARMS = "all";

    private static final Set<CheckKind> OF_THE_SERVER = EnumSet.of(CheckKind.ERRORS, CheckKind.LEDGER);

    private Validity() {}

    /** Whether no serious check failed. */
    public static boolean isValid(List<ValidityCheck> checks) {
        return checks.stream().noneMatch(check -> check.status() == CheckStatus.RED);
    }

    /** Whether a result with this check may become a reference. */
    public static boolean isFitForReference(ValidityCheck check) {
        return check.ok() || !check.serious() && check.check().mayBeAmber();
    }

    /**
     * The check about a run that a series leaves out and measures again; null if the run is fit for a reference, or if the server itself
     * failed: many requests have failed, or the ledger does not balance. Such a run stays in the series.
     *
     * @param number of the run
     * @param throughput of the run, in requests per second
     */
    public static ValidityCheck leftOut(int number, double throughput, List<ValidityCheck> checks) {
        List<ValidityCheck> unfit =
                checks.stream().filter(check -> !isFitForReference(check)).toList();
        if (unfit.isEmpty() || unfit.stream().anyMatch(check -> OF_THE_SERVER.contains(check.check()))) return null;
        return CheckKind.LEFT_OUT.of(
                unfit.get(0).arm(),
                false,
                false,
                text(
                        "run %d was not valid and was measured again; it had %.1f req/s; %s",
                        number,
                        throughput,
                        unfit.stream()
                                .map(check -> check.check().title() + ": " + check.detail())
                                .collect(Collectors.joining("; "))));
    }

    /** Whether the machine was idle in the two seconds before the first server started. */
    public static ValidityCheck machineIdle(Map<String, Object> environment) {
        if (!(environment.get("busyBefore") instanceof Number busy))
            return CheckKind.MACHINE_IDLE.notApplicable(
                    ALL_ARMS, "the use of the processors before the run was not recorded");
        return CheckKind.MACHINE_IDLE.of(
                ALL_ARMS,
                busy.doubleValue() <= IDLE_SHARE,
                false,
                text(
                        "processors %.0f %% busy before the run, limit %.0f %%",
                        100 * busy.doubleValue(), 100 * IDLE_SHARE));
    }
}
