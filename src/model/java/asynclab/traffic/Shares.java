package asynclab.traffic;

import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.traffic.Limits.ToldBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the requests of each endpoint need: the share of a duration during which they compute, and the share during which they hold a
 * connection. In the rest they wait and hold nothing but a thread. Do not change the arrays.
 *
 * @param cores of each server
 * @param processor by the number of the endpoint
 * @param connection by the number of the endpoint
 */
record Shares(int cores, double[] processor, double[] connection) {

    private static final double PERCENT = 100;
    private static final int MOST_CORES = 4_096;

    /**
     * The shares that the question gives, and where they are unknown both ends: nothing, and the highest share that the log allows. So many
     * processors or connections cannot be held for longer than the log lasts.
     *
     * @param service without the waiting for a thread
     * @return the one with the least needs first; a single one if all is known
     */
    static List<Shares> ends(Demand service, Question question) {
        double[] held = service.heldMicros();
        double micros = question.instances() * service.lengthMicros();
        var known = new Double[held.length];
        Arrays.setAll(known, i -> question.limits()
                .connectionShare(service.endpoints().get(i)));
        var ends = new ArrayList<Shares>();
        for (Shares some : processors(question.limits(), service.endpoints(), held, micros, known)) {
            Shares least = some.withConnections(question.limits(), held, micros, known, false);
            Shares most = some.withConnections(question.limits(), held, micros, known, true);
            boolean sameConnections = Arrays.equals(least.connection, most.connection);
            if (ends.isEmpty() || sameConnections) ends.add(least);
            if (!sameConnections) ends.add(most);
            if (most.isCut(known) && question.limits().processorsBy() == ToldBy.RECORDER) ends.add(most.whole(known));
        }
        return List.copyOf(ends);
    }

    /** Those that are told by endpoint; else the same for each endpoint. */
    private static List<Shares> processors(
            Limits limits, List<String> endpoints, double[] held, double micros, Double[] connection) {
        double all = Arrays.stream(held).sum();
        var shares = new ArrayList<Shares>();
        if (!limits.processorShares().isEmpty()) {
            Map<String, Double> told = limits.processorShares();
            double left = limits.cores() * micros;
            double unknown = 0;
            for (int i = 0; i < held.length; i++) {
                Double share = told.get(endpoints.get(i));
                if (share == null) unknown += held[i];
                else left -= share * held[i];
            }
            shares.add(told(limits, endpoints, 0));
            if (unknown > 0 && limits.cores() > 0)
                shares.add(told(limits, endpoints, share(Math.max(0, left), unknown)));
        } else if (limits.knowsProcessors()) {
            shares.add(used(limits.cores(), limits.cpuPercent(), all, micros, held.length));
        } else if (limits.cpuPercent() > 0) {
            double most = all * PERCENT / limits.cpuPercent() / micros;
            int cores = (int) Math.max(1, Math.min(MOST_CORES, most));
            shares.add(used(cores, limits.cpuPercent(), all, micros, held.length));
            if (cores > 1) shares.add(used(1, limits.cpuPercent(), all, micros, held.length));
        } else {
            shares.add(new Shares(limits.cores(), new double[held.length], new double[held.length]));
            if (limits.cores() > 0) {
                double most = share(limits.cores() * micros, all);
                var highest = new double[held.length];
                Arrays.setAll(highest, i -> Math.min(most, connection[i] == null ? 1 : 1 - connection[i]));
                shares.add(new Shares(limits.cores(), highest, new double[held.length]));
            }
        }
        return shares;
    }

    /** @param others the share of the endpoints whose share is not told */
    private static Shares told(Limits limits, List<String> endpoints, double others) {
        var each = new double[endpoints.size()];
        Arrays.setAll(each, i -> limits.processorShares().getOrDefault(endpoints.get(i), others));
        return new Shares(limits.cores(), each, new double[each.length]);
    }

    private static Shares used(int cores, double cpuPercent, double held, double micros, int endpoints) {
        var processor = new double[endpoints];
        Arrays.fill(processor, share(cpuPercent / PERCENT * cores * micros, held));
        return new Shares(cores, processor, new double[endpoints]);
    }

    private Shares withConnections(Limits limits, double[] held, double micros, Double[] known, boolean most) {
        if (limits.connections() == 0) return this;
        double left = limits.connections() * micros;
        double unknown = 0;
        for (int i = 0; i < held.length; i++) {
            if (known[i] == null) unknown += held[i];
            else left -= known[i] * held[i];
        }
        double highest = most ? share(Math.max(0, left), unknown) : 0;
        var connections = new double[held.length];
        Arrays.setAll(connections, i -> Math.min(1 - processor[i], known[i] == null ? highest : known[i]));
        return new Shares(cores, processor, connections);
    }

    /** Whether the processor time leaves less of a duration than a connection is held. */
    private boolean isCut(Double[] known) {
        return IntStream.range(0, connection.length).anyMatch(i -> known[i] != null && connection[i] < known[i]);
    }

    /** The same with the whole time of connections, and with the processor time that this leaves. */
    private Shares whole(Double[] known) {
        var computes = new double[connection.length];
        var connected = new double[connection.length];
        Arrays.setAll(connected, i -> known[i] == null ? connection[i] : known[i]);
        Arrays.setAll(computes, i -> Math.min(processor[i], 1 - connected[i]));
        return new Shares(cores, computes, connected);
    }

    private static double share(double used, double held) {
        return held == 0 ? 1 : Math.min(1, used / held);
    }

    /** The phases of each endpoint's requests, where these limits hold; empty if all requests only wait. */
    List<List<Phase>> phases(boolean connections, boolean processors) {
        var all = new ArrayList<List<Phase>>();
        boolean waits = true;
        for (int i = 0; i < processor.length; i++) {
            double computes = processors ? processor[i] : 0;
            double connected = connections ? connection[i] : 0;
            all.add(phases(computes, connected));
            waits &= computes == 0 && connected == 0;
        }
        return waits ? List.of() : all;
    }

    /**
     * The phases of each request, if the log knows how long it held a connection: a few long ones wait more than many that are alike. All requests
     * of an endpoint together have its share.
     *
     * @param traffic without the waiting for connections
     */
    List<List<Phase>> each(Traffic traffic, boolean processors) {
        var held = new double[processor.length];
        var service = new double[processor.length];
        for (int i = 0; i < traffic.size(); i++) {
            if (traffic.heldMicros(i) == RequestParts.UNKNOWN) continue;
            held[traffic.endpoint(i)] += traffic.heldMicros(i);
            service[traffic.endpoint(i)] += traffic.durationMicros(i);
        }
        return IntStream.range(0, traffic.size())
                .mapToObj(i -> {
                    int of = traffic.endpoint(i);
                    double took = traffic.durationMicros(i);
                    boolean known = traffic.heldMicros(i) != RequestParts.UNKNOWN && took > 0 && held[of] > 0;
                    double ratio = known ? traffic.heldMicros(i) / took * service[of] / held[of] : 1;
                    double connected = Math.min(1, ratio * connection[of]);
                    return phases(processors ? Math.min(processor[of], 1 - connected) : 0, connected);
                })
                .toList();
    }

    private static List<Phase> phases(double computes, double connected) {
        var phases = new ArrayList<Phase>();
        if (computes > 0) phases.add(new Phase(Need.PROCESSOR, 0, computes));
        if (connected > 0) phases.add(new Phase(Need.CONNECTION, 0, connected));
        double rest = Math.max(0, 1 - computes - connected);
        if (rest > 0 || phases.isEmpty()) phases.add(new Phase(Need.NOTHING, 0, rest));
        return List.copyOf(phases);
    }
}
