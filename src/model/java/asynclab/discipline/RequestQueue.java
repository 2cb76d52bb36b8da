package asynclab.discipline;

import asynclab.discipline.QueuedRequest.Place;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A queue in front of a fixed number of servers. A server is a right to work, not a thread. A request that waits needs no thread. Every
 * request that arrives leaves in exactly one way: refused, dropped, given up or served.
 *
 * <p>Thread-safe. The lock is held for a few instructions, and no callback runs under it. One thread at a time runs the callbacks: if
 * another thread frees a server meanwhile, the first one also runs the callback of the next request. Otherwise a thousand requests that
 * end at once would call each other and overflow the stack.
 */
public final class RequestQueue {

    private final QueueSettings settings;
    private final int servers;
    private final QueueDiscipline order;
    private final LongSupplier clock;
    private final Consumer<Throwable> failed;
    private final WaitingLine line = new WaitingLine();
    private final Queue<QueuedRequest> untold = new ArrayDeque<>(); // decided, and not yet told
    private boolean telling;
    private int inService;
    private long arrived;
    private long refused;
    private long dropped;
    private long gaveUp;
    private long served;
    private long late;
    private long waitedNanos;

    /**
     * @param clock in nanoseconds: {@code System::nanoTime}, or that of a simulation
     * @param failed gets what a request throws when its turn comes. It must not throw
     */
    public RequestQueue(QueueSettings settings, LongSupplier clock, Consumer<Throwable> failed) {
        this.settings = settings;
        servers = settings.servers();
        this.clock = clock;
        this.failed = failed;
        order = settings.discipline().start(settings);
    }

    /** What this queue was made with. */
    public QueueSettings settings() {
        return settings;
    }

    /**
     * A request arrives. The caller must then call {@link QueuedRequest#whenDecided}.
     *
     * @param expectedMillis the expected time of service
     * @param clientTimeoutMillis how long the client waits; 0 if unknown
     * @return null if the request is refused; nothing is kept of it
     */
    public synchronized QueuedRequest enter(long expectedMillis, long clientTimeoutMillis) {
        arrived++;
        boolean free = inService < servers;
        if (!free && !order.admits(line.size(), inService)) {
            refused++;
            return null;
        }
        var request = new QueuedRequest(
                this,
                clock.getAsLong(),
                TimeUnit.MILLISECONDS.toNanos(expectedMillis),
                TimeUnit.MILLISECONDS.toNanos(clientTimeoutMillis));
        if (free) serve(request, request.arrivedNanos);
        else line.add(request, request.arrivedNanos);
        return request;
    }

    void whenDecided(QueuedRequest request, Runnable toServe, Runnable toShed) {
        synchronized (this) {
            request.serve = toServe;
            request.shed = toShed;
            if (request.place != Place.WAITING) untold.add(request);
        }
        tell();
    }

    synchronized boolean isServed(QueuedRequest request) {
        return request.place == Place.SERVED;
    }

    void leave(QueuedRequest request, boolean givesServerBack) {
        synchronized (this) {
            switch (request.place) {
                case WAITING -> {
                    line.take(request);
                    gaveUp++;
                    request.place = Place.OVER;
                }
                case SERVED -> {
                    if (!givesServerBack) return;
                    request.place = Place.OVER;
                    free(request, clock.getAsLong());
                }
                default -> {
                    return; // dropped, or has left before
                }
            }
        }
        tell();
    }

    private void free(QueuedRequest ended, long nowNanos) {
        served++;
        if (ended.isLate(nowNanos)) late++;
        order.served(ended.arrivedNanos, ended.waitedNanos(nowNanos), inService + line.size());
        inService--;
        QueuedRequest next = order.next(line, nowNanos, this::drop);
        if (next != null) serve(next, nowNanos);
    }

    private void serve(QueuedRequest request, long nowNanos) {
        inService++;
        waitedNanos += request.waitedNanos(nowNanos);
        decide(request, Place.SERVED);
    }

    private void drop(QueuedRequest request) {
        dropped++;
        decide(request, Place.DROPPED);
    }

    private void decide(QueuedRequest request, Place place) {
        request.place = place;
        if (request.serve != null) untold.add(request);
    }

    private void tell() {
        synchronized (this) {
            if (telling) return; // the thread that is telling also tells ours
            telling = true;
        }
        for (QueuedRequest next = nextToTell(); next != null; next = nextToTell()) {
            try {
                (next.place == Place.DROPPED ? next.shed : next.serve).run();
            } catch (Throwable thrown) { // not a fault of the thread that freed the server
                failed.accept(thrown);
                next.leave();
            }
        }
    }

    /** The next that has not left meanwhile. Its place is SERVED or DROPPED, and DROPPED does not change. */
    private synchronized QueuedRequest nextToTell() {
        QueuedRequest next = untold.poll();
        while (next != null && next.place == Place.OVER) next = untold.poll();
        if (next == null) telling = false;
        return next;
    }

    /**
     * All figures from one moment. arrived = refused + dropped + gaveUp + served + inService + waiting. {@code late} are those of served
     * whose client's timeout had passed at their end: wasted work. {@code limit} is -1 without a limit.
     */
    public synchronized Map<String, Long> figures() {
        var figures = new LinkedHashMap<String, Long>();
        figures.put("servers", (long) servers);
        figures.put("inService", (long) inService);
        figures.put("waiting", (long) line.size());
        figures.put("limit", (long) order.limit());
        figures.put("arrived", arrived);
        figures.put("refused", refused);
        figures.put("dropped", dropped);
        figures.put("gaveUp", gaveUp);
        figures.put("served", served);
        figures.put("late", late);
        figures.put("waitedMillis", TimeUnit.NANOSECONDS.toMillis(waitedNanos));
        QueuedRequest oldest = line.oldest();
        figures.put(
                "oldestMillis",
                oldest == null ? 0 : TimeUnit.NANOSECONDS.toMillis(oldest.waitedNanos(clock.getAsLong())));
        return figures;
    }
}
