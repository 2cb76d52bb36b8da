package asynclab.wire.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.Http2Users;
import asynclab.client.RawConnection;
import asynclab.client.RawConnection.Response;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One client that sends a request as soon as it has the answer to the one before. Every limit is one, and so is never exceeded: what a
 * request holds is given back before the last byte of its answer is sent.
 */
class SequentialContract extends ServerContract {

    private static final int REQUESTS = 200;
    private static final int LOGS = 50; // the model simulates the traffic of each
    private static final String LOG_LINE =
            "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 0.010\n";

    @Override
    protected ServerSettings settings() {
        return named("")
                .withHttp2()
                .withJvmFlags(List.of(
                        "-Dasynclab.max-in-flight-each=1", "-Dasynclab.queue-servers=1", "-Dasynclab.queue-limit=0"));
    }

    @ContractRow(56)
    @ParameterizedTest
    @CsvSource({
        "GET, /async?ms=0",
        "GET, /async?ms=0&bytes=8000",
        "GET, /async?ms=x",
        "GET, /worker?ms=0",
        "GET, /asyncTest?ms=0",
        "GET, /blocking?ms=0",
        "GET, /queued/bounded?ms=0",
        "GET, /long-poll?timeoutMs=1",
        "GET, /download?bytes=10",
        "GET, /download?bytes=20000",
        "POST, /upload",
        "POST, /log",
    })
    void a_client_that_sends_one_request_after_the_other_is_never_refused(String method, String path) throws Exception {
        int requests = path.equals("/log") ? LOGS : REQUESTS;
        int right = path.endsWith("=x") ? 400 : path.startsWith("/long-poll") ? 204 : 200;
        var others = new ArrayList<Integer>();
        RawConnection connection = connection();
        try {
            for (int i = 0; i < requests; i++) {
                Response response = ask(connection, method, path);
                if (response.status() != right) others.add(response.status());
                if (!response.closes()) continue;
                connection.close();
                connection = connection();
            }
        } finally {
            connection.close();
        }
        assertEquals(List.of(), others, "answers to " + requests + " requests that are not " + right);
    }

    @ContractRow(56)
    @ParameterizedTest
    @ValueSource(strings = {"/async?ms=0", "/worker?ms=0", "/queued/bounded?ms=0", "/download?bytes=20000"})
    void over_http_2_a_client_that_sends_one_request_after_the_other_is_never_refused(String path) {
        try (var user = new Http2Users(server().port())) {
            user.connect(1);
            for (int i = 0; i < REQUESTS; i++) {
                user.ask(1, path);
                long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.GIVE_UP_SECONDS);
                while (user.waiting() > 0) { // without a pause, which would give the server time
                    assertTrue(System.nanoTime() < giveUp, "no answer");
                    Thread.onSpinWait();
                }
            }
            assertEquals(0, user.errors(), "of " + REQUESTS + " requests were refused");
        }
    }

    private static Response ask(RawConnection connection, String method, String path) throws Exception {
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n";
        String body = method.equals("POST") ? "Content-Length: " + LOG_LINE.length() + "\r\n\r\n" + LOG_LINE : "\r\n";
        return connection.send(head + body).read(method);
    }
}
