package asynclab.wire.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.server.Server;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.fixture.TestWar;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** What the contracts of the queues share: the figures of a queue, which must balance after every test. */
abstract class QueueingContract extends ServerContract {

    @Override
    protected Path war() {
        return TestWar.of(super.war());
    }

    @AfterEach
    void every_queue_is_empty_and_its_figures_balance() {
        queues().properties().forEach(queue -> {
            Await.until(queue.getKey() + " is empty", () -> has(queue.getKey(), 0, 0));
            JsonNode figures = queues().get(queue.getKey());
            assertEquals(
                    figures.get("arrived").asLong(),
                    Stream.of("refused", "dropped", "gaveUp", "served")
                            .mapToLong(way -> figures.get(way).asLong())
                            .sum(),
                    queue::toString);
        });
    }

    private JsonNode queues() {
        return stats().get("queues");
    }

    final long figure(String queue, String name) {
        return figure(server(), queue, name);
    }

    final long figure(Server server, String queue, String name) {
        return stats(server).get("queues").get(queue).get(name).asLong();
    }

    final boolean has(String queue, long inService, long waiting) {
        JsonNode figures = queues().get(queue);
        return figures.get("inService").asLong() == inService
                && figures.get("waiting").asLong() == waiting;
    }

    /** Waits until so many wait, or until an answer shows that they no longer can. */
    final <T extends CompletableFuture<HttpResponse<String>>> List<T> awaitQueued(String queue, List<T> requests) {
        Await.until(
                "they wait",
                () -> figure(queue, "waiting") >= requests.size()
                        || requests.stream().anyMatch(CompletableFuture::isDone));
        return requests;
    }

    static void assertShed(String retryAfter, HttpResponse<String> response) {
        assertUnavailable(retryAfter, response);
        assertEquals("{\"error\":\"The server is overloaded.\"}", response.body());
    }
}
