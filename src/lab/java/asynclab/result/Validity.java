package asynclab.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a run is valid: each check with its figure. A serious check that fails leaves no verdict. */
public final class Validity {

    /** Up to this share of all processors may be busy before a run. */
    public static final double IDLE_SHARE = 0.15;

    private static final String NOT_APPLICABLE = "not applicable: ";
    private static final String MACHINE_IDLE = "machine-idle";
    private static final String ALL_ARMS = "all";
    /** For a reader; in {@code summary.json} and JUnit's XML a check has its short name. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry(MACHINE_IDLE, "machine idle before the run"),
            Map.entry("samples", "number of requests"),
            Map.entry("errors", "failed requests"),
            Map.entry("draws", "hold times as predicted"),
            Map.entry("ledger", "request ledger"),
            Map.entry("littles-law", "Little's law"),
            Map.entry("order", "order of service"),
            Map.entry("machine", "processor use"),
            Map.entry("jmx", "readings over JMX"),
            Map.entry("alone", "requests without load"),
            Map.entry("client", "load generator"),
            Map.entry("same-work", "same work on both sides"));

    private Validity() {}

    /** What a check found, the worst first. */
    public enum State {
        RED("red"),
        AMBER("amber"),
        GREEN("green"),
        NOT_APPLICABLE("not applicable");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** As a style class. */
        public String colour() {
            return this == NOT_APPLICABLE ? "grey" : text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * @param ok false if it failed; true also if it is not applicable, which its detail says first
     * @param serious whether no conclusion can be drawn if it failed
     */
    public record Check(String check, String arm, boolean ok, boolean serious, String detail) {

        public static Check notApplicable(String check, String arm, String reason) {
            return new Check(check, arm, true, false, NOT_APPLICABLE + reason);
        }

        public State state() {
            if (!ok) return serious ? State.RED : State.AMBER;
            return detail.startsWith(NOT_APPLICABLE) ? State.NOT_APPLICABLE : State.GREEN;
        }

        /** The detail for a reader of the state, which need not be said twice. */
        public String text() {
            return state() == State.NOT_APPLICABLE ? detail.substring(NOT_APPLICABLE.length()) : detail;
        }

        /** The name for a reader, with the short one. */
        public String title() {
            String title = TITLES.get(check);
            return title == null ? check : title + " (" + check + ")";
        }
    }

    /** How many checks there are of each state, in words. */
    public static String count(List<Check> checks) {
        return checks.size() + " checks: "
                + Stream.of(State.values())
                        .map(state -> Map.entry(
                                state,
                                checks.stream().filter(c -> c.state() == state).count()))
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Whether nothing else ran on this machine in the two seconds before the first server started. */
    public static Check machineIdle(Map<String, Object> environment) {
        if (!(environment.get("busyBefore") instanceof Number busy))
            return Check.notApplicable(
                    MACHINE_IDLE, ALL_ARMS, "the use of the processors before the run was not recorded");
        return new Check(
                MACHINE_IDLE,
                ALL_ARMS,
                busy.doubleValue() <= IDLE_SHARE,
                false,
                text(
                        "processors %.0f %% busy before the run, limit %.0f %%",
                        100 * busy.doubleValue(), 100 * IDLE_SHARE));
    }

    /** The checks of a stored result, with {@link #machineIdle} if it was stored before there was this check. */
    public static List<Check> complete(List<Check> stored, Map<String, Object> environment) {
        if (stored.stream().anyMatch(check -> check.check().equals(MACHINE_IDLE))) return stored;
        return Stream.concat(Stream.of(machineIdle(environment)), stored.stream())
                .toList();
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
