package asynclab.model;

import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.PriorityQueue;

/**
 * Processors that all requests share which compute (processor sharing): with n requests on c processors each goes on at the speed
 * min(1, c ÷ n). An operating system comes close to this with its time slices of a few milliseconds. A request arrives and ends in
 * log n steps: all go on at the same speed, so they end in the order of the work that is left. Not thread-safe.
 */
final class SharedProcessors {

    private record Computing(SimulatedRequest request, double endsAt, long number) implements Comparable<Computing> {
        @Override
        public int compareTo(Computing other) {
            int byEnd = Double.compare(endsAt, other.endsAt);
            return byEnd != 0 ? byEnd : Long.compare(number, other.number);
        }
    }

    private final int processors;
    private final PriorityQueue<Computing> computing = new PriorityQueue<>();
    private double attained; // the work that a request has done that has computed since the processors were idle
    private double updatedMillis;
    private double dueMillis = Double.NaN; // when the first of them ends, as announced last
    private SimulatedRequest due;
    private long number;

    SharedProcessors(int processors) {
        this.processors = processors;
    }

    /** Begins to compute. @param work in milliseconds of a processor */
    void begin(SimulatedRequest request, double work, double now) {
        update(now);
        computing.add(new Computing(request, attained + work, number++));
    }

    /** Whether this is the request that ends now. Other announcements are out of date. */
    boolean ends(SimulatedRequest request, double now) {
        return request == due && now == dueMillis;
    }

    /** The first request ends. */
    void end(double now) {
        update(now);
        attained = computing.remove().endsAt;
        if (computing.isEmpty()) attained = 0;
        due = null;
    }

    /** The next request that ends, if it is another one or ends at another time than announced last; else null. */
    SimulatedRequest announce(double now) {
        Computing first = computing.peek();
        if (first == null) return null;
        double at = now + Math.max(0, first.endsAt - attained) / speed();
        boolean known = first.request == due && Math.abs(at - dueMillis) <= 1e-9 * at;
        if (known) return null;
        due = first.request;
        dueMillis = at;
        return due;
    }

    /** When it ends. */
    double dueMillis() {
        return dueMillis;
    }

    private double speed() {
        return Math.min(1, (double) processors / computing.size());
    }

    private void update(double now) {
        if (!computing.isEmpty()) attained += (now - updatedMillis) * speed();
        updatedMillis = now;
    }
}
