package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.wire.fixture.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a thread of the recorder has of its surroundings. */
class RecorderThreadTest {

    private static final InheritableThreadLocal<String> OF_SERVER = new InheritableThreadLocal<>();
    private static final long ROUND_NANOS = 1_000_000;

    @Test
    void it_has_no_values_of_the_thread_that_starts_it() throws Exception {
        var seen = new CompletableFuture<String>();
        OF_SERVER.set("of another application");
        var thread = new RecorderThread("tested", () -> {
            seen.complete(OF_SERVER.get());
            return ROUND_NANOS;
        });
        OF_SERVER.remove();
        thread.start();
        try {
            assertNull(seen.get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS));
        } finally {
            thread.end();
        }
    }

    @Test
    void an_interrupt_ends_with_its_round() throws Exception {
        var rounds = new AtomicInteger();
        var later = new CompletableFuture<Boolean>();
        var thread = new RecorderThread("tested", () -> {
            if (rounds.getAndIncrement() == 0) Thread.currentThread().interrupt();
            else later.complete(Thread.currentThread().isInterrupted());
            return ROUND_NANOS;
        });
        thread.start();
        try {
            assertFalse(later.get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS));
        } finally {
            thread.end();
        }
    }
}
