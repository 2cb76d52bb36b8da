package asynclab.model;

import asynclab.model.SimulatedEvents.EventType;
import asynclab.model.SimulatedEvents.SimulatedRequest;
import asynclab.model.SimulatedEvents.SimulatedRequest.Visit;
import asynclab.model.station.Job;
import asynclab.model.station.StationQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Simulates a load on a server of one or two {@link Stages}, event by event. Each stage has a number of servers and a queue; its
 * {@link StationQueue} decides who is served next. n requests cost n log(events under way). A simulation without events is exact in order
 * of arrival only, and was at most 2.4 times as fast on the experiments (4.3 for c10k without threads).
 *
 * <p>Events of the same time have an order. Servers become free first, then client timeouts end, then connections arrive, then
 * requests. Among those the order is that of their users. So a run depends on its parameters alone.
 *
 * <p>Jetty's ManagedSelector lets pool threads open new connections. There, the first request of a connection waits in the queue
 * twice: {@link Users}.
 *
 * <p>The model leaves out the CPU time of server and client, and the network. Not thread-safe.
 */
public final class Simulation {

    /** No limit: there are as many threads as requests. This models requests that wait without a thread. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** The clients of one simulation run: they decide when requests are sent. Not thread-safe. */
    interface Clients {

        /** Sends the first requests. */
        default void start(Consumer<SimulatedRequest> sender) {
            arrived(null, sender);
        }

        /** The request arrives at the server, on an open connection. By default the next one waits for its end. */
        default void arrived(SimulatedRequest request, Consumer<SimulatedRequest> sender) {}

        /** The request ends for its client: answered, refused, or by its timeout. By default the next one does not wait for that. */
        default void ended(
                SimulatedRequest request, double millis, boolean answered, Consumer<SimulatedRequest> sender) {}
    }

    /** How a request ends for its client. */
    private enum Ended {
        ANSWERED,
        REFUSED,
        TIMED_OUT
    }

    /** One of the two stages, during the run. */
    private final class Stage implements StationQueue.Decisions {

        private final boolean isFirst;
        private final StationQueue discipline; // null without a limit

        Stage(boolean isFirst, Station station, SplittableRandom random) {
            this.isFirst = isFirst;
            discipline = station.isUnlimited() ? null : station.rule().start(station.threads(), this, random);
        }

        void arrive(Visit visit, double now) {
            if (discipline == null) serve(visit, now);
            else discipline.arrive(visit, now);
        }

        void free(Visit visit, double now) {
            if (discipline != null) discipline.free(visit, now);
        }

        @Override
        public void serve(Job job, double now) {
            occupancy.queued(job.arrivedMillis(), now);
            if (isFirst) beginFirst((Visit) job, now);
            else beginSecond((Visit) job, now);
        }

        @Override
        public void refuse(Job job, double now) {
            SimulatedRequest request = ((Visit) job).request;
            occupancy.queued(job.arrivedMillis(), now);
            endForClient(request, now, Ended.REFUSED);
            if (!isFirst && stages.kept()) leaveFirst(request.first, now);
        }
    }

    private final Clients clients;
    private final Stages stages;
    private final Draws draws;
    private final long timeoutMillis;
    private final Budget budget;
    private final Occupancy occupancy;
    private final Trace trace;
    private final Stage first;
    private final Stage second;
    private final boolean oneStage; // then no event is needed between the stages
    private final SimulatedEvents events = new SimulatedEvents();
    private final Consumer<SimulatedRequest> sender = this::send;
    private long number;

    private Simulation(
            Clients clients,
            long timeoutMillis,
            Stages stages,
            Draws draws,
            long seed,
            Budget budget,
            Occupancy occupancy) {
        this.clients = clients;
        this.timeoutMillis = timeoutMillis;
        this.stages = stages;
        this.draws = draws;
        this.budget = budget;
        this.occupancy = occupancy;
        trace = budget.trace(1024);
        oneStage = stages.equals(Stages.of(stages.first()));
        var random = new SplittableRandom(seed);
        first = new Stage(true, stages.first(), random.split());
        second = new Stage(false, stages.second(), random.split());
    }

    /**
     * Simulates one stage in order of arrival, without a budget.
     *
     * @param draws hold times; every request of an open workload is a separate user with one loop
     * @param threads the number of threads, or {@link #UNLIMITED}
     * @param seed for think times or arrival times
     * @return every request's start and end as its client sees them, in milliseconds; requests with a client timeout are marked as
     *     failed
     */
    public static Trace run(Load load, Draws draws, int threads, long seed) {
        return load.simulate(
                draws, Stages.of(Station.requestThreads(threads)), seed, Budget.unlimited(), new Occupancy());
    }

    static Trace run(
            Clients clients,
            long timeoutMillis,
            Stages stages,
            Draws draws,
            long seed,
            Budget budget,
            Occupancy occupancy) {
        return new Simulation(clients, timeoutMillis, stages, draws, seed, budget, occupancy).run();
    }

    private Trace run() {
        clients.start(sender);
        while (!events.isEmpty()) {
            double now = events.millis();
            EventType type = events.type();
            handle(type, events.remove(), now);
        }
        return trace;
    }

    private void send(SimulatedRequest request) {
        arrives(request, request.sent);
        if (timeoutMillis != Workload.UNLIMITED) schedule(request.sent + timeoutMillis, EventType.TIMED_OUT, request);
    }

    private void arrives(SimulatedRequest request, double millis) {
        EventType type = request.connects ? EventType.CONNECTS : EventType.ARRIVES;
        events.add(millis, type, (long) request.user << 32 | request.loop, request);
    }

    private void schedule(double millis, EventType type, SimulatedRequest request) {
        events.add(millis, type, number++, request);
    }

    private void handle(EventType type, SimulatedRequest request, double now) {
        switch (type) {
            case CONNECTS -> enterFirst(request, now);
            case ARRIVES -> {
                budget.spendOne();
                clients.arrived(request, sender);
                enterFirst(request, now);
            }
            case OPENED -> {
                Visit opening = request.first;
                request.connects = false;
                arrives(request, now);
                first.free(opening, now);
            }
            case PROCESSED -> {
                if (!stages.kept()) leaveFirst(request.first, now);
                enterSecond(request, now);
            }
            case TIMED_OUT -> endForClient(request, now, Ended.TIMED_OUT);
            case ANSWERED -> {
                if (request.ended) occupancy.wasted(now);
                endForClient(request, now, Ended.ANSWERED);
                second.free(request.second, now);
                if (stages.kept()) leaveFirst(request.first, now);
            }
        }
    }

    private void enterFirst(SimulatedRequest request, double now) {
        double planned = request.connects ? 0 : draws.exactMillis(request.user, request.loop);
        request.first = new Visit(request, now, planned);
        first.arrive(request.first, now);
    }

    private void beginFirst(Visit visit, double now) {
        visit.begins = now;
        if (visit.isConnection()) schedule(now, EventType.OPENED, visit.request);
        else if (oneStage) enterSecond(visit.request, now);
        else schedule(now + stages.processingMillis(), EventType.PROCESSED, visit.request);
    }

    private void enterSecond(SimulatedRequest request, double now) {
        occupancy.busy(request.first.begins, now);
        request.second = new Visit(request, now, request.first.plannedMillis());
        second.arrive(request.second, now);
    }

    private void beginSecond(Visit visit, double now) {
        SimulatedRequest request = visit.request;
        double ends = now + visit.plannedMillis();
        occupancy.busy(now, ends);
        schedule(ends, EventType.ANSWERED, request);
    }

    private void leaveFirst(Visit visit, double now) {
        occupancy.threads(visit.begins, now);
        first.free(visit, now);
    }

    /** Ends the request for its client, unless it has ended. The server goes on working after a timeout: wasted work. */
    private void endForClient(SimulatedRequest request, double millis, Ended how) {
        if (request.ended) return;
        request.ended = true;
        boolean answered = how == Ended.ANSWERED;
        if (how == Ended.REFUSED) trace.addRefused(request.user, request.sent, millis);
        else trace.add(request.user, request.sent, millis, answered);
        clients.ended(request, millis, answered, sender);
    }
}
