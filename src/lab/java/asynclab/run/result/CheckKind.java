package asynclab.run.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The validity checks of a run. The book's page {@code method.md} says when each of them fails, and when it is serious. */
public enum CheckKind {
    MACHINE_IDLE("machine idle before the run"),
    SAMPLES("number of requests"),
    ERRORS("failed requests", true),
    DRAWS("hold times as predicted"),
    LEDGER("request ledger"),
    LITTLES_LAW("Little's law"),
    STATIONARY("halves of the steady window"),
    ORDER("order of service", true),
    ARRIVALS("sends on schedule"),
    BURST("sends at the same moment", true),
    MACHINE("processor use"),
    JMX("readings over JMX"),
    LEFT_OUT("a run that was not valid", true);

    private final String title;
    private final boolean mayBeAmber;

    CheckKind(String title) {
        this(title, false);
    }

    /**
     * @param mayBeAmber whether a reference may have this check amber: the check describes the server, or a doubt whose size the
     *     report states
     */
    CheckKind(String title, boolean mayBeAmber) {
        this.title = title;
        this.mayBeAmber = mayBeAmber;
    }

    /** The title for a reader, with the short name. */
    public String title() {
        return title + " (" + this + ")";
    }

    /** The outcome of this check, with its figure. */
    public ValidityCheck of(String arm, boolean ok, boolean serious, String detail) {
        return new ValidityCheck(this, arm, ok, serious, true, detail);
    }

    /** The check is not applicable to this run, for this reason. */
    public ValidityCheck notApplicable(String arm, String reason) {
        return new ValidityCheck(this, arm, true, false, false, reason);
    }

    boolean mayBeAmber() {
        return mayBeAmber;
    }

    /** The short name, as stored. */
    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
