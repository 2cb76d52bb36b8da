package asynclab.run.result;

import asynclab.run.result.figures.Measured;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The conclusion from the arms of a result.
 *
 * @param ratio asynchronous ÷ blocking goodput; null if nothing was compared
 */
public record Conclusion(Kind kind, @JsonInclude(JsonInclude.Include.NON_NULL) Ratio ratio) {

    private static final String VIRTUAL = "virtual"; // so begin the names of all arms on virtual threads
    private static final double PAYS = 1.05; // Georges et al. 2007: the lower bound must be above this, not the mean

    public enum Kind {
        /** Asynchronous processing increases the goodput. */
        @JsonProperty("pays")
        PAYS,
        @JsonProperty("changes-nothing")
        CHANGES_NOTHING,
        /** The interval of the ratio reaches from no gain to a gain. */
        @JsonProperty("undecided")
        UNDECIDED,
        /** There was no pair of arms to compare. */
        @JsonProperty("not-compared")
        NOT_COMPARED,
        /** A serious validity check failed. */
        @JsonProperty("invalid")
        INVALID
    }

    /** The conclusion of an experiment. It compares the first asynchronous arm with the first blocking arm. */
    public static Conclusion of(List<ArmResult> arms, List<ValidityCheck> validity) {
        ArmResult blocking = blocking(arms);
        ArmResult async = asynchronous(arms);
        if (!Validity.isValid(validity)) return new Conclusion(Kind.INVALID, null);
        if (blocking == null || async == null || ArmResult.areLevels(arms))
            return new Conclusion(Kind.NOT_COMPARED, null);
        Ratio ratio = Ratio.paired(async.runs(), blocking.runs(), Measured::goodput);
        return new Conclusion(kind(ratio.low(), ratio.high()), ratio);
    }

    /** The conclusion from the bounds of the ratio's interval. They are equal if there is no interval, and not numbers if a run had no answer. */
    public static Kind kind(double low, double high) {
        return low > PAYS ? Kind.PAYS : high <= PAYS ? Kind.CHANGES_NOTHING : Kind.UNDECIDED;
    }

    /** The first arm that can hold a limited number of requests at once, or null. */
    public static ArmResult blocking(List<ArmResult> arms) {
        return arms.stream()
                .filter(arm -> arm.predicted().station() != null)
                .findFirst()
                .orElse(null);
    }

    /** The first arm that can hold any number of requests at once, and is not blocking on virtual threads; or null. */
    public static ArmResult asynchronous(List<ArmResult> arms) {
        return arms.stream()
                .filter(arm -> arm.predicted().station() == null && !arm.name().startsWith(VIRTUAL))
                .findFirst()
                .orElse(null);
    }
}
