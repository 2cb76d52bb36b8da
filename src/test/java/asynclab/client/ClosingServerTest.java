package asynclab.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.io.function.IORunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The counts of the benchmark clients when the server closes connections or sends malformed answers. */
class ClosingServerTest {

    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final String FAILED = "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n";
    private static final String CLOSE = "";

    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private ServerSocket listening;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
        for (Socket socket : open) socket.close();
    }

    /**
     * Each connection answers its requests with these answers, one after another. It closes at {@link #CLOSE}. After the last
     * answer it sends nothing.
     */
    private void answer(String... answers) {
        daemon(() -> {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                accepted.incrementAndGet();
                daemon(() -> play(socket, answers));
            }
        });
    }

    private void play(Socket socket, String... answers) throws IOException {
        for (String answer : answers) {
            if (answer.equals(CLOSE)) {
                socket.close();
                return;
            }
            ServerClient.readHead(socket);
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        }
        ServerClient.readHead(socket);
        unanswered.incrementAndGet();
    }

    private static void daemon(IORunnable task) {
        var thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException theTestHasEnded) {
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void a_connection_that_the_server_closes_is_an_error_and_its_user_gets_another_one() {
        answer(OK, CLOSE);
        try (var client = new LoadClient(listening.getLocalPort())) {
            client.users(3, 3);
            client.begin("/");
            long[] errors = new long[1];
            Await.until(
                    "three errors", () -> (errors[0] += client.window(MOMENT).errors()) == 3);
            client.finish();
            client.sendOnce("/");
            Await.until("no user waits", () -> client.waiting() == 0);
            assertEquals(6, accepted.get());
        }
    }

    @Test
    void an_error_before_the_window_is_counted_in_the_window_and_only_once() {
        answer(FAILED);
        try (var client = new LoadClient(listening.getLocalPort())) {
            client.users(3, 3);
            client.begin("/");
            Await.until("every user has its 500 and asks again", () -> unanswered.get() == 3);
            ClientTimes window = client.window(MOMENT);
            assertEquals(3, window.errors());
            assertEquals(0, window.requests(), "the window has no response times of failed requests");
            assertEquals(0, client.window(MOMENT).errors());
        }
    }

    @Test
    void over_http2_a_closed_connection_fails_its_requests_and_is_replaced() throws IOException {
        answer();
        try (var users = new Http2Users(listening.getLocalPort())) {
            users.connect(1);
            users.ask(3, "/");
            Await.until("the connection is accepted", () -> open.size() == 1);
            open.get(0).close();
            Await.until("no request waits", () -> users.waiting() == 0);
            assertEquals(3, users.errors());
            users.connect(1);
            Await.until("another connection", () -> accepted.get() == 2);
        }
    }
}
