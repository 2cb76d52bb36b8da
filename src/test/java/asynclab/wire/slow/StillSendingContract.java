package asynclab.wire.slow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No slot that others need is held while a client is still sending. {@code LogContract} has the same for {@code /log}. */
class StillSendingContract extends ServerContract {

    private static final int CLIENTS = 8; // more than the computations, the bursts and the servers of a queue
    private static final int QUEUE_SERVERS = 4;
    private static final long DROP_MILLIS = 50;
    private static final int DROPPED_BYTES = 1_500_000; // as much as the server reads of a body that nobody wants

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.queue-servers=" + QUEUE_SERVERS));
    }

    /** Each client is answered, and its body goes on to come. */
    @ContractRow(57)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /predict?users=2&ms=1",
                "GET /explain?users=2&ms=1&mean=5",
                "GET /worker?ms=1",
                "GET /queued/bounded?ms=1",
                "GET /burst?pattern=/async&n=1&ms=1",
                "POST /publish?text=x",
                "POST /upload?timeoutMs=60000",
            })
    void clients_that_are_still_sending_take_nothing_from_others(String request) throws Exception {
        var drops = Executors.newSingleThreadScheduledExecutor();
        var slow = new ArrayList<Socket>();
        boolean answered = !request.contains("/upload"); // it is answered at the end of its body
        try {
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = raw(0, request + " HTTP/1.1", "Content-Length: 1000000");
                slow.add(socket);
                drops.scheduleWithFixedDelay(() -> drop(socket), 0, DROP_MILLIS, TimeUnit.MILLISECONDS);
                if (answered) {
                    String head = readHead(socket);
                    if (!head.contains("503")) assertEquals("HTTP/1.1 200", head.substring(0, 12), head);
                }
            }
            String path = request.substring(request.indexOf('/'));
            if (answered)
                Await.until("others are answered", () -> getLater(path).join().statusCode() == 200);
            else
                assertEquals(
                        200,
                        send(request(path).POST(BodyPublishers.ofString("whole")))
                                .statusCode());
        } finally {
            drops.shutdownNow();
            for (Socket each : slow) vanish(each);
        }
    }

    /** The server closes the connection after the reply. If it closed at once, the system would discard the reply. */
    @ContractRow(21)
    @ParameterizedTest
    @ValueSource(strings = {"DELETE /async", "POST /blocking?ms=1", "POST /no-page", "GET /predict?users=none"})
    void a_client_that_sends_its_whole_body_before_it_reads_gets_the_refusal(String request) throws Exception {
        for (int i = 0; i < CLIENTS; i++)
            try (Socket socket = raw(0, request + " HTTP/1.1", "Content-Length: " + DROPPED_BYTES)) {
                socket.getOutputStream().write(new byte[DROPPED_BYTES]);
                String head = readHead(socket);
                assertTrue(head.startsWith("HTTP/1.1 4"), head);
            }
    }

    /** However much of its body is to come, the server does not read it for ever. Both drip at the same time. */
    @ContractRow(43)
    @Test
    void a_client_that_drips_after_its_refusal_is_closed() throws Exception {
        var drops = Executors.newSingleThreadScheduledExecutor();
        try (Socket one = raw(0, "DELETE /async HTTP/1.1", "Content-Length: " + DROPPED_BYTES);
                Socket other = raw(0, "POST /no-page HTTP/1.1", "Content-Length: " + DROPPED_BYTES)) {
            var dripping = new ArrayList<Future<?>>();
            for (Socket each : List.of(one, other))
                dripping.add(drops.scheduleWithFixedDelay(() -> drop(each), 0, DROP_MILLIS, TimeUnit.MILLISECONDS));
            for (Socket each : List.of(one, other)) {
                String head = readHead(each);
                assertTrue(head.startsWith("HTTP/1.1 4"), head);
            }
            Await.until("a byte can no longer be sent", () -> dripping.stream().allMatch(Future::isDone));
        } finally {
            drops.shutdownNow();
        }
    }

    private static void drop(Socket socket) {
        try {
            socket.getOutputStream().write("x".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException closed) {
            throw new IllegalStateException(closed); // so no further one is sent
        }
    }
}
