package asynclab.wire.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection;
import asynclab.client.RawConnection.Response;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Harmless;
import asynclab.wire.fixture.RequestFuzz;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Requests that no library sends, made at random from valid ones. */
class FuzzContract extends ServerContract {

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    private static final long SEED = 20_261_121;

    private static final int FUZZED_REQUESTS = 2_000;

    private static final int CONNECTIONS = 4;

    @ContractRow(35)
    @Test
    void thousands_of_mutated_requests_get_clean_answers() throws Exception {
        assertEquals(200, get("/set-default-processing-time?minMs=1&maxMs=2").statusCode());
        var workers = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            var parts = new ArrayList<Callable<Void>>();
            for (int part = 0; part < CONNECTIONS; part++) {
                var fuzz = new RequestFuzz(SEED + part);
                parts.add(() -> {
                    ask(fuzz, FUZZED_REQUESTS / CONNECTIONS);
                    return null;
                });
            }
            for (var part : workers.invokeAll(parts)) part.get();
        } finally {
            workers.shutdownNow();
        }
        assertEquals(200, get("/set-default-processing-time").statusCode());
        assertFalse(said().contains("A request failed"), () -> "see " + server().log());
    }

    private void ask(RequestFuzz fuzz, int requests) throws IOException {
        RawConnection kept = connection();
        boolean isNew = true;
        for (int i = 0; i < requests; i++) {
            RequestFuzz.FuzzedRequest request = fuzz.next();
            try {
                if (request.isWellFramed()) {
                    Response response = answer(kept, request);
                    if (response == null && !isNew) { // a server may close between two requests without saying so
                        kept.close();
                        kept = connection();
                        response = answer(kept, request);
                    }
                    assertTrue(response != null, "closed without an answer");
                    Harmless.check(request.text(), response);
                    isNew = false;
                    boolean goesOn = !response.closes() && request.text().contains(" HTTP/1.1\r\n");
                    if (goesOn && !isRefusalOfAHead(request.method(), response)) continue;
                    kept.close();
                    kept = connection();
                    isNew = true;
                } else {
                    try (var connection = connection()) {
                        answersUntilTheEnd(connection, request);
                    }
                }
            } catch (IOException | AssertionError wrong) {
                throw new AssertionError(fuzz + ", request " + i + ": " + wrong.getMessage() + "\n" + request, wrong);
            }
        }
        kept.close();
    }

    /** By Jetty itself, with a body that a HEAD must not have. */
    private static boolean isRefusalOfAHead(String method, Response response) {
        return method.equals("HEAD")
                && response.status() >= 400
                && String.valueOf(response.header("Content-Type")).startsWith("text/html");
    }

    /** @return null if the server has closed the connection instead */
    private static Response answer(RawConnection connection, RequestFuzz.FuzzedRequest request) throws IOException {
        try {
            return connection.send(request.bytes()).read(request.method());
        } catch (SocketException reset) {
            return null;
        }
    }

    private static void answersUntilTheEnd(RawConnection connection, RequestFuzz.FuzzedRequest request)
            throws IOException {
        try {
            connection.send(request.bytes()).endOfRequests();
            Response response = connection.read(request.method());
            for (; response != null; response = connection.read(request.method()))
                Harmless.check(request.text(), response);
        } catch (SocketException reset) {
            // it has closed before it had read all of this
        }
    }
}
