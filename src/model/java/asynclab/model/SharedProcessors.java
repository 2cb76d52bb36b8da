package asynclab.model;

import asynclab.model.SimulatedEvents.SimulatedRequest;

/**
 * Processors that all computing requests share (processor sharing): with n requests on c processors each goes on at the speed
 * min(1, c ÷ n). An operating system comes close to this with its time slices of a few milliseconds. Arrival and end of a request take
 * log n steps: all go on at the same speed, so they end in the order of the work that is left. Not thread-safe.
 */
final class SharedProcessors {

    private static final double ROUNDING = 1e-12;

    private final int processors;
    private final EventHeap computing = new EventHeap(); // by the work attained when each of them ends
    private double attained; // the work done for a request that computes since the processors were last idle
    private double updatedMillis;
    private double dueMillis =
            Double.NaN; // not after the end of the first of them; not a number if nothing is announced
    private long number;

    SharedProcessors(int processors) {
        this.processors = processors;
    }

    /** Begins to compute. @param work in milliseconds of a processor */
    void begin(SimulatedRequest request, double work, double now) {
        update(now);
        computing.add(attained + work, number++, request);
    }

    /** Whether this is the time announced last. Other announcements are out of date. */
    boolean isDue(double now) {
        if (now != dueMillis) return false;
        dueMillis = Double.NaN;
        return true;
    }

    /** The first request if it ends now; null if others have delayed it. */
    SimulatedRequest end(double now) {
        update(now);
        if (endMillis(now) > now * (1 + ROUNDING) + ROUNDING) return null;
        double endsAt = computing.millis();
        SimulatedRequest first = computing.remove();
        attained = computing.isEmpty() ? 0 : endsAt;
        return first;
    }

    /**
     * The next request that ends, if it may end before the time announced last; else null. One that ends later is not announced again,
     * because most arrivals delay it. It is when its time comes.
     */
    SimulatedRequest announce(double now) {
        if (computing.isEmpty()) return null;
        double at = endMillis(now);
        if (at >= dueMillis) return null;
        dueMillis = at;
        return computing.request();
    }

    /** When it ends. */
    double dueMillis() {
        return dueMillis;
    }

    /** When the first request ends if no other one comes. */
    private double endMillis(double now) {
        return now + Math.max(0, computing.millis() - attained) / speed();
    }

    private double speed() {
        return Math.min(1, (double) processors / computing.size());
    }

    private void update(double now) {
        if (!computing.isEmpty()) attained += (now - updatedMillis) * speed();
        updatedMillis = now;
    }
}
