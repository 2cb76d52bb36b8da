package asynclab.queueing;

import asynclab.queueing.discipline.Job;

/** A request in a {@link Simulation}, from its sending to its end on the server. Times are milliseconds. Not thread-safe. */
final class SimulatedRequest {

    /** Its stay at one of the two stages. */
    static final class Visit extends Job {

        final SimulatedRequest request;
        double begins; // its service

        Visit(SimulatedRequest request, double arrivedMillis, double plannedMillis) {
            super(arrivedMillis, plannedMillis, request.connects);
            this.request = request;
        }
    }

    final int user;
    final int loop;
    final double sent;
    boolean connects; // until its connection is open
    boolean ended; // as its client sees it
    Visit first;
    Visit second;

    /** @param connects whether the request has to open a connection first */
    SimulatedRequest(int user, int loop, double sent, boolean connects) {
        this.user = user;
        this.loop = loop;
        this.sent = sent;
        this.connects = connects;
    }
}
