package asynclab.document;

import asynclab.options.LabException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether a threshold was met, and by which figure.
 *
 * @param threshold as the user typed it
 */
public record Judgement(String threshold, boolean met, String detail) {

    /** @param comparison one of < <= = >= > */
    public static boolean holds(double measured, String comparison, double bound) {
        return switch (comparison) {
            case "<" -> measured < bound;
            case "<=" -> measured <= bound;
            case "=" -> measured == bound;
            case ">=" -> measured >= bound;
            default -> measured > bound;
        };
    }

    /** @throws LabException if one was not met */
    public static void failUnlessMet(List<Judgement> judgements) {
        String missed = judgements.stream()
                .filter(judgement -> !judgement.met)
                .map(Judgement::toString)
                .collect(Collectors.joining("; "));
        if (!missed.isEmpty()) throw new LabException(missed + ".");
    }

    @Override
    public String toString() {
        return threshold + (met ? " is met: " : " is not met: ") + detail;
    }
}
