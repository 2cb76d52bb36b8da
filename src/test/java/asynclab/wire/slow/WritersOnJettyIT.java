package asynclab.wire.slow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.soak.Attack;
import asynclab.soak.HostileClients;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Replies by a few writers, for containers where a write waits for its reader whatever it says; here on one where it need not. */
@OnlyOnJetty
class WritersOnJettyIT extends ServerContract {

    private static final int WRITERS = 2;
    private static final int QUEUE = 3;

    @Override
    protected ServerSettings settings() {
        return named("")
                .withJvmFlags(List.of(
                        "-Dlab.sendBytes=16384",
                        "-Dasynclab.delivery=by-writers",
                        "-Dasynclab.writer-threads=" + WRITERS,
                        "-Dasynclab.writer-queue=" + QUEUE));
    }

    private long writing() {
        return server().probe().threads("asynclab-writer-").stream()
                .filter(thread -> List.of(thread.getStackTrace()).toString().contains("HttpOutput.channelWrite"))
                .count();
    }

    @Test
    void as_many_slow_readers_as_writers_are_borne_then_replies_queue_and_then_they_are_refused() throws Exception {
        long rejected = ledger().ended(Ending.REJECTED);
        var hostile = new HostileClients(server().port(), 1, 200)
                .add(WRITERS, Attack.pipelining("GET /async?ms=1&bytes=8000", 400))
                .start();
        try (hostile) {
            Await.until("every writer waits for its reader", () -> writing() == WRITERS);
            var queued = getMany(QUEUE, "/async?ms=1");
            Await.until("they wait for a writer", () -> ledger().inFlight() == WRITERS + QUEUE);
            Await.until("their time is over", () -> server().probe().scheduledTasks() == 0);
            var refused = get("/async?ms=1");
            assertEquals(503, refused.statusCode());
            assertEquals("", refused.body());
            assertEquals("1", refused.headers().firstValue("Retry-After").orElse("none"));
            counts(Ending.REJECTED, rejected + 1);
            assertEquals(200, get("/stats").statusCode()); // on its request thread
            assertTrue(server().probe().threads("asynclab-scheduler").stream()
                    .noneMatch(
                            thread -> List.of(thread.getStackTrace()).toString().contains("HttpOutput")));
            hostile.close();
            for (var response : queued) assertEquals("ok", response.join().body());
        }
        assertEquals("ok", get("/async?ms=1").body());
    }
}
