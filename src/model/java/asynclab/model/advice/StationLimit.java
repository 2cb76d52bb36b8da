package asynclab.model.advice;

import asynclab.model.Bounds;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Bounds.ServerBound;
import asynclab.model.Occupancy;
import asynclab.model.Occupancy.At;
import asynclab.model.Simulation;
import asynclab.model.Stages;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/**
 * A station of a server that has a size: what it can serve, and how busy it is in a run. Immutable.
 *
 * @param station what it is
 * @param size the number of its servers: threads, connections, processors, permits
 * @param perSecond the upper bound of the throughput, in requests per second; infinite if no request needs the station
 * @param busyPercent the mean share of its servers that requests hold, over the whole run
 * @param meanWaitMillis the mean wait of a request for it; of the processors, by how much sharing them delays a request
 */
public record StationLimit(Limiter station, int size, double perSecond, double busyPercent, double meanWaitMillis) {

    /** The stations of a server, the one that binds first in front, then the next one. Stations without a size are left out. */
    public static List<StationLimit> of(Stages stages, double holdMillis, Occupancy occupancy) {
        var limits = new ArrayList<StationLimit>();
        var seen = EnumSet.noneOf(Limiter.class); // a station without a size has the name of the threads
        for (ServerBound bound : Bounds.ofServer(stages, holdMillis))
            if (size(stages, bound.limiter()) != Simulation.UNLIMITED && seen.add(bound.limiter()))
                limits.add(of(stages, bound, occupancy));
        return List.copyOf(limits);
    }

    private static StationLimit of(Stages stages, ServerBound bound, Occupancy occupancy) {
        At at =
                switch (bound.limiter()) {
                    case LIMIT -> At.LIMIT;
                    case THREADS -> At.THREADS;
                    case PROCESSORS -> At.PROCESSORS;
                    default -> At.CONNECTIONS;
                };
        int size = size(stages, bound.limiter());
        double most = size * occupancy.millis();
        long served = occupancy.served(at);
        return new StationLimit(
                bound.limiter(),
                size,
                bound.perSecond(),
                most == 0 ? 0 : 100 * occupancy.heldMillis(at) / most,
                served == 0 ? 0 : occupancy.waitedMillis(at) / served);
    }

    private static int size(Stages stages, Limiter station) {
        return switch (station) {
            case LIMIT -> stages.limit().threads();
            case THREADS -> stages.first().threads();
            case PROCESSORS -> stages.processors();
            default -> stages.second().threads();
        };
    }

    /** The one that binds first and the next one as a clause: "8 connections bind at 160.0 req/s, then 20 threads at 400.0 req/s". */
    static String inWords(List<StationLimit> limits) {
        List<StationLimit> bounds = limits.stream()
                .filter(limit -> Double.isFinite(limit.perSecond))
                .toList();
        if (bounds.isEmpty()) return "nothing that is given limits the server";
        StationLimit first = bounds.get(0);
        String one = first.size == 1 || first.station == Limiter.LIMIT || first.station == Limiter.BACKEND ? "s" : "";
        String words =
                String.format(Locale.ROOT, "%s bind%s at %s req/s", first.name(), one, InWords.rate(first.perSecond));
        if (bounds.size() == 1) return words + ", and no other limit is given";
        StationLimit next = bounds.get(1);
        return words + String.format(Locale.ROOT, ", then %s at %s req/s", next.name(), InWords.rate(next.perSecond));
    }

    private String name() {
        String number = String.format(Locale.ROOT, "%,d ", size);
        String plural = size == 1 ? "" : "s";
        return switch (station) {
            case LIMIT -> "the limit of " + number + "request" + plural;
            case BACKEND -> "the backend's limit of " + number + "request" + plural;
            case WORKERS -> number + "worker" + plural;
            case CONNECTIONS -> number + "connection" + plural;
            case PROCESSORS -> number + "processor" + plural;
            default -> number + "thread" + plural;
        };
    }
}
