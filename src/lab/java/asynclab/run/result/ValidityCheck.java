package asynclab.run.result;

import asynclab.document.Document.Check;
import asynclab.document.Document.CheckStatus;

/**
 * A check of a run's validity.
 *
 * @param ok false if it failed; true if it passed or is not applicable
 * @param serious whether no conclusion can be drawn if it failed
 * @param applicable whether the run has what it checks
 * @param detail its figure, or why it is not applicable
 */
public record ValidityCheck(
        CheckKind check, String arm, boolean ok, boolean serious, boolean applicable, String detail) {

    public CheckStatus status() {
        if (!applicable) return CheckStatus.NOT_APPLICABLE;
        return ok ? CheckStatus.GREEN : serious ? CheckStatus.RED : CheckStatus.AMBER;
    }

    /** The check in a document. */
    public Check shown() {
        return new Check(status(), arm, check.title(), detail);
    }
}
