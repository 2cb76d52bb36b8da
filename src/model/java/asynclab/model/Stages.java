package asynclab.model;

import asynclab.model.Phase.Need;
import asynclab.model.station.ArrivalOrder;
import asynclab.model.station.StationQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * A server, as a request passes it. The request waits for a permit of the concurrency limit, then for a request thread. Then come its
 * {@link Phase}s, one after the other: it computes, it waits while it holds a connection, or it waits and holds nothing. The permit is
 * held to the end. A blocking request also keeps its thread to the end. An asynchronous one has a thread only while it computes.
 * Immutable.
 *
 * <p>The processors are shared equally by all requests that compute, as an operating system shares them: with n of them on c
 * processors each goes on at the speed min(1, c ÷ n). Virtual threads have no time slices, so there requests take turns. A blocking
 * request keeps its thread while it waits for a connection: simultaneous resource possession (Jacobson and Lazowska 1982). The model
 * leaves out the thread that resumes an asynchronous request.
 *
 * @param limit the permits of a concurrency limit in front of the threads
 * @param first the request threads
 * @param kept whether a request keeps its thread to the end, unless the {@link Draws} say so for it
 * @param second what a phase holds that needs a connection: a connection of a pool, a worker, a slot of a backend
 * @param processors of each server; {@link Simulation#UNLIMITED} if computing takes no longer when many compute
 * @param sliced whether the processors are shared by time slices; else a request computes to its end before the next one begins, as
 *     virtual threads do, which keep their carrier thread until they wait
 * @param phases of every request, unless the {@link Draws} give others
 * @param balancer of several such servers
 */
public record Stages(
        Station limit,
        Station first,
        boolean kept,
        Station second,
        int processors,
        boolean sliced,
        List<Phase> phases,
        Balancer balancer) {

    public Stages {
        if (processors < 1) throw new IllegalArgumentException("processors must be at least 1, but was " + processors);
        if (phases.isEmpty()) throw new IllegalArgumentException("a request must have at least 1 phase, but has none");
        if (limit.rule() != ArrivalOrder.RULE || limit.mostWaitMillis() > 0)
            throw new IllegalArgumentException("a concurrency limit must let requests wait in order of arrival");
        if (first.mostWaitMillis() > 0)
            throw new IllegalArgumentException("only a second station may limit how long a request waits");
        phases = List.copyOf(phases);
    }

    /**
     * A thread for a processing time, then a server of a second station for the hold time.
     *
     * @param processingMillis on a thread, before the hold time; the processors do not limit it
     */
    public Stages(Station first, double processingMillis, boolean kept, Station second) {
        this(
                Station.unlimited(),
                first,
                kept,
                second,
                Simulation.UNLIMITED,
                true,
                phases(first, processingMillis, kept, second),
                Balancer.NONE);
    }

    private static List<Phase> phases(Station first, double processingMillis, boolean kept, Station second) {
        if (!(processingMillis >= 0))
            throw new IllegalArgumentException("processingMillis must be at least 0, but was " + processingMillis);
        Phase hold = Phase.hold(second.isUnlimited() ? Need.NOTHING : Need.CONNECTION);
        boolean oneStation = processingMillis == 0 && second.isUnlimited() && kept != first.isUnlimited();
        return oneStation ? List.of(hold) : List.of(Phase.processor(processingMillis), hold);
    }

    /** Whether the prediction is the mean over seeds: {@link StationQueue.Rule#variesByDraws}. */
    boolean varyByDraws() {
        return first.rule().variesByDraws() || second.rule().variesByDraws();
    }

    /** A single station, without processing time. */
    public static Stages of(Station station) {
        return new Stages(station, 0, !station.isUnlimited(), Station.unlimited());
    }

    /** Blocking: the request thread waits until the work is done. */
    public static Stages blocking(int threads, long processingMillis, Station second) {
        return blocking(Station.requestThreads(threads), processingMillis, second);
    }

    /** The same for given request threads. */
    public static Stages blocking(Station threads, double processingMillis, Station second) {
        return new Stages(threads, processingMillis, true, second);
    }

    /** Asynchronous: the request thread processes the request and passes it on. */
    public static Stages async(int threads, long processingMillis, Station second) {
        return async(Station.requestThreads(threads), processingMillis, second);
    }

    /** The same for given request threads. */
    public static Stages async(Station threads, double processingMillis, Station second) {
        return new Stages(processingMillis == 0 ? Station.unlimited() : threads, processingMillis, false, second);
    }

    /** The same threads and connections, with other phases. Those of no length are left out. */
    public Stages with(List<Phase> others) {
        var some = new ArrayList<>(others);
        some.removeIf(phase -> phase.millis() == 0 && phase.share() == 0);
        if (some.isEmpty()) some.add(new Phase(Need.NOTHING, 0, 0));
        return new Stages(limit, first, kept, second, processors, sliced, some, balancer);
    }

    /** The same on so many processors, which all requests that compute share. */
    public Stages onProcessors(int number) {
        return new Stages(limit, first, kept, second, number, true, phases, balancer);
    }

    /** The same on so many carrier threads, one for each processor. Those that compute wait for one in order of arrival. */
    public Stages onCarriers(int number) {
        return new Stages(limit, first, kept, second, number, false, phases, balancer);
    }

    /** The same behind a concurrency limit. */
    public Stages behind(Station permits) {
        return new Stages(permits, first, kept, second, processors, sliced, phases, balancer);
    }

    /** Several such servers. */
    public Stages behind(Balancer several) {
        return new Stages(limit, first, kept, second, processors, sliced, phases, several);
    }

    /** The mean time that a request of this hold time computes, in milliseconds. */
    public double processingMillis(double holdMillis) {
        return Phase.millis(phases, Need.PROCESSOR, holdMillis);
    }

    /** The mean time that a request of this hold time holds a connection, in milliseconds. */
    public double connectionMillis(double holdMillis) {
        return Phase.millis(phases, Need.CONNECTION, holdMillis);
    }

    /** The mean time that a request of this hold time takes if it never waits, in milliseconds. */
    public double millis(double holdMillis) {
        return processingMillis(holdMillis)
                + connectionMillis(holdMillis)
                + Phase.millis(phases, Need.NOTHING, holdMillis);
    }
}
