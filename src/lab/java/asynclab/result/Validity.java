package asynclab.result;

import asynclab.result.ValidityCheck.CheckStatus;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a run is valid, by all its checks. A serious check that failed leaves no verdict. */
public final class Validity {

    /** The largest busy share of all processors that is allowed before a run. */
    public static final double IDLE_SHARE = 0.15;

    private static final String ALL_ARMS = "all";

    private Validity() {}

    /** Whether no serious check failed. */
    public static boolean isValid(List<ValidityCheck> checks) {
        return checks.stream().noneMatch(check -> check.status() == CheckStatus.RED);
    }

    /** The number of checks, and of each status. */
    public static String count(List<ValidityCheck> checks) {
        return checks.size() + " checks: "
                + Stream.of(CheckStatus.values())
                        .map(status -> Map.entry(
                                status,
                                checks.stream()
                                        .filter(check -> check.status() == status)
                                        .count()))
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Whether the machine was idle in the two seconds before the first server started. */
    public static ValidityCheck machineIdle(Map<String, Object> environment) {
        if (!(environment.get("busyBefore") instanceof Number busy))
            return ValidityCheck.notApplicable(
                    ValidityCheck.MACHINE_IDLE, ALL_ARMS, "the use of the processors before the run was not recorded");
        return new ValidityCheck(
                ValidityCheck.MACHINE_IDLE,
                ALL_ARMS,
                busy.doubleValue() <= IDLE_SHARE,
                false,
                String.format(
                        Locale.ROOT,
                        "processors %.0f %% busy before the run, limit %.0f %%",
                        100 * busy.doubleValue(),
                        100 * IDLE_SHARE));
    }

    /** The checks of a stored result. {@link #machineIdle} is added if the result is older than that check. */
    public static List<ValidityCheck> complete(List<ValidityCheck> stored, Map<String, Object> environment) {
        if (stored.stream().anyMatch(check -> check.check().equals(ValidityCheck.MACHINE_IDLE))) return stored;
        return Stream.concat(Stream.of(machineIdle(environment)), stored.stream())
                .toList();
    }
}
