package asynclab.wire.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.Http2Frames;
import asynclab.wire.fixture.ServerContract;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A Content-Length that is not a number. Over HTTP/2, Tomcat 9 gives it to the application, and the container's method throws. Jetty
 * resets such a stream. Over HTTP/1.1 both answer 400 themselves.
 */
class BodyLengthContract extends ServerContract {

    private static final List<String> REQUESTS = List.of(
            "GET /async?ms=1",
            "POST /upload",
            "POST /log",
            "GET /worker?ms=1",
            "GET /long-poll?timeoutMs=1",
            "GET /events?timeoutMs=1",
            "GET /download?bytes=10",
            "GET /blocking?ms=1",
            "GET /aggregate-non-blocking?ms=1",
            "GET /queued/bounded?ms=1",
            "GET /mistake/executor-never-shut-down",
            "DELETE /async",
            "GET /stats",
            "GET /predict?users=1&ms=1",
            "GET /",
            "GET /nothing-here");

    @Override
    protected ServerSettings settings() {
        return named("").withHttp2();
    }

    @ContractRow(55)
    @ParameterizedTest
    @ValueSource(strings = {"x", "", "5,5", "123456789012345678901234567890"})
    void over_http_2_a_length_that_is_no_number_is_refused_and_nothing_stays_in_flight(String length) throws Exception {
        try (Socket valid = connect(server(), 0)) {
            assertEquals(200, Http2Frames.ask(valid, "GET", "/async?ms=1", "0", false));
        }
        var answered = new ArrayList<String>();
        for (String request : REQUESTS)
            for (boolean body : new boolean[] {false, true})
                try (Socket socket = connect(server(), 0)) {
                    String[] words = request.split(" ");
                    int status = Http2Frames.ask(socket, words[0], words[1], length, body);
                    // Without a response, the container itself has refused it (RFC 9113, 8.1.1).
                    if (status == Http2Frames.NONE) continue;
                    assertEquals(refusal(request), status, request);
                    answered.add(request);
                }
        if (isMeasured()) assertEquals(onTomcat() ? REQUESTS : List.of(), answered);
        Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
    }

    private static int refusal(String request) {
        if (request.startsWith("DELETE")) return Http2Frames.OTHER; // 405
        return request.endsWith("nothing-here") ? 404 : 400;
    }

    @ContractRow(55)
    @ParameterizedTest
    @ValueSource(strings = {"x", "", "5,5", "123456789012345678901234567890"})
    void over_http_1_1_a_length_that_is_no_number_is_refused_and_nothing_stays_in_flight(String length)
            throws Exception {
        for (String request : REQUESTS)
            try (var connection = connection()) {
                String method = request.substring(0, request.indexOf(' '));
                var response = connection
                        .ask(request + " HTTP/1.1", "Content-Length: " + length)
                        .read(method);
                // Jetty takes an empty one for none.
                boolean none = length.isEmpty() && !onTomcat();
                assertTrue(none || response.status() == 400, () -> request + " got " + response);
            }
        Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
    }
}
