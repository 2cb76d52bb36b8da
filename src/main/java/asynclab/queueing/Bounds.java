package asynclab.queueing;

/**
 * What no server can beat, in requests per second (Denning and Buzen 1978; Lazowska et al. 1984, chapter 5).
 *
 * @param arrivals requests ÷ ramp: the rate at which the plan itself brings the work along, if every answer were immediate
 * @param users N ÷ (S + Z): each user has one request at a time, and one takes hold and think time
 * @param threads c ÷ S: each thread holds one request at a time
 */
public record Bounds(double arrivals, double users, double threads) {

    /** What a run is limited by: the lowest of its bounds. */
    public enum Limiter {
        ARRIVALS, // the plan's ramp: the figure says nothing about the server
        USERS, // the number of users and how long hold and think take
        THREADS, // the server's pool
        WORKERS // a second pool behind it
    }

    /** @param threads usable threads, or {@link ClosedSimulation#UNLIMITED} */
    public static Bounds of(Workload workload, int threads) {
        double holdSeconds = workload.hold().meanMillis() / 1_000;
        double cycleSeconds = holdSeconds + workload.think().meanMillis() / 1_000;
        return new Bounds(
                workload.requests() / (workload.rampMillis() / 1_000.0),
                workload.users() / cycleSeconds,
                threads == ClosedSimulation.UNLIMITED ? Double.POSITIVE_INFINITY : threads / holdSeconds);
    }

    public Limiter limiter() {
        if (threads <= Math.min(arrivals, users)) return Limiter.THREADS;
        return arrivals < users ? Limiter.ARRIVALS : Limiter.USERS;
    }
}
