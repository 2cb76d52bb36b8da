package asynclab.resource;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of permits, granted in order of arrival. A waiting ticket needs no thread. Thread-safe; the lock is held for a few
 * instructions and never while a holder is told. Only one thread at a time tells the holders. If another thread frees a permit
 * meanwhile, the first thread also tells the next holder. Otherwise a holder that gives back at once would call the next holder from
 * within, and a thousand of them would overflow the stack.
 */
public final class Permits {

    private static final Logger LOG = LoggerFactory.getLogger(Permits.class);

    private final int total;
    private final int maxWaiting;
    private final Queue<Ticket> queue = new ArrayDeque<>();
    private final Queue<Ticket> untold = new ArrayDeque<>(); // granted, but their holders have not been told
    private boolean telling;
    private int free;
    private int waiting; // tickets in the queue that have not given up
    private long arrivals;
    private long grants;

    public Permits(int total, int maxWaiting) {
        this.total = total;
        this.maxWaiting = maxWaiting;
        free = total;
    }

    /** All figures from one moment. */
    record PermitFigures(int permits, int free, int waiting) {}

    private enum TicketState {
        NEW, // not yet requested
        WAITING, // in the queue
        GRANTED, // has a permit
        OVER // given back, or given up before a grant
    }

    /** A request for a permit. */
    public final class Ticket {
        private final Consumer<Ticket> granted;
        private TicketState state = TicketState.NEW;
        private long arrival;
        private volatile long grant; // its number among all grants, from 1

        private Ticket(Consumer<Ticket> granted) {
            this.granted = granted;
        }

        /** Its number among all tickets that were requested, from 1. */
        public long arrival() {
            return arrival;
        }

        /** Its number among all grants, from 1; 0 before the grant. */
        public long grant() {
            return grant;
        }

        /** Gives the permit back, or stops waiting for it. Any thread may call this, any number of times; it counts once. */
        public void giveBack() {
            synchronized (Permits.this) {
                TicketState before = state;
                state = TicketState.OVER;
                if (before == TicketState.OVER || before == TicketState.NEW) return;
                if (before == TicketState.WAITING) {
                    waiting--;
                    dropGivenUp();
                    return;
                }
                free++;
                grantNext();
            }
            tellHolders();
        }
    }

    /**
     * A ticket to be handed to {@link #request}; {@code granted} runs at most once, on a thread that frees a permit, and must not
     * block. If it throws, the permit is given back.
     */
    public Ticket ticket(Consumer<Ticket> granted) {
        return new Ticket(granted);
    }

    /** Takes a permit or a place in the queue. @return false if too many tickets wait; this ticket is then void */
    public boolean request(Ticket ticket) {
        synchronized (this) {
            if (ticket.state != TicketState.NEW) return true; // given up before this request
            if (free == 0 && waiting >= maxWaiting) {
                ticket.state = TicketState.OVER;
                return false;
            }
            ticket.state = TicketState.WAITING;
            ticket.arrival = ++arrivals;
            queue.add(ticket);
            waiting++;
            if (free > 0) grantNext();
        }
        tellHolders();
        return true;
    }

    private void grantNext() {
        dropGivenUp();
        Ticket next = queue.poll();
        if (next == null) return;
        free--;
        waiting--;
        next.state = TicketState.GRANTED;
        next.grant = ++grants;
        untold.add(next);
    }

    private void tellHolders() {
        synchronized (this) {
            if (telling) return; // the thread that is telling also tells ours
            telling = true;
        }
        for (Ticket next = nextToTell(); next != null; next = nextToTell()) {
            try {
                next.granted.accept(next);
            } catch (Throwable thrown) { // not a fault of the thread that freed the permit
                LOG.error("A request that was granted a permit failed", thrown);
                next.giveBack();
            }
        }
    }

    private synchronized Ticket nextToTell() {
        Ticket next = untold.poll();
        if (next == null) telling = false;
        return next;
    }

    /** Removes them from the head. If half the queue has given up, removes all of them, so that the queue does not grow. */
    private void dropGivenUp() {
        while (!queue.isEmpty() && queue.peek().state == TicketState.OVER) queue.poll();
        if (queue.size() > 2 * waiting + 16) queue.removeIf(ticket -> ticket.state == TicketState.OVER);
    }

    public synchronized PermitFigures snapshot() {
        return new PermitFigures(total, free, waiting);
    }
}
