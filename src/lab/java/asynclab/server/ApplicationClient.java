package asynclab.server;

import asynclab.client.RawConnection;
import asynclab.exchange.Ledger;
import asynclab.options.LabException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Sends requests to the application on a server, as any client does. The answers do not depend on the container. */
public record ApplicationClient(int port) {

    private static final long SETTLE_SECONDS = 60;

    /** Whether the application answers this path with 200. */
    public boolean isServed(String path) {
        try {
            return get(path).status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** @throws IOException also if the server closes the connection without a response */
    public RawConnection.Response get(String path) throws IOException {
        try (var connection = connect()) {
            var response = connection
                    .ask("GET " + path + " HTTP/1.1", "Connection: close")
                    .read("GET");
            if (response == null) throw new IOException("no answer to " + path);
            return response;
        }
    }

    /** Waits until this many requests are in flight. @return false if that does not happen within a minute */
    public boolean awaitInFlight(long requests) {
        return await(SETTLE_SECONDS, () -> {
            try {
                return ledger().inFlight() == requests;
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Waits until a condition is true. @return false if that does not happen in time */
    public static boolean await(long seconds, BooleanSupplier condition) {
        long giveUp = System.nanoTime() + seconds * 1_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > giveUp) return false;
            pause(50);
        }
        return true;
    }

    /** @throws LabException if this thread is interrupted */
    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted.");
        }
    }

    public RawConnection connect() throws IOException {
        return RawConnection.to(port);
    }

    /** The application's request ledger. */
    public Ledger.Snapshot ledger() throws IOException {
        return new ObjectMapper().treeToValue(json("/stats").get("ledger"), Ledger.Snapshot.class);
    }

    /** The answer to this path. */
    public JsonNode json(String path) throws IOException {
        return new ObjectMapper().readTree(get(path).text());
    }
}
