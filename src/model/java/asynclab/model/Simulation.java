package asynclab.model;

import asynclab.model.Occupancy.At;
import asynclab.model.Phase.Need;
import asynclab.model.SimulatedEvents.EventType;
import asynclab.model.SimulatedEvents.SimulatedRequest;
import asynclab.model.SimulatedEvents.SimulatedRequest.Visit;
import asynclab.model.station.Job;
import asynclab.model.station.StationQueue;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Simulates a load on a server, event by event. A request passes the stations of {@link Stages}; a {@link StationQueue} decides at each
 * who is served next. n requests cost n log(events under way). A simulation without events is exact in order of arrival only, and was at
 * most 2.4 times as fast on the experiments (4.3 for c10k without threads).
 *
 * <p>Events of the same time have an order. Servers become free first, then client timeouts end, then connections arrive, then
 * requests. Among those the order is that of their users. So a run depends on its parameters alone.
 *
 * <p>Jetty's ManagedSelector lets pool threads open new connections. There, the first request of a connection waits in the queue
 * twice: {@link Users}.
 *
 * <p>The model leaves out the client and the network. Not thread-safe.
 */
public final class Simulation {

    /** No limit: there are as many threads as requests. This models requests that wait without a thread. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** How a request ends for its client. */
    private enum Ended {
        ANSWERED,
        REFUSED,
        TIMED_OUT
    }

    /** One of the stations of a server, during the run. */
    private final class Stage implements StationQueue.Decisions {

        private final At at;
        private final long mostWaitMillis;
        private final StationQueue discipline; // null without a limit
        private double heldMillis;
        private double waitedMillis;
        private long served;

        Stage(At at, Station station, SplittableRandom random) {
            this.at = at;
            mostWaitMillis = station.mostWaitMillis();
            discipline = station.isUnlimited() ? null : station.rule().start(station.threads(), this, random);
        }

        void arrive(Visit visit, double now) {
            if (discipline == null) serve(visit, now);
            else discipline.arrive(visit, now);
            if (mostWaitMillis > 0 && Double.isNaN(visit.begins))
                schedule(now + mostWaitMillis, EventType.WAITED, visit.request);
        }

        /** Refuses the visit if it has waited for as long as it may, and was not served. */
        void giveUp(Visit visit, double now) {
            if (!Double.isNaN(visit.begins) || now != visit.arrivedMillis() + mostWaitMillis) return;
            visit.leave();
            refuse(visit, now);
        }

        void free(Visit visit, double now) {
            heldMillis += now - visit.begins;
            if (discipline != null) discipline.free(visit, now);
        }

        @Override
        public void serve(Job job, double now) {
            Visit visit = (Visit) job;
            visit.begins = now;
            occupancy.queued(job.arrivedMillis(), now);
            waitedMillis += now - job.arrivedMillis();
            served++;
            switch (at) {
                case LIMIT -> enterThreads(visit.request, now);
                case THREADS -> beginOnThread(visit, now);
                default -> hold(visit.request, visit.plannedMillis(), now);
            }
        }

        @Override
        public void refuse(Job job, double now) {
            SimulatedRequest request = ((Visit) job).request;
            occupancy.queued(job.arrivedMillis(), now);
            endForClient(request, now, Ended.REFUSED);
            if (at == At.CONNECTIONS && request.keepsThread) leaveThreads(request, now);
            leave(request, now);
        }
    }

    /** One server behind the balancer, during the run. */
    private final class SimulatedServer {

        private final Stage limit;
        private final Stage threads;
        private final Stage connections;
        private final SharedProcessors processors; // null without a limit, or without slices
        private final Stage carriers; // used without slices

        SimulatedServer(SplittableRandom random) {
            threads = new Stage(At.THREADS, stages.first(), random.split());
            connections = new Stage(At.CONNECTIONS, stages.second(), random.split());
            limit = new Stage(At.LIMIT, stages.limit(), random.split());
            boolean shared = stages.sliced() && stages.processors() != UNLIMITED;
            processors = shared ? new SharedProcessors(stages.processors()) : null;
            carriers = new Stage(At.PROCESSORS, Station.processors(stages.processors()), random.split());
        }
    }

    private final Clients clients;
    private final Stages stages;
    private final Draws draws;
    private final long timeoutMillis;
    private final Budget budget;
    private final Occupancy occupancy;
    private final Trace trace;
    private final SimulatedServer[] servers;
    private final boolean isUnlimited; // the station in front of the threads
    private final boolean sliced;
    private double computedMillis;
    private final int[] inFlight; // on each server
    private final SplittableRandom balancing;
    private final SimulatedEvents events = new SimulatedEvents();
    private final Consumer<SimulatedRequest> sender = this::send;
    private long number;
    private int turn;
    private boolean isOver;

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
        isUnlimited = stages.limit().isUnlimited();
        sliced = stages.sliced();
        var random = new SplittableRandom(seed);
        servers = new SimulatedServer[stages.balancer().servers()];
        inFlight = new int[servers.length];
        for (int i = 0; i < servers.length; i++) servers[i] = new SimulatedServer(random);
        balancing = random.split();
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
        while (!isOver && !events.isEmpty()) {
            double now = events.millis();
            EventType type = events.type();
            handle(type, events.remove(), now);
        }
        occupancy.used(At.PROCESSORS, computedMillis, 0, 0);
        for (SimulatedServer server : servers)
            for (Stage stage : List.of(server.limit, server.threads, server.connections, server.carriers))
                occupancy.used(stage.at, stage.heldMillis, stage.waitedMillis, stage.served);
        return trace;
    }

    private void send(SimulatedRequest request) {
        arrives(request, request.sent);
        if (timeoutMillis != Workload.UNLIMITED) request.timeoutNumber = number++;
    }

    /** The timeout becomes an event when the request arrives: requests that arrive in turn time out in turn. */
    private void beginTimeout(SimulatedRequest request) {
        if (request.timeoutNumber < 0) return;
        events.add(request.sent + timeoutMillis, EventType.TIMED_OUT, request.timeoutNumber, request);
        request.timeoutNumber = -1;
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
            case CONNECTS -> {
                beginTimeout(request);
                clients.arrived(request, sender);
                enterThreads(request, now);
            }
            case ARRIVES -> {
                beginTimeout(request);
                budget.spendOne();
                boolean wasConnecting = request.first != null;
                if (!wasConnecting) clients.arrived(request, sender);
                enter(request, now);
            }
            case OPENED -> {
                Visit opening = request.first;
                request.connects = false;
                arrives(request, now);
                server(request).threads.free(opening, now);
            }
            case PROCESSED, ANSWERED -> endPhase(request, now);
            case COMPUTED -> computed(server(request), now);
            case TIMED_OUT -> endForClient(request, now, Ended.TIMED_OUT);
            case WAITED -> server(request).connections.giveUp(request.second, now);
        }
    }

    private SimulatedServer server(SimulatedRequest request) {
        return servers[request.server];
    }

    private void enter(SimulatedRequest request, double now) {
        if (servers.length > 1) {
            request.server = stages.balancer().next(turn++, inFlight, balancing);
            inFlight[request.server]++;
        }
        request.holdMillis = draws.holdMillis(request.user, request.loop);
        request.keepsThread = draws.keepsThread(request.user, stages.kept());
        request.needs(draws.phases(request.user, stages.phases()));
        if (isUnlimited) {
            enterThreads(request, now);
            return;
        }
        request.permit = new Visit(request, now, request.holdMillis);
        server(request).limit.arrive(request.permit, now);
    }

    private void enterThreads(SimulatedRequest request, double now) {
        request.first = new Visit(request, now, request.connects ? 0 : request.holdMillis);
        server(request).threads.arrive(request.first, now);
    }

    private void beginOnThread(Visit visit, double now) {
        SimulatedRequest request = visit.request;
        if (visit.isConnection()) {
            schedule(now, EventType.OPENED, request);
            return;
        }
        if (!request.keepsThread && request.phase.need() != Need.PROCESSOR) leaveThreads(request, now);
        beginPhase(request, now);
    }

    private void beginPhase(SimulatedRequest request, double now) {
        Phase phase = request.phase;
        double millis = phase.millis(request.holdMillis);
        SimulatedServer server = server(request);
        switch (phase.need()) {
            case PROCESSOR -> {
                if (sliced) computedMillis += millis;
                if (!sliced) {
                    request.second = new Visit(request, now, millis);
                    server.carriers.arrive(request.second, now);
                } else if (server.processors == null) hold(request, millis, now);
                else {
                    request.phaseBegins = now;
                    server.processors.begin(request, millis, now);
                    announce(server, now);
                }
            }
            case CONNECTION -> {
                request.second = new Visit(request, now, millis);
                server.connections.arrive(request.second, now);
            }
            case NOTHING -> hold(request, millis, now);
        }
    }

    private void hold(SimulatedRequest request, double millis, double now) {
        double ends = now + millis;
        occupancy.busy(now, ends);
        schedule(ends, request.isLastPhase ? EventType.ANSWERED : EventType.PROCESSED, request);
    }

    private void announce(SimulatedServer server, double now) {
        SimulatedRequest next = server.processors.announce(now);
        if (next != null) schedule(server.processors.dueMillis(), EventType.COMPUTED, next);
    }

    private void computed(SimulatedServer server, double now) {
        if (!server.processors.isDue(now)) return;
        SimulatedRequest request = server.processors.end(now);
        if (request != null) {
            occupancy.busy(request.phaseBegins, now);
            double shared = now - request.phaseBegins - request.phase.millis(request.holdMillis);
            occupancy.used(At.PROCESSORS, 0, shared, 1);
            endPhase(request, now);
        }
        announce(server, now);
    }

    private void endPhase(SimulatedRequest request, double now) {
        boolean last = request.isLastPhase;
        boolean computed = request.phase.need() == Need.PROCESSOR;
        boolean computes = request.computesNext();
        if (last) {
            if (request.ended) occupancy.wasted(now);
            endForClient(request, now, Ended.ANSWERED);
        }
        if (request.phase.need() == Need.CONNECTION) server(request).connections.free(request.second, now);
        if (computed && !sliced) server(request).carriers.free(request.second, now);
        if (request.keepsThread ? last : computed && !computes) leaveThreads(request, now);
        if (last) {
            leave(request, now);
            return;
        }
        request.toNextPhase();
        if (computes && !computed && !request.keepsThread) enterThreads(request, now);
        else beginPhase(request, now);
    }

    private void leaveThreads(SimulatedRequest request, double now) {
        occupancy.threads(request.first.begins, now);
        server(request).threads.free(request.first, now);
    }

    private void leave(SimulatedRequest request, double now) {
        if (servers.length > 1) inFlight[request.server]--;
        if (!isUnlimited) server(request).limit.free(request.permit, now);
    }

    /** Ends the request for its client, unless it has ended. The server goes on working after a timeout: wasted work. */
    private void endForClient(SimulatedRequest request, double millis, Ended how) {
        if (request.ended) return;
        request.ended = true;
        boolean answered = how == Ended.ANSWERED;
        if (how == Ended.REFUSED) trace.addRefused(request.user, request.sent, millis);
        else trace.add(request.user, request.sent, millis, answered);
        clients.ended(request, millis, answered, sender);
        isOver |= clients.haveEnough();
    }
}
