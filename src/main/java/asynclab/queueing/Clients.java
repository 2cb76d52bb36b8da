package asynclab.queueing;

import java.util.function.Consumer;

/** The clients of one simulation run: they decide when requests are sent. Not thread-safe. */
interface Clients {

    /** Sends the first requests. */
    void start(Consumer<SimulatedRequest> sender);

    /** The request arrives at the server, on an open connection. */
    void arrived(SimulatedRequest request, Consumer<SimulatedRequest> sender);

    /** The request ends for its client: answered, refused, or by its timeout. */
    void ended(SimulatedRequest request, double millis, boolean answered, Consumer<SimulatedRequest> sender);
}
