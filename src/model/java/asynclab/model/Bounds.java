package asynclab.model;

/**
 * The upper bounds of the throughput, in requests per second; infinite where there is no such bound. The laws are those of
 * Denning and Buzen (1978) and of Lazowska et al. (1984, chapter 5). Immutable.
 *
 * @param arrivals for an open workload its rate; for a closed one requests ÷ ramp, the rate at which the plan sends requests if
 *     every answer is immediate; infinite for a burst and for a plan that ends by time
 * @param users N ÷ (P + S + Z): each user has one request at a time, which takes processing time, hold time and think time
 * @param threads T ÷ (P + S) if the request keeps its thread, else T ÷ P: each thread has one request at a time
 * @param second W ÷ S: each server of the second stage has one request at a time
 * @param limiter the lowest of these bounds, which limits the run
 */
public record Bounds(double arrivals, double users, double threads, double second, Limiter limiter) {

    /** What limits a run. */
    public enum Limiter {
        ARRIVALS, // the plan's ramp or an open workload's rate; the figure says nothing about the server
        USERS, // the number of users, with their processing, hold and think times
        THREADS, // the server's pool
        WORKERS, // a worker pool
        BACKEND // the concurrency limit of a backend
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
