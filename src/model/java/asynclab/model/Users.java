package asynclab.model;

import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The users of a closed workload. Each one sends its next request a think time after the end of the last. The think time of a
 * request depends only on seed, user and loop. So two servers get the same think times (common random numbers).
 *
 * <p>A user opens a new connection for its first request, after a client timeout or an error, and when the connection has reached its
 * age limit. The server's pool opens it, if {@link Station#connects}.
 */
final class Users implements Clients {

    private final Workload workload;
    private final boolean connects;
    private final double mostTurnaroundMillis;
    private final long randomStart;
    private final double[] connectedSince; // for each user, in milliseconds
    private final double[] ends; // the same: after this time it sends no further request

    Users(Workload workload, Station station, long seed) {
        this.workload = workload;
        connects = station.connects();
        mostTurnaroundMillis = station.rule().mostTurnaroundMillis();
        randomStart = Draws.start(~seed); // not that of the hold times
        connectedSince = new double[workload.users()];
        ends = new double[workload.users()];
        Arrays.setAll(ends, workload::endMillis);
    }

    @Override
    public void start(Consumer<SimulatedRequest> sender) {
        for (int user = 0; user < workload.users(); user++) {
            double start = workload.startMillis(user);
            if (start < ends[user]) send(user, 0, start, connects, sender); // else the plan stops before
        }
    }

    @Override
    public void ended(SimulatedRequest request, double millis, boolean answered, Consumer<SimulatedRequest> sender) {
        int user = request.user;
        if (request.loop + 1 >= workload.loops()) return;
        SplittableRandom random = Draws.random(randomStart, user, request.loop);
        double next = millis + workload.think().sampleMillis(random);
        if (mostTurnaroundMillis > 0) next += random.nextDouble() * mostTurnaroundMillis;
        if (next >= ends[user]) return;
        boolean kept = answered && workload.keepsConnection(connectedSince[user], next);
        send(user, request.loop + 1, next, connects && !kept, sender);
    }

    private void send(int user, int loop, double millis, boolean opens, Consumer<SimulatedRequest> sender) {
        if (opens) connectedSince[user] = millis;
        sender.accept(new SimulatedRequest(user, loop, millis, opens));
    }
}
