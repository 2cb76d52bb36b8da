package asynclab.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What limits a server beside its request threads. What is not known is 0 or absent. Immutable.
 *
 * @param connections of each server's pool; 0 if unknown
 * @param connectionTimeoutMillis after which a request that waits for a connection fails; 0 for never
 * @param connectionShares by endpoint, the share of a request's duration during which it holds a connection, from 0 to 1. {@link
 *     #OTHERS} has that of all endpoints without a share of their own
 * @param cores the processors of each server; 0 if unknown
 * @param cpuPercent how busy all processors of a server were on average while the log was written; 0 if unknown
 * @param processorShares by endpoint, the share of a request's duration that is processor time; empty if that is unknown
 * @param processorsBy what told these shares; null if nothing did
 * @param permits of a concurrency limit in front of virtual threads; 0 for none
 */
public record Limits(
        int connections,
        long connectionTimeoutMillis,
        Map<String, Double> connectionShares,
        int cores,
        double cpuPercent,
        Map<String, Double> processorShares,
        ToldBy processorsBy,
        int permits) {

    /** What told the processor time of the endpoints. */
    public enum ToldBy {
        /** A regression on a file of processor use ({@code -DcpuFile=}). */
        FILE,
        /** Our recorder measured it. */
        RECORDER,
        /** A regression on the processor time of the process, which our recorder wrote. */
        REGRESSION
    }

    /** The key of all endpoints that have no share of their own. */
    public static final String OTHERS = "";

    /** Nothing is known. */
    public static final Limits UNKNOWN = new Limits(0, 0, Map.of(), 0, 0, 0);

    public Limits {
        if (connections < 0 || connectionTimeoutMillis < 0 || cores < 0 || !(cpuPercent >= 0) || permits < 0)
            throw new IllegalArgumentException(
                    "connections, connectionTimeoutMillis, cores, cpuPercent and permits must be at least 0");
        connectionShares = Map.copyOf(connectionShares);
        processorShares = Map.copyOf(processorShares);
        connectionShares.forEach((endpoint, share) -> {
            if (!(share >= 0 && share <= 1))
                throw new IllegalArgumentException("a connection share must be from 0 to 1, but was " + share);
        });
    }

    /** Limits with one mean use of the processors for all endpoints, or an unknown one. */
    public Limits(
            int connections,
            long connectionTimeoutMillis,
            Map<String, Double> connectionShares,
            int cores,
            double cpuPercent,
            int permits) {
        this(connections, connectionTimeoutMillis, connectionShares, cores, cpuPercent, Map.of(), null, permits);
    }

    /** The same for a pool and processors that are known otherwise. */
    Limits of(int pool, Map<String, Double> shares, int processors) {
        return new Limits(
                pool, connectionTimeoutMillis, shares, processors, cpuPercent, processorShares, processorsBy, permits);
    }

    /** The same with the mean use of the processors. */
    Limits used(double percent) {
        return new Limits(
                connections,
                connectionTimeoutMillis,
                connectionShares,
                cores,
                percent,
                processorShares,
                processorsBy,
                permits);
    }

    /** The same with the processor time of each endpoint. */
    public Limits told(Map<String, Double> shares, ToldBy by) {
        return new Limits(
                connections, connectionTimeoutMillis, connectionShares, cores, cpuPercent, shares, by, permits);
    }

    /** The connection share of an endpoint; null if it is unknown. */
    Double connectionShare(String endpoint) {
        return connectionShares.getOrDefault(endpoint, connectionShares.get(OTHERS));
    }

    /** Whether the processors and the processor time are known. */
    public boolean knowsProcessors() {
        return cores > 0 && (cpuPercent > 0 || !processorShares.isEmpty());
    }

    /** Whether processors limit in the model: something is known of them. */
    boolean limitProcessors() {
        return cores > 0 || cpuPercent > 0;
    }

    /** The options that would tell of limits of which nothing is known. */
    List<String> unknown() {
        var options = new ArrayList<String>();
        if (connections == 0) options.add("-Dconnections=");
        if (!limitProcessors()) options.add("-Dcores=");
        return options;
    }

    /** The options that would make one figure of two ends. @param endpoints of the log */
    List<String> open(List<String> endpoints) {
        var options = new ArrayList<String>();
        if (connections > 0 && endpoints.stream().anyMatch(name -> connectionShare(name) == null))
            options.add("-DconnectionShare=");
        if (cores > 0 && !knowsProcessors()) options.add("-DcpuPercent=");
        if (cores == 0 && cpuPercent > 0) options.add("-Dcores=");
        return options;
    }

    /** What an answer of "more than" rests on, such as "if nothing but threads limits; -Dconnections= and -Dcores= tell". */
    String assumption() {
        var known = new ArrayList<>(List.of("threads"));
        if (connections > 0) known.add("connections");
        if (limitProcessors()) known.add("processors");
        List<String> unknown = unknown();
        return "if nothing but " + and(known) + (known.size() == 1 ? " limits" : " limit")
                + (unknown.isEmpty() ? "" : "; " + and(unknown) + (unknown.size() == 1 ? " tells" : " tell"));
    }

    /** Such as "a, b and c". */
    static String and(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
