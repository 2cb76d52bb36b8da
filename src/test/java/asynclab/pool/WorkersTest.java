package asynclab.pool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A pool has ended when its threads have ended. A terminated executor is not enough: a lookup thread closes its connection later. */
class WorkersTest {

    private final AtomicReference<ThreadPoolExecutor> pool = new AtomicReference<>();
    private final AtomicReference<Thread> stopper = new AtomicReference<>();
    private final AtomicBoolean cleanedUp = new AtomicBoolean();
    private final AtomicBoolean cleanedUpBeforeTheEnd = new AtomicBoolean();

    @Test
    void a_stopped_pool_has_waited_for_what_its_threads_do_last() throws Exception {
        pool.set(Workers.start("cleaning", 1, 1, Cleaning::new));
        pool.get().submit(() -> {}).get();
        stopper.set(new Thread(() -> {
            Workers.stop(pool.get());
            cleanedUpBeforeTheEnd.set(cleanedUp.get());
        }));
        stopper.get().start();
        stopper.get().join();
        assertTrue(cleanedUpBeforeTheEnd.get());
    }

    /** Cleans up after the executor has terminated, when the stop waits for this thread or has returned. */
    private final class Cleaning extends Thread {

        Cleaning(Runnable task, String name) {
            super(task, name);
        }

        @Override
        public void run() {
            super.run();
            while (!pool.get().isTerminated()) Thread.onSpinWait();
            while (stopper.get().isAlive() && !isInJoin(stopper.get())) Thread.onSpinWait();
            cleanedUp.set(true);
        }

        private static boolean isInJoin(Thread thread) {
            return Stream.of(thread.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().equals("join"));
        }
    }
}
