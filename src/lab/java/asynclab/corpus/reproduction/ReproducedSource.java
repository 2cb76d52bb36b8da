package asynclab.corpus.reproduction;

import asynclab.corpus.BenchmarkArm;
import java.util.List;

/**
 * A source that is measured here.
 *
 * @param id of the source
 * @param teaches what it was chosen for
 * @param servers the server for each arm, by a regular expression of the arm's name. Arms without one are left out
 * @param note what a reader has to know about a figure that deviates; empty for nothing
 */
record ReproducedSource(String id, String teaches, List<ServerOfArms> servers, String note) {

    /** @param arms a regular expression of whole names */
    record ServerOfArms(String arms, StandIn server) {}

    /** All, in the order in which they are measured: the short ones first. */
    static final List<ReproducedSource> ALL = List.of(
            new ReproducedSource(
                    "stianl",
                    "ab's first request alone",
                    List.of(on("platform 20", StandIn.BLOCKING), on("virtual", StandIn.VIRTUAL)),
                    ""),
            new ReproducedSource(
                    "altfatter",
                    "two and three waves through a pool",
                    List.of(on("RestTemplate.*", StandIn.BLOCKING), on("WebClient.*", StandIn.ASYNC)),
                    ""),
            new ReproducedSource(
                    "azavea",
                    "requests that time out",
                    List.of(
                            on("global context.*", StandIn.WORKERS),
                            on("dispatcher of 16", StandIn.WORKERS),
                            on("blocking.*", StandIn.ASYNC)),
                    ""),
            new ReproducedSource(
                    "willian",
                    "a connection pool behind virtual threads",
                    List.of(
                            on("sync worker.*", StandIn.WORKERS),
                            on(".*psycopg2 blocks", StandIn.DATABASE),
                            on("gevent.*", StandIn.VIRTUAL)),
                    ""),
            new ReproducedSource("cask", "100 users and 4 threads", List.of(on(".*", StandIn.BLOCKING)), ""),
            new ReproducedSource(
                    "djw",
                    "an impossible figure",
                    List.of(on(".*", StandIn.ASYNC)),
                    "Arms with the same parameters are one measurement."),
            new ReproducedSource(
                    "taner",
                    "a connection pool, and three calls in each request",
                    List.of(
                            on("platform.*", StandIn.BLOCKING),
                            on("virtual, sequential", StandIn.VIRTUAL),
                            on("virtual.*", StandIn.FAN_OUT)),
                    ""),
            new ReproducedSource(
                    "shev",
                    "background work on the request pool",
                    List.of(
                            on("async route.*", StandIn.ASYNC),
                            on("blocking call.*", StandIn.WORKERS),
                            on(".*background task.*", StandIn.BACKGROUND),
                            on("sync route.*", StandIn.BLOCKING)),
                    ""),
            new ReproducedSource(
                    "iocoder-gw",
                    "a gateway with twenty connections, and one without a limit",
                    List.of(
                            on("direct.*", StandIn.BLOCKING),
                            on("Spring Cloud Gateway.*", StandIn.GATEWAY),
                            on("Zuul.*", StandIn.BLOCKING_GATEWAY)),
                    ""),
            new ReproducedSource(
                    "rassul",
                    "an open load at its limit",
                    List.of(on("MVC.*", StandIn.BLOCKING), on(".*", StandIn.ASYNC)),
                    "At utilisation 1.00 each microsecond of overhead makes the queue grow, so the response times are above the hold time."));

    private static ServerOfArms on(String arms, StandIn server) {
        return new ServerOfArms(arms, server);
    }

    /** The server for an arm; null if the arm is left out. */
    StandIn serverOf(BenchmarkArm arm) {
        return servers.stream()
                .filter(one -> arm.name().matches(one.arms))
                .map(ServerOfArms::server)
                .findFirst()
                .orElse(null);
    }
}
