package asynclab.exchange;

import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of one request, and every decision about its end: who may end it, when, and what follows once. It knows nothing of
 * servlets; {@link AsyncExchange} joins it to a container.
 *
 * <pre>
 *           step ▶
 *      OPEN ─────── STEPPING    open, and a part of the body is being read or written
 *        │  ◀ over     │
 *  claim │             │ claim: carried out by the step's thread, when the step is over
 *        ▼             │
 *     CLAIMED ◀────────┘        one thread owns the response
 *        │ end(ending)
 *        ▼
 *      ENDED                    counted; nobody touches the response again
 * </pre>
 *
 * <ol>
 *   <li>Answer, timeout, failure, a vanished client and a drain race to {@link #claim}. One compare-and-set decides; the losers
 *       do nothing. (A lock round the response does not cure it: jakartaee/servlet #412.)
 *   <li>Only the winner writes, and it alone calls {@link #end}, once, which counts the request and runs what
 *       {@link #whenEnded} was given, once.
 *   <li>A step and an end exclude each other: no step begins after a claim, and a claim in the middle of a step, by whichever
 *       thread, the step's own included, is carried out when the step is over. For a step only another step waits, and the
 *       container ({@link #awaitStep}).
 *   <li>A step that begins within a step runs when that one is over, on the same thread. For a container may call a listener
 *       while it is being set: {@code WriteListener} promises a first call when it is possible to write and does not say that
 *       {@code setWriteListener} has returned by then. (Payara 5 does so in {@code service()}, Tomcat on a thread that is not
 *       the container's; seen by tyrus, too: its #119.)
 * </ol>
 *
 * <p>Any thread may call any method: the request's; the scheduler's, when a time has come; a worker's or a client's, with an
 * answer or a failure; the container's, for its events and for steps; a publisher's, for steps; and whoever stops the
 * application. No lock is held while an end or a task runs,
 * but for a reply that a writer sends ({@link #excludingSteps}).
 */
public final class Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private enum State {
        OPEN,
        STEPPING,
        CLAIMED,
        ENDED
    }

    private final Ledger ledger;
    private final long startedNanos = System.nanoTime();
    private final Object oneStep = new Object(); // held throughout a step
    private volatile State state = State.OPEN; // changed, as these, holding this, which nobody does for long
    private Runnable handedOver; // to the step's thread, by the winner
    private Thread latest; // in a step, or to run an end
    private Runnable afterEnd;
    private Queue<Runnable> within; // steps that began within the one that is running; guarded by oneStep

    private Exchange(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Enters a request in the ledger as started. */
    public static Exchange start(Ledger ledger) {
        ledger.started();
        return new Exchange(ledger);
    }

    /** When the request entered, by {@link System#nanoTime}. */
    public long startedNanos() {
        return startedNanos;
    }

    /**
     * For a request that has no steps, on its request thread. True for exactly one caller: from here on the response is that
     * caller's, who must then {@link #end} the exchange.
     */
    public synchronized boolean claim() {
        if (state != State.OPEN) return false;
        state = State.CLAIMED;
        return true;
    }

    /**
     * Ends the exchange by what is given, which writes the response and calls {@link #end}; that of exactly one caller runs, on
     * this thread, or after the step that is running, on the step's.
     *
     * @return whether it is this caller's that runs
     */
    boolean claim(Runnable winners) {
        synchronized (this) {
            if (state == State.STEPPING) {
                state = State.CLAIMED;
                handedOver = winners;
                return true;
            }
            if (!claim()) return false;
            latest = Thread.currentThread();
        }
        winners.run();
        return true;
    }

    /**
     * Runs the step, after another one if that is running; without effect if somebody has claimed the exchange by then. Within a
     * step it returns at once, and the step comes after that one, unless that one throws: what is ready to be written can be
     * something else when a step is over.
     */
    void step(Runnable step) {
        if (Thread.holdsLock(oneStep)) {
            if (within == null) within = new ArrayDeque<>();
            within.add(step);
            return;
        }
        Runnable end = null;
        try {
            synchronized (oneStep) {
                try {
                    runSteps(step);
                } finally {
                    within = null;
                    end = takeHandedOver();
                }
            }
        } finally {
            if (end != null) end.run();
        }
    }

    /** The step, and then each that has begun within it or within those, while nobody has claimed the exchange. */
    private void runSteps(Runnable step) {
        for (Runnable next = step; next != null && enterStep(); next = within == null ? null : within.poll()) {
            try {
                next.run();
            } finally {
                leaveStep();
            }
        }
    }

    /** Runs the task as a step, but of an exchange that has been claimed: for a reply that somebody else writes than the winner. */
    void excludingSteps(Runnable task) {
        synchronized (oneStep) {
            task.run();
        }
    }

    /** Returns when no other thread is in a step: for the container, before it reuses what a step reads or writes. */
    void awaitStep() {
        synchronized (oneStep) {
            // nothing: to have entered is enough
        }
    }

    /** Whether it is this thread that was the last to begin a step or an end, for which it therefore must not wait. */
    synchronized boolean isOnThisThread() {
        return latest == Thread.currentThread();
    }

    private synchronized boolean enterStep() {
        if (state != State.OPEN) return false;
        state = State.STEPPING;
        latest = Thread.currentThread();
        return true;
    }

    private synchronized void leaveStep() {
        if (state == State.STEPPING) state = State.OPEN;
    }

    private synchronized Runnable takeHandedOver() {
        Runnable end = handedOver;
        handedOver = null;
        return end;
    }

    /**
     * Counts the ending. Called by the winner of a claim when it has written and before it completes. (On Jetty the client has
     * its answer after that. On other containers a quick client may have it a moment before it is counted.)
     *
     * @throws IllegalStateException if nobody claimed the exchange, or it has ended: a fault in this program
     */
    public void end(Ending ending) {
        Runnable tasks;
        synchronized (this) {
            if (state != State.CLAIMED) throw new IllegalStateException("cannot end an exchange that is " + state);
            state = State.ENDED;
            ledger.ended(ending);
            tasks = afterEnd;
            afterEnd = null;
        }
        if (tasks != null) runSafely(tasks);
    }

    /**
     * Runs the task once, when the exchange has been counted, on the thread that ends it; at once if it has ended. Tasks run in
     * the order they were given, each whatever the others throw. They must not block.
     */
    public void whenEnded(Runnable task) {
        synchronized (this) {
            if (state != State.ENDED) {
                afterEnd = afterEnd == null ? task : new InOrder(afterEnd, task);
                return;
            }
        }
        runSafely(task);
    }

    private record InOrder(Runnable earlier, Runnable last) implements Runnable {
        @Override
        public void run() {
            runSafely(earlier);
            runSafely(last);
        }
    }

    /** What the task throws must not keep the next task, nor the response, waiting. */
    static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            LOG.error("A task at the end of a request failed", thrown);
        }
    }

    /** True until somebody has claimed the exchange. */
    public boolean isOpen() {
        State now = state;
        return now == State.OPEN || now == State.STEPPING;
    }
}
