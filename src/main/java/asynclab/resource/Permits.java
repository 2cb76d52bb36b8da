package asynclab.resource;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of permits, granted in order of arrival, without a thread for those who wait. Thread-safe; the lock is held
 * for a few instructions and never while a holder is told. One thread at a time tells the holders, whoever frees a permit
 * meanwhile leaves the next to it: a holder who gives back at once would else call the next from within, and a thousand of them
 * would overflow the stack.
 */
public final class Permits {

    private static final Logger LOG = LoggerFactory.getLogger(Permits.class);

    private final int total;
    private final int maxWaiting;
    private final Queue<Ticket> queue = new ArrayDeque<>();
    private final Queue<Ticket> untold = new ArrayDeque<>(); // granted, but their holders do not know
    private boolean telling;
    private int free;
    private int waiting; // those in the queue who have not given up
    private long arrivals;
    private long grants;

    public Permits(int total, int maxWaiting) {
        this.total = total;
        this.maxWaiting = maxWaiting;
        free = total;
    }

    /** All figures from one moment. */
    record Snapshot(int permits, int free, int waiting) {}

    private enum State {
        NEW, // has not asked
        WAITING, // in the queue
        GRANTED, // has a permit
        OVER // gave it back, or gave up before it had one
    }

    /** One who wants a permit. */
    public final class Ticket {
        private final Consumer<Ticket> granted;
        private State state = State.NEW;
        private long arrival;
        private volatile long grant; // its place among all grants, from 1

        private Ticket(Consumer<Ticket> granted) {
            this.granted = granted;
        }

        /** Its place among all who asked, from 1. */
        public long arrival() {
            return arrival;
        }

        /** Its place among all who were granted a permit, from 1; 0 before. */
        public long grant() {
            return grant;
        }

        /** Gives the permit back, or gives up waiting for it. Any thread, any number of times: it counts once. */
        public void giveBack() {
            synchronized (Permits.this) {
                State before = state;
                state = State.OVER;
                if (before == State.OVER || before == State.NEW) return;
                if (before == State.WAITING) {
                    waiting--;
                    dropThoseWhoGaveUp();
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

    /** Takes a permit or a place in the queue. @return false if too many wait already; the ticket is then void */
    public boolean request(Ticket ticket) {
        synchronized (this) {
            if (ticket.state != State.NEW) return true; // gave up before it asked
            if (free == 0 && waiting >= maxWaiting) {
                ticket.state = State.OVER;
                return false;
            }
            ticket.state = State.WAITING;
            ticket.arrival = ++arrivals;
            queue.add(ticket);
            waiting++;
            if (free > 0) grantNext();
        }
        tellHolders();
        return true;
    }

    private void grantNext() {
        dropThoseWhoGaveUp();
        Ticket next = queue.poll();
        if (next == null) return;
        free--;
        waiting--;
        next.state = State.GRANTED;
        next.grant = ++grants;
        untold.add(next);
    }

    private void tellHolders() {
        synchronized (this) {
            if (telling) return; // the thread that does will come to ours
            telling = true;
        }
        for (Ticket next = nextToTell(); next != null; next = nextToTell()) {
            try {
                next.granted.accept(next);
            } catch (Throwable thrown) { // whoever frees a permit has no part in it
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

    /** From the head; and from everywhere once half the queue has given up, so that it does not grow with those who left. */
    private void dropThoseWhoGaveUp() {
        while (!queue.isEmpty() && queue.peek().state == State.OVER) queue.poll();
        if (queue.size() > 2 * waiting + 16) queue.removeIf(ticket -> ticket.state == State.OVER);
    }

    public synchronized Snapshot snapshot() {
        return new Snapshot(total, free, waiting);
    }
}
