package asynclab.pool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A pool has ended when its threads have ended. A terminated executor is not enough: a lookup thread closes its connection later. */
class WorkersTest {

    private final ThreadPoolExecutor pool = Workers.start("cleaning", 1, 1);
    private final AtomicBoolean cleanedUp = new AtomicBoolean();
    private final AtomicBoolean cleanedUpBeforeTheEnd = new AtomicBoolean();
    private final Thread stopper = new Thread(() -> {
        Workers.stop(pool);
        cleanedUpBeforeTheEnd.set(cleanedUp.get());
    });

    @Test
    void a_stopped_pool_has_waited_for_what_its_threads_do_last() throws Exception {
        pool.execute(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> cleanUp());
            while (!pool.isShutdown()) Thread.onSpinWait();
            throw new IllegalStateException("this is a test"); // the executor terminates, then the handler runs
        });
        stopper.start();
        stopper.join();
        assertTrue(cleanedUpBeforeTheEnd.get());
    }

    /** Runs on the pool's thread after the executor has terminated, when the stop waits for this thread or has returned. */
    private void cleanUp() {
        while (!pool.isTerminated()) Thread.onSpinWait();
        while (stopper.isAlive() && !isInJoin(stopper)) Thread.onSpinWait();
        cleanedUp.set(true);
    }

    private static boolean isInJoin(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("join"));
    }
}
