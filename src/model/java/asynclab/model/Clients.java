package asynclab.model;

import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.function.Consumer;

/** The clients of one simulation run: they decide when requests are sent. Not thread-safe. */
interface Clients {

    /** Sends the first requests. */
    default void start(Consumer<SimulatedRequest> sender) {
        arrived(null, sender);
    }

    /** The request arrives at the server, perhaps to open its connection first. By default the next one waits for its end. */
    default void arrived(SimulatedRequest request, Consumer<SimulatedRequest> sender) {}

    /** The request ends for its client: answered, refused, or by its timeout. By default the next one does not wait for that. */
    default void ended(SimulatedRequest request, double millis, boolean answered, Consumer<SimulatedRequest> sender) {}

    /** Whether the requests under way no longer matter, so that the run is over. It is asked after each end. */
    default boolean haveEnough() {
        return false;
    }
}
