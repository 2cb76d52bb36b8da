package asynclab.queueing;

/**
 * What no server can beat, in requests per second (Denning and Buzen 1978; Lazowska et al. 1984, chapter 5); infinite where
 * there is no such bound.
 *
 * @param arrivals requests ÷ ramp: the rate at which the plan itself brings the work along, if every answer were immediate;
 *     infinite for a burst and for a plan that ends by time
 * @param users N ÷ (S + Z): each user has one request at a time, and one takes hold and think time
 * @param threads c ÷ S: each thread of the station holds one request at a time
 * @param limiter what a run is limited by: the lowest of them
 */
public record Bounds(double arrivals, double users, double threads, Limiter limiter) {

    /** What a run is limited by. */
    public enum Limiter {
        ARRIVALS, // the plan's ramp: the figure says nothing about the server
        USERS, // the number of users and how long hold and think take
        THREADS, // the server's pool
        WORKERS // a second pool behind it
    }

    public static Bounds of(Workload workload, Station station) {
        double holdSeconds = workload.hold().meanMillis() / 1_000;
        double cycleSeconds = holdSeconds + workload.think().meanMillis() / 1_000;
        double arrivals = workload.requestsPerRampSecond();
        double users = workload.users() / cycleSeconds;
        double threads = station.isUnlimited() ? Double.POSITIVE_INFINITY : station.threads() / holdSeconds;
        Limiter limiter = threads <= Math.min(arrivals, users)
                ? station.limiter()
                : arrivals < users ? Limiter.ARRIVALS : Limiter.USERS;
        return new Bounds(arrivals, users, threads, limiter);
    }
}
