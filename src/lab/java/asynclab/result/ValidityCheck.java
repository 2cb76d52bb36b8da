package asynclab.result;

import java.util.Map;

/**
 * A check of a run's validity.
 *
 * @param check its short name
 * @param ok false if it failed; true if it passed or is not applicable
 * @param serious whether no conclusion can be drawn if it failed
 * @param applicable whether the run has what it checks
 * @param detail its figure, or why it is not applicable
 */
public record ValidityCheck(String check, String arm, boolean ok, boolean serious, boolean applicable, String detail) {

    static final String MACHINE_IDLE = "machine-idle";
    public static final String DRAWS = "draws";

    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry(MACHINE_IDLE, "machine idle before the run"),
            Map.entry("samples", "number of requests"),
            Map.entry("errors", "failed requests"),
            Map.entry(DRAWS, "hold times as predicted"),
            Map.entry("ledger", "request ledger"),
            Map.entry("littles-law", "Little's law"),
            Map.entry("stationary", "halves of the steady window"),
            Map.entry("order", "order of service"),
            Map.entry(Validity.LEFT_OUT, "a run that was not valid"),
            Map.entry("burst", "sends at the same moment"),
            Map.entry("machine", "processor use"),
            Map.entry("jmx", "readings over JMX"),
            Map.entry("alone", "requests without load"),
            Map.entry("client", "load generator"),
            Map.entry("same-work", "same work on both sides"));

    /** The status of a check, the worst first. */
    public enum CheckStatus {
        RED("red"),
        AMBER("amber"),
        GREEN("green"),
        NOT_APPLICABLE("not applicable");

        private final String text;

        CheckStatus(String text) {
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

    /** A check that is applicable. */
    public ValidityCheck(String check, String arm, boolean ok, boolean serious, String detail) {
        this(check, arm, ok, serious, true, detail);
    }

    public static ValidityCheck notApplicable(String check, String arm, String reason) {
        return new ValidityCheck(check, arm, true, false, false, reason);
    }

    public CheckStatus status() {
        if (!applicable) return CheckStatus.NOT_APPLICABLE;
        return ok ? CheckStatus.GREEN : serious ? CheckStatus.RED : CheckStatus.AMBER;
    }

    /** The title for a reader, with the short name. */
    public String title() {
        String title = TITLES.get(check);
        return title == null ? check : title + " (" + check + ")";
    }
}
