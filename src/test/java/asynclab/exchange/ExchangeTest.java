package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExchangeTest {

    @Test
    void one_of_many_racing_threads_ends_each_exchange_and_the_ledger_counts_it_once() throws Exception {
        int racers = Ending.values().length;
        int rounds = 5_000;
        var ledger = new Ledger();
        var wins = new AtomicInteger();
        var exchange = new Exchange[1];
        var start = new CyclicBarrier(racers, () -> exchange[0] = Exchange.start(ledger));
        var end = new CyclicBarrier(racers);
        var pool = Executors.newFixedThreadPool(racers);
        for (Ending ending : Ending.values())
            pool.submit(() -> {
                for (int round = 0; round < rounds; round++) {
                    start.await();
                    if (exchange[0].claim()) {
                        wins.incrementAndGet();
                        exchange[0].end(ending);
                    }
                    end.await();
                }
                return null;
            });
        pool.shutdown();
        assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));

        var books = ledger.snapshot();
        assertEquals(rounds, wins.get());
        assertEquals(rounds, books.started());
        assertEquals(
                rounds,
                books.ended().values().stream().mapToLong(Long::longValue).sum());
        assertEquals(0, books.inFlight());
        assertEquals(1, books.maxInFlight());
        assertTrue(books.balanced());
    }

    @Test
    void an_exchange_is_in_flight_until_its_end_and_cannot_end_unclaimed_or_twice() {
        var ledger = new Ledger();
        Exchange exchange = Exchange.start(ledger);
        assertThrows(IllegalStateException.class, () -> exchange.end(Ending.ANSWERED));
        assertTrue(exchange.claim());
        assertEquals(1, ledger.snapshot().inFlight());
        exchange.end(Ending.ANSWERED);
        assertThrows(IllegalStateException.class, () -> exchange.end(Ending.ANSWERED));
        assertFalse(exchange.claim());
        assertEquals(0, ledger.snapshot().inFlight());
    }
}
