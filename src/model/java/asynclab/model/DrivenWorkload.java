package asynclab.model;

import asynclab.delay.HoldTime;
import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A closed workload with what load tools and servers add to it: a number of requests that all users share, a first request that is alone,
 * calls that a request makes at once, and work after the response. Immutable.
 *
 * @param users whose loops and durations limit the requests, too
 * @param requests of all users together, or {@link Workload#UNLIMITED}; a user that is free sends the next one
 * @param firstAlone whether the other users begin when the first response has come
 * @param calls that each request makes at the same time, each of the hold time and each on a server of its own. The request ends with the
 *     last of them
 * @param backgroundMillis the time for which the server works after each response, in the same queue; 0 for none
 */
public record DrivenWorkload(Workload users, int requests, boolean firstAlone, int calls, long backgroundMillis)
        implements Load {

    public DrivenWorkload {
        if (requests < 1 || calls < 1 || backgroundMillis < 0)
            throw new IllegalArgumentException(
                    "requests and calls must be at least 1, and backgroundMillis at least 0");
    }

    @Override
    public HoldTime hold() {
        return users.hold();
    }

    @Override
    public double arrivalsPerSecond() {
        return users.arrivalsPerSecond();
    }

    @Override
    public double usersPerSecond(double responseSeconds) {
        return users.usersPerSecond(responseSeconds);
    }

    @Override
    public Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        var clients = new DrivenUsers(new Users(users, stages.first(), seed));
        Trace jobs =
                Simulation.run(clients, users.timeoutMillis(), stages, new JobDraws(draws), seed, budget, occupancy);
        return calls == 1 && backgroundMillis == 0 ? jobs : requestsOf(jobs);
    }

    /** A request begins and ends with its calls. The work after the responses is left out. */
    private Trace requestsOf(Trace jobs) {
        var requestsOfUsers = new Trace(Math.max(1, jobs.size() / calls));
        var open = new int[users.users()];
        var answered = new boolean[users.users()];
        jobs.forEach((job, start, end, ok) -> {
            if (isBackground(job)) return;
            int user = userOf(job);
            answered[user] = ok && (open[user] == 0 || answered[user]);
            if (++open[user] < calls) return;
            requestsOfUsers.add(user, start, end, answered[user]); // they started together, and this one is the last
            open[user] = 0;
        });
        return requestsOfUsers;
    }

    /** The hold times of the jobs. */
    private final class JobDraws implements Draws {

        private final Draws draws;

        JobDraws(Draws draws) {
            this.draws = draws;
        }

        @Override
        public double holdMillis(int job, int loop) {
            return isBackground(job) ? backgroundMillis : draws.holdMillis(job - firstCall(), loop);
        }
    }

    /** Work after a response has the lowest numbers, so that it comes before a request that is sent at the same time. */
    private boolean isBackground(int job) {
        return job < firstCall();
    }

    private int firstCall() {
        return backgroundMillis == 0 ? 0 : users.users();
    }

    private int userOf(int job) {
        return (job - firstCall()) / calls;
    }

    /** The users during a run. */
    private final class DrivenUsers implements Clients {

        private final Users each;
        private final List<SimulatedRequest> held = new ArrayList<>(); // until the first response
        private final int[] open = new int[users.users()]; // calls
        private int sent;

        DrivenUsers(Users each) {
            this.each = each;
        }

        @Override
        public void start(Consumer<SimulatedRequest> sender) {
            each.start(first -> {
                if (firstAlone && first.user > 0) held.add(first);
                else send(first, first.sent, sender);
            });
        }

        @Override
        public void ended(SimulatedRequest job, double millis, boolean answered, Consumer<SimulatedRequest> sender) {
            if (isBackground(job.user)) return;
            int user = userOf(job.user);
            if (--open[user] > 0) return;
            held.forEach(first -> send(first, Math.max(first.sent, millis), sender));
            held.clear();
            if (answered && backgroundMillis > 0) sender.accept(new SimulatedRequest(user, job.loop, millis, false));
            var request = new SimulatedRequest(user, job.loop, job.sent, job.connects);
            each.ended(request, millis, answered, next -> send(next, next.sent, sender));
        }

        private void send(SimulatedRequest request, double millis, Consumer<SimulatedRequest> sender) {
            if (sent == requests) return;
            sent++;
            open[request.user] = calls;
            for (int call = 0; call < calls; call++)
                sender.accept(new SimulatedRequest(
                        firstCall() + request.user * calls + call, request.loop, millis, request.connects));
        }
    }
}
