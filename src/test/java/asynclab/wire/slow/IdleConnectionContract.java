package asynclab.wire.slow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.ServerSettings;
import asynclab.soak.Attack;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections may be idle for two seconds here. One client stops reading, another waits longer for its answer. */
class IdleConnectionContract extends ServerContract {

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dlab.sendBytes=1024", "-Dlab.idleMillis=2000"));
    }

    @ContractRow(33)
    @Test
    void a_request_may_wait_longer_than_its_connection_may_be_idle() throws Exception {
        try (var connection = connection()) {
            assertEquals("ok", connection.get("/async?ms=5000").text());
            assertTrue(connection.isAtItsEnd()); // now it is idle
        }
    }

    /** More replies than the buffers of both sides hold. The first that does not fit holds up the others. */
    private static final int MANY = 200;

    /** Jetty may have taken the reply whole, and counts it as answered. */
    @ContractRow(43)
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void a_reply_that_nobody_reads_ends_when_the_connection_has_been_idle_for_too_long(int bodyBytes) throws Exception {
        long before = ledger().started();
        String head = Attack.head("GET /async?ms=1&bytes=8000", "Content-Length: " + bodyBytes);
        String all = (head + "x".repeat(bodyBytes)).repeat(MANY);
        try (Socket silent = connect(server(), 1)) {
            silent.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
            Await.until("it has begun", () -> ledger().started() > before);
            Await.until("the server has closed the connection", () -> isClosed(silent));
            Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
            assertTrue(ledger().started() < before + MANY, "the others have not begun");
        }
    }

    /** A server that closes a connection with unread requests resets it. */
    private static boolean isClosed(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
