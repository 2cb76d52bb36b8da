package asynclab.run.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The validity checks of a run. The table in the book's page {@code method.md} is the same. */
public enum CheckKind {
    MACHINE_IDLE(
            "machine idle before the run",
            "the processors were more than 15 % busy in the two seconds before the run",
            "no"),
    SAMPLES("number of requests", "the number of requests is not the planned number", "yes"),
    ERRORS("failed requests", "any request failed", "above 1 %", true),
    DRAWS("hold times as predicted", "a label differs from the predicted hold time", "yes"),
    LEDGER("request ledger", "the request ledger does not balance", "yes"),
    LITTLES_LAW("Little's law", "X · (R + Z) deviates from the number of users by more than 2 %", "yes"),
    STATIONARY(
            "halves of the steady window",
            "the halves of the steady window differ by more than 5 % and more than by chance",
            "no"),
    ORDER("order of service", "requests overtook the queue, and the model did not predict it", "no", true),
    ARRIVALS(
            "sends on schedule",
            "p99 of an open load's lateness is above 10 ms and a tenth of a request's time",
            "above half"),
    BURST(
            "sends at the same moment",
            "the requests of a burst were sent within more than 20 % of the hold time",
            "above 50 %",
            true),
    MACHINE("processor use", "client and server kept the processors more than 90 % busy", "no"),
    STOLEN("processor time stolen", "the host took more than 5 % of the processor time that was wanted", "no", true),
    JMX("readings over JMX", "the server did not answer a reading, or gave none for at least 2.5 seconds", "no"),
    LEFT_OUT("a run that was not valid", "a run of a series was not valid; it was measured again", "no", true);

    private final String title;
    private final String failsIf;
    private final String serious;
    private final boolean mayBeAmber;

    CheckKind(String title, String failsIf, String serious) {
        this(title, failsIf, serious, false);
    }

    /**
     * @param serious whether the run is not valid if it fails
     * @param mayBeAmber whether a reference may have this check amber: the check describes the server, or a doubt whose size the
     *     report states
     */
    CheckKind(String title, String failsIf, String serious, boolean mayBeAmber) {
        this.title = title;
        this.failsIf = failsIf;
        this.serious = serious;
        this.mayBeAmber = mayBeAmber;
    }

    /** The title for a reader, with the short name. */
    public String title() {
        return title + " (" + this + ")";
    }

    public String failsIf() {
        return failsIf;
    }

    public String serious() {
        return serious;
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
