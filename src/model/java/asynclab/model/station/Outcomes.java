package asynclab.model.station;

/**
 * What clients get in a time window, and what the server does for clients that have left. Rates are in requests per second. Each
 * request that ends in the window for its client is in one of {@code goodput}, {@code refused} and {@code gaveUp}. Immutable.
 *
 * @param goodput requests answered in time
 * @param refused requests that the queue refused or dropped; their clients got 503
 * @param gaveUp requests with a client timeout or another error
 * @param waste requests served for clients that had left; null if the server was not observed
 * @param ofCapacity goodput ÷ the requests per second that the servers can serve; null if nothing limits them
 * @param p50Ms median response time of the requests answered in time, in milliseconds; null if there were none
 * @param p99Ms their p99
 */
public record Outcomes(
        double goodput, double refused, double gaveUp, Double waste, Double ofCapacity, Double p50Ms, Double p99Ms) {}
