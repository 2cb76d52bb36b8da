package asynclab.exchange;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The state of one request, and the decision who may end it.
 *
 * <pre>
 *            claim()               end(ending)
 *   OPEN ───────────────▶ CLAIMED ─────────────▶ ENDED
 *     waiting, or on a      one thread owns        counted; nobody touches
 *     request thread        the response           the response again
 * </pre>
 *
 * Answer, timeout, failure, a vanished client and a drain race to {@link #claim}; one compare-and-set decides (a lock does
 * not cure it: jakartaee/servlet #412) and the losers do nothing. Only the winner writes, and it alone calls {@link #end},
 * once. Any thread may call any method.
 */
public final class Exchange {

    private enum State {
        OPEN, // nobody has answered
        CLAIMED, // the winner is writing
        ENDED // counted
    }

    private final Ledger ledger;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

    private Exchange(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Enters a request in the ledger as started. */
    public static Exchange start(Ledger ledger) {
        ledger.started();
        return new Exchange(ledger);
    }

    /** True for exactly one caller: from here on the response is that caller's, who must then {@link #end} the exchange. */
    public boolean claim() {
        return state.compareAndSet(State.OPEN, State.CLAIMED);
    }

    /**
     * Counts the ending. Called by the winner of {@link #claim} when it has written and before it completes. (Jetty sends a
     * response with its last byte, so a quick client may have its answer a moment before it is counted.)
     *
     * @throws IllegalStateException if nobody claimed the exchange, or it has ended: a fault in this program
     */
    public void end(Ending ending) {
        if (!state.compareAndSet(State.CLAIMED, State.ENDED))
            throw new IllegalStateException("cannot end an exchange that is " + state.get());
        ledger.ended(ending);
    }

    /** True until somebody has claimed the exchange. */
    public boolean isOpen() {
        return state.get() == State.OPEN;
    }
}
