package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final int MILLION = 1_000_000;
    private static final int THREADS = 4;
    private static final long SEED = 17;
    private static final Ending[] ENDINGS = Ending.values();

    private final Ledger ledger = new Ledger();
    private final AtomicLongArray wins = new AtomicLongArray(ENDINGS.length); // ends that were won, by ending
    private final AtomicReferenceArray<Exchange> waiting =
            new AtomicReferenceArray<>(64); // open exchanges that any thread may end

    @Test
    void after_a_million_exchanges_with_random_ends_it_balances_to_the_unit_and_so_it_did_at_every_look()
            throws Exception {
        var pool = Executors.newFixedThreadPool(THREADS + 1);
        var over = new AtomicBoolean();
        Future<Long> unbalanced = pool.submit(() -> looksThatDidNotBalance(over));
        var racers = new ArrayList<Callable<Void>>();
        for (int i = 0; i < THREADS; i++) {
            var random = new SplittableRandom(SEED + i);
            racers.add(() -> race(random));
        }
        for (var racer : pool.invokeAll(racers)) racer.get();
        over.set(true);
        assertEquals(0, unbalanced.get());
        pool.shutdown();

        long stillWaiting = ledger.snapshot().inFlight();
        assertTrue(stillWaiting <= waiting.length(), () -> stillWaiting + " are in flight");
        for (int i = 0; i < waiting.length(); i++) end(waiting.get(i), Ending.DRAINED, 0);
        var books = ledger.snapshot();
        assertEquals(MILLION, books.started());
        assertEquals(0, books.inFlight());
        for (Ending ending : ENDINGS)
            assertEquals(wins.get(ending.ordinal()), books.ended().get(ending), ending::name);
        assertTrue(books.balanced());
    }

    /** Each new exchange replaces a waiting one and ends it. Any thread may end any other exchange at any time. */
    private Void race(SplittableRandom random) {
        for (int i = 0; i < MILLION / THREADS; i++) {
            Exchange displaced = waiting.getAndSet(random.nextInt(waiting.length()), Exchange.start(ledger));
            Exchange another = waiting.get(random.nextInt(waiting.length()));
            end(another, ENDINGS[random.nextInt(ENDINGS.length)], random.nextInt(3));
            end(displaced, ENDINGS[random.nextInt(ENDINGS.length)], random.nextInt(2));
        }
        return null;
    }

    private void end(Exchange exchange, Ending ending, int way) {
        if (exchange == null) return;
        Runnable winners = () -> {
            wins.incrementAndGet(ending.ordinal());
            exchange.end(ending);
        };
        switch (way) {
            case 0 -> exchange.claim(winners);
            case 1 -> exchange.step(() -> exchange.claim(winners)); // as the last byte of a stream does
            default -> exchange.step(exchange::isOpen); // some stay open
        }
    }

    private long looksThatDidNotBalance(AtomicBoolean over) {
        long unbalanced = 0;
        do {
            if (!ledger.snapshot().balanced()) unbalanced++;
            Thread.yield();
        } while (!over.get());
        return unbalanced;
    }
}
