package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The state machine of one request alone, by one thread and by threads that race. */
class ExchangeTest {

    @Test
    void after_a_step_without_an_end_the_exchange_is_open_again() {
        var ledger = new Ledger();
        var exchange = Exchange.start(ledger);
        exchange.step(() -> assertTrue(exchange.isOpen()));
        assertTrue(exchange.isOpen());
        assertThrows(
                ArithmeticException.class,
                () -> exchange.step(() -> {
                    throw new ArithmeticException();
                }));
        assertTrue(exchange.isOpen());
        assertTrue(exchange.claim());
    }

    @Test
    void an_end_that_was_handed_to_a_step_comes_even_if_the_step_throws() {
        var ledger = new Ledger();
        var exchange = Exchange.start(ledger);
        assertThrows(
                ArithmeticException.class,
                () -> exchange.step(() -> {
                    assertTrue(exchange.claim(() -> exchange.end(Ending.DRAINED)));
                    assertEquals(1, ledger.snapshot().inFlight());
                    throw new ArithmeticException();
                }));
        assertEquals(1, ledger.snapshot().ended().get(Ending.DRAINED));
    }

    @Test
    void a_step_waits_for_a_step_and_an_end_waits_for_none() throws Exception {
        var exchange = Exchange.start(new Ledger());
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var history = Collections.synchronizedList(new ArrayList<String>());
        var first = new Thread(() -> exchange.step(() -> {
            inside.countDown();
            OnFakeContainers.awaited(goOn);
            history.add("first step over");
        }));
        var second = new Thread(() -> exchange.step(() -> history.add("second step")));
        first.start();
        OnFakeContainers.awaited(inside);
        second.start();
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (second.getState() != Thread.State.BLOCKED)
            assertTrue(System.nanoTime() < giveUp, "the second step does not wait");
        assertTrue(exchange.claim(() -> {
            history.add("ended");
            exchange.end(Ending.TIMED_OUT);
        }));
        history.add("claimed");
        goOn.countDown();
        first.join();
        second.join();
        assertEquals(List.of("claimed", "first step over", "ended"), history);
    }

    @Test
    void steps_of_many_threads_and_the_end_exclude_each_other() throws Exception {
        int threads = 4;
        var inside = new AtomicInteger();
        var together = new AtomicInteger();
        var ledger = new Ledger();
        for (int round = 0; round < 500; round++) {
            var claimed = new AtomicInteger();
            var exchange = Exchange.start(ledger);
            var start = new CyclicBarrier(threads);
            var pool = new ArrayList<Thread>();
            for (int number = 0; number < threads; number++) {
                int ender = number;
                var thread = new Thread(() -> {
                    try {
                        start.await();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    for (int i = 0; i < 20; i++) {
                        exchange.step(() -> {
                            if (inside.incrementAndGet() != 1) together.incrementAndGet();
                            if (!exchange.isOpen()) claimed.incrementAndGet(); // since it began: the last one
                            inside.decrementAndGet();
                        });
                        if (i == 10 + ender) end(exchange, inside, together);
                    }
                });
                pool.add(thread);
                thread.start();
            }
            for (var thread : pool) thread.join();
            assertTrue(claimed.get() <= 1, "a step began after the claim");
        }
        assertEquals(0, together.get());
        assertEquals(500, ledger.snapshot().ended().get(Ending.FAILED));
    }

    private static void end(Exchange exchange, AtomicInteger inside, AtomicInteger together) {
        exchange.claim(() -> {
            if (inside.get() != 0) together.incrementAndGet();
            exchange.end(Ending.FAILED);
        });
    }

    @Test
    void after_the_end_it_keeps_no_reference_to_the_caller() {
        var exchange = Exchange.start(new Ledger());
        WeakReference<Object> held = endHolding(exchange);
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (held.get() != null && System.nanoTime() < giveUp) System.gc();
        assertNull(held.get());
        assertFalse(exchange.isOpen());
    }

    private static WeakReference<Object> endHolding(Exchange exchange) {
        var response = new Object();
        exchange.whenEnded(response::hashCode);
        exchange.step(() -> exchange.claim(() -> {
            response.hashCode();
            exchange.end(Ending.ANSWERED);
        }));
        return new WeakReference<>(response);
    }

    @Test
    void tasks_run_in_order_and_once_even_if_others_throw() {
        var ledger = new Ledger();
        var exchange = Exchange.start(ledger);
        var ran = new ArrayList<Integer>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            exchange.whenEnded(() -> {
                ran.add(number);
                throw new ArithmeticException("this is a test");
            });
        }
        assertTrue(exchange.claim());
        exchange.end(Ending.ANSWERED);
        assertEquals(0, ledger.snapshot().inFlight());
        exchange.whenEnded(() -> ran.add(3)); // at once
        assertEquals(List.of(0, 1, 2, 3), ran);
    }

    @ContractRow(1)
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
                    exchange[0].claim(() -> {
                        wins.incrementAndGet();
                        exchange[0].end(ending);
                    });
                    end.await();
                }
                return null;
            });
        pool.shutdown();
        assertTrue(pool.awaitTermination(4, TimeUnit.MINUTES));

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

    @ContractRow(2)
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
