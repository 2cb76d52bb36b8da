package asynclab.model;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The upper bounds of the throughput, in requests per second; infinite where there is no such bound. The laws are those of
 * Denning and Buzen (1978) and of Lazowska et al. (1984, chapter 5). Immutable. P, C and S are the times that a request computes, that
 * it holds a connection, and that it takes in all, if it never waits.
 *
 * @param arrivals for an open workload its rate; for a closed one requests ÷ the start of the last user, the rate at which the plan
 *     sends requests if every answer is immediate; infinite for a burst and for a plan that ends by time
 * @param users N ÷ (S + Z): each user has one request at a time, and then thinks
 * @param limit L ÷ S: each permit of a concurrency limit has one request at a time
 * @param threads T ÷ S if the request keeps its thread, else T ÷ P: each thread has one request at a time
 * @param second W ÷ C: each connection or worker has one request at a time
 * @param processors c ÷ P
 * @param limiter the lowest of these bounds, which limits the run; the lowest of the server if the queue of an open workload grows
 */
public record Bounds(
        double arrivals,
        double users,
        double limit,
        double threads,
        double second,
        double processors,
        Limiter limiter) {

    /** What limits a run. */
    public enum Limiter {
        ARRIVALS, // the plan's ramp or an open workload's rate; the figure says nothing about the server
        USERS, // the number of users, with their processing, hold and think times
        LIMIT, // a limit of the requests in service
        THREADS, // the server's pool
        WORKERS, // a worker pool
        CONNECTIONS, // a connection pool
        BACKEND, // the concurrency limit of a backend
        PROCESSORS
    }

    /** A bound of the server. */
    public record ServerBound(Limiter limiter, double perSecond) {}

    public static Bounds of(Load load, Stages stages) {
        double hold = load.hold().meanMillis();
        double all = stages.millis(hold) / 1_000;
        double arrivals = load.arrivalsPerSecond();
        double users = load.usersPerSecond(all);
        List<ServerBound> server = ofServer(stages, hold);
        ServerBound lowest = server.get(0);
        Limiter limiter = lowest.perSecond < arrivals && lowest.perSecond <= users
                ? lowest.limiter
                : arrivals < users ? Limiter.ARRIVALS : Limiter.USERS;
        double[] bounds = ofStations(stages, hold);
        return new Bounds(arrivals, users, bounds[0], bounds[1], bounds[2], bounds[3], limiter);
    }

    /** The same if the server limits the run, though more than its lowest bound would let it keep up: a request may hold two of its stations. */
    Bounds limitedByServer(Load load, Stages stages) {
        Limiter lowest = ofServer(stages, load.hold().meanMillis()).get(0).limiter;
        return new Bounds(arrivals, users, limit, threads, second, processors, lowest);
    }

    /**
     * The bounds of the server alone, the lowest first: what limits it, and what limits it next. Infinite ones are last.
     *
     * @param holdMillis the mean hold time
     */
    public static List<ServerBound> ofServer(Stages stages, double holdMillis) {
        double[] bounds = ofStations(stages, holdMillis);
        return Stream.of(
                        new ServerBound(stages.limit().limiter(), bounds[0]),
                        new ServerBound(stages.first().limiter(), bounds[1]),
                        new ServerBound(stages.second().limiter(), bounds[2]),
                        new ServerBound(Limiter.PROCESSORS, bounds[3]))
                .sorted(Comparator.comparingDouble(ServerBound::perSecond))
                .toList();
    }

    private static double[] ofStations(Stages stages, double holdMillis) {
        int servers = stages.balancer().servers();
        double all = stages.millis(holdMillis) / 1_000;
        double computing = stages.processingMillis(holdMillis) / 1_000;
        return new double[] {
            servers * stages.limit().perSecond(all),
            servers * stages.first().perSecond(stages.kept() ? all : computing),
            servers * stages.second().perSecond(stages.connectionMillis(holdMillis) / 1_000),
            stages.processors() == Simulation.UNLIMITED || computing == 0
                    ? Double.POSITIVE_INFINITY
                    : servers * stages.processors() / computing
        };
    }
}
