package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.container.Delivery;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** Exchanges with a scheduler that runs, for requests on fake containers. After each test every request has ended. */
abstract class OnFakeContainers {

    static final long LONG_MILLIS = 60_000;

    final Exchanges exchanges = new Exchanges("test-", 1, LONG_MILLIS, null, Delivery.BUFFERED, 0, 0);

    @AfterEach
    void close() {
        exchanges.close();
        assertTrue(exchanges.ledger().snapshot().balanced());
        assertEquals(0, exchanges.ledger().snapshot().inFlight());
    }

    AsyncExchange waiting(FakeContainer container) {
        return exchanges.goAsync(exchanges.start(), container.request, container.response, LONG_MILLIS);
    }

    static FakeContainer failing(BooleanSupplier writeFails) {
        return new FakeContainer(() -> {}, writeFails);
    }

    long ended(Ending ending) {
        return exchanges.ledger().snapshot().ended().get(ending);
    }

    static void awaited(CountDownLatch latch) {
        try {
            assertTrue(latch.await(LONG_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Reply ok() {
        return Reply.text("text/plain", "ok");
    }
}
