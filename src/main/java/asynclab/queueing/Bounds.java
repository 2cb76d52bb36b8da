package asynclab.queueing;

/**
 * What no server can beat, in requests per second (Denning and Buzen 1978; Lazowska et al. 1984, chapter 5); infinite where
 * there is no such bound.
 *
 * @param arrivals an open workload's rate; of a closed one requests ÷ ramp, the rate at which the plan itself brings the work
 *     along, if every answer were immediate; infinite for a burst and for a plan that ends by time
 * @param users N ÷ (P + S + Z): each user has one request at a time, and one takes processing, hold and think time
 * @param threads T ÷ (P + S) if the request keeps its thread, else T ÷ P: each thread has one request at a time
 * @param second W ÷ S: each place of the second stage has one request at a time
 * @param limiter what a run is limited by: the lowest of them
 */
public record Bounds(double arrivals, double users, double threads, double second, Limiter limiter) {

    /** What a run is limited by. */
    public enum Limiter {
        ARRIVALS, // the plan's ramp, or an open workload's rate: the figure says nothing about the server
        USERS, // the number of users and how long processing, hold and think take
        THREADS, // the server's pool
        WORKERS, // a second pool behind it
        BACKEND // how many requests what is behind the server takes at once
    }

    public static Bounds of(Load load, Station station) {
        return of(load, Stages.of(station));
    }

    public static Bounds of(Load load, Stages stages) {
        double holdSeconds = load.hold().meanMillis() / 1_000;
        double processingSeconds = stages.processingMillis() / 1_000.0;
        double arrivals = load.arrivalsPerSecond();
        double users = load.usersPerSecond(processingSeconds + holdSeconds);
        double threads = stages.first().perSecond(processingSeconds + (stages.kept() ? holdSeconds : 0));
        double second = stages.second().perSecond(holdSeconds);
        double server = Math.min(threads, second);
        Limiter limiter = server < arrivals && server <= users
                ? (threads <= second ? stages.first() : stages.second()).limiter()
                : arrivals < users ? Limiter.ARRIVALS : Limiter.USERS;
        return new Bounds(arrivals, users, threads, second, limiter);
    }
}
