package asynclab.exchange;

import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine of one request. It decides which thread ends the request, and when. It uses no servlet types; {@link
 * AsyncExchange} joins it to a container.
 *
 * <pre>
 * States
 * OPEN      The request waits. Any thread may claim it or begin a step.
 * STEPPING  The request waits, and one thread reads or writes a part of a body.
 * CLAIMED   One caller has won the response. No step begins any more.
 * ENDED     The request is counted. No thread touches its response any more.
 *
 * Flags
 * pendingEnd   The winner's end, which the thread of the running step runs. Null if there is none.
 * lastThread   The last thread that began a step or an end.
 * nestedSteps  Steps that were started within the running step. Null if there are none.
 *
 *            step()
 *   OPEN --------------&gt; STEPPING
 *    |   &lt;--------------    |
 *    |    step is over      |
 *    |                      | claim(): the step goes on,
 *    | claim()              | then its thread runs the end
 *    v                      |
 *  CLAIMED &lt;----------------+
 *    |
 *    | end(ending)
 *    v
 *  ENDED
 * </pre>
 *
 * <ol>
 *   <li>An answer, a timeout, a failure, a client that has gone and a drain race to {@link #claim}. One caller wins. The others
 *       do nothing. (A lock around the response is no cure: jakartaee/servlet #412.)
 *   <li>Only the winner writes. It runs the tasks of {@link #whenEnded} before the client can have the last byte ({@link #giveBack}). It
 *       counts the request, once ({@link #end}).
 *   <li>A step and an end exclude each other. If a step is running at a claim, its thread runs the end after the step. Only
 *       another step and the container ({@link #awaitStep}) wait for a step.
 *   <li>A step that is started within a step runs after it, on the same thread. {@code WriteListener} does not promise that
 *       {@code setWriteListener} has returned before the first call. (Payara 5 calls in {@code service()}. Tomcat does so on a
 *       thread that is not the container's. See also tyrus #119.)
 * </ol>
 *
 * <p>Any thread may call any method: the request thread, the scheduler, a worker, a client, a thread of the container, the
 * publisher of an event, and the thread that stops the application. No lock is held while an end or a task runs, except while a
 * writer thread sends a reply ({@link #excludingSteps}).
 */
public final class Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    /** The value of endTasks when these have run. */
    private static final Runnable GIVEN_BACK = () -> {};

    private enum ExchangeState {
        OPEN,
        STEPPING,
        CLAIMED,
        ENDED
    }

    private final Ledger ledger;
    private final long startedNanos = System.nanoTime();
    private final Object stepLock = new Object(); // held throughout a step
    private volatile ExchangeState state = ExchangeState.OPEN; // writes are guarded by this
    private Runnable pendingEnd; // guarded by this
    private Thread lastThread; // guarded by this
    private Runnable endTasks; // null for none, GIVEN_BACK when they have run; guarded by this
    private Queue<Runnable> nestedSteps; // guarded by stepLock

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

    /** True until a caller has claimed the exchange. */
    public boolean isOpen() {
        ExchangeState now = state;
        return now == ExchangeState.OPEN || now == ExchangeState.STEPPING;
    }

    /** True from the moment the request is counted. */
    boolean hasEnded() {
        return state == ExchangeState.ENDED;
    }

    /**
     * Claims a request that has no steps, on its request thread.
     *
     * @return true for exactly one caller, which then writes the response and must call {@link #end}
     */
    public synchronized boolean claim() {
        if (state != ExchangeState.OPEN) return false;
        state = ExchangeState.CLAIMED;
        return true;
    }

    /**
     * Claims the exchange and runs {@code winnersEnd}, which writes the response and calls {@link #end}. It runs on this thread. If
     * a step is running, it runs after the step, on the thread of the step.
     *
     * @return whether this caller has won
     */
    boolean claim(Runnable winnersEnd) {
        synchronized (this) {
            if (state == ExchangeState.STEPPING) {
                state = ExchangeState.CLAIMED;
                pendingEnd = winnersEnd;
                return true;
            }
            if (!claim()) return false;
            lastThread = Thread.currentThread();
        }
        winnersEnd.run();
        return true;
    }

    /**
     * Runs the step unless the exchange is claimed. Waits for the step of another thread. Within a step it returns at once, and the
     * new step runs after the running one, unless that one throws.
     */
    void step(Runnable step) {
        if (Thread.holdsLock(stepLock)) {
            if (nestedSteps == null) nestedSteps = new ArrayDeque<>();
            nestedSteps.add(step);
            return;
        }
        Runnable end = null;
        try {
            synchronized (stepLock) {
                try {
                    runSteps(step);
                } finally {
                    nestedSteps = null;
                    end = takePendingEnd();
                }
            }
        } finally {
            if (end != null) end.run();
        }
    }

    /** Runs the step, then every nested step, until the exchange is claimed. */
    private void runSteps(Runnable step) {
        for (Runnable next = step;
                next != null && enterStep();
                next = nestedSteps == null ? null : nestedSteps.poll()) {
            try {
                next.run();
            } finally {
                leaveStep();
            }
        }
    }

    /** Runs a task of a claimed exchange while no step runs: for a reply that another thread than the winner writes. */
    void excludingSteps(Runnable task) {
        synchronized (stepLock) {
            task.run();
        }
    }

    /** Returns when no other thread is in a step. The container calls it before it reuses the request and the response. */
    void awaitStep() {
        synchronized (stepLock) {
            // Nothing to do: the lock was free, so no step runs.
        }
    }

    /** Whether this thread was the last to begin a step or an end. Such a thread must not wait for the end. */
    synchronized boolean isOnThisThread() {
        return lastThread == Thread.currentThread();
    }

    private synchronized boolean enterStep() {
        if (state != ExchangeState.OPEN) return false;
        state = ExchangeState.STEPPING;
        lastThread = Thread.currentThread();
        return true;
    }

    private synchronized void leaveStep() {
        if (state == ExchangeState.STEPPING) state = ExchangeState.OPEN;
    }

    private synchronized Runnable takePendingEnd() {
        Runnable end = pendingEnd;
        pendingEnd = null;
        return end;
    }

    /**
     * Runs the tasks of {@link #whenEnded}. Called before the last byte of the response is written, by the winner or within a step. So a
     * client that has its answer finds everything free that its next request needs: permits, slots, places in a queue.
     */
    void giveBack() {
        Runnable tasks;
        synchronized (this) {
            tasks = endTasks;
            endTasks = GIVEN_BACK;
        }
        if (tasks != null) runSafely(tasks);
    }

    /**
     * Counts the ending, and gives back what {@link #giveBack} has not. The winner calls it after it has written the response and before
     * {@code complete()}. (On Jetty the client gets the answer after that. On other containers a quick client may get it shortly before it
     * is counted. It never gets it before everything is given back.)
     *
     * @throws IllegalStateException if the exchange is not claimed, or has ended: a bug in this application
     */
    public void end(Ending ending) {
        synchronized (this) {
            if (state != ExchangeState.CLAIMED)
                throw new IllegalStateException("cannot end an exchange that is " + state);
            state = ExchangeState.ENDED;
            ledger.ended(ending);
        }
        giveBack();
    }

    /**
     * Adds a task to the list of tasks that run at the end, the only such list. Each task runs once: before the last byte of the response
     * can reach the client, on the thread that ends the exchange. If they have run, the task runs at once. Tasks run in the order in
     * which they were added, even if an earlier one throws. A task must not block.
     */
    public void whenEnded(Runnable task) {
        synchronized (this) {
            if (endTasks != GIVEN_BACK) {
                endTasks = endTasks == null ? task : new InOrder(endTasks, task);
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

    /** Logs what the task throws, so that the next task runs and the response is let go. */
    static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            LOG.error("A task at the end of a request failed", thrown);
        }
    }
}
