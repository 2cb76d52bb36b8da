package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.container.Delivery;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BlockedTest {

    private static final long LONG_MILLIS = 600_000;

    @AutoClose
    private final Exchanges exchanges = new Exchanges("blocked-", 1, LONG_MILLIS, null, Delivery.BUFFERED, 0, 0);

    private record Blocked(Thread thread, CompletableFuture<Object> outcome) {}

    /** Returns when the thread sleeps. */
    private Blocked blocked(Callable<Object> call) {
        var outcome = new CompletableFuture<>();
        var thread = new Thread(() -> {
            try {
                outcome.complete(call.call());
            } catch (Exception e) {
                outcome.complete(e.getClass());
            }
        });
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && !outcome.isDone()) Thread.onSpinWait();
        return new Blocked(thread, outcome);
    }

    @Test
    void who_is_blocked_goes_on_when_the_time_is_over_and_not_before() throws InterruptedException {
        long startedNanos = System.nanoTime();
        assertFalse(exchanges.blockFor(20));
        assertTrue(System.nanoTime() - startedNanos >= 20_000_000);
    }

    @Test
    void all_who_are_blocked_go_on_at_once_when_the_application_stops() throws Exception {
        Blocked one = blocked(() -> exchanges.blockFor(LONG_MILLIS));
        Blocked two = blocked(() -> exchanges.blockFor(LONG_MILLIS));
        exchanges.close();
        assertEquals(true, one.outcome.get(60, TimeUnit.SECONDS));
        assertEquals(true, two.outcome.get(60, TimeUnit.SECONDS));
        assertTrue(exchanges.blockFor(LONG_MILLIS)); // a later call does not wait
    }

    @Test
    void a_spurious_wakeup_does_not_end_the_sleep_and_an_interrupt_does() throws Exception {
        Blocked one = blocked(() -> {
            LockSupport.unpark(Thread.currentThread()); // so that it returns at once when it first sleeps
            return exchanges.blockFor(LONG_MILLIS);
        });
        one.thread.interrupt();
        assertEquals(InterruptedException.class, one.outcome.get(60, TimeUnit.SECONDS));
    }
}
