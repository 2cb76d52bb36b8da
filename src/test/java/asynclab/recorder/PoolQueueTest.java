package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.wire.fixture.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wait in the queue of a pool with one thread. */
class PoolQueueTest {

    private static final int MOST_TRIES = 10;

    private final ThreadPoolExecutor executor =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private volatile CountDownLatch release = new CountDownLatch(1);
    private PoolQueue queue = new PoolQueue(ServerPool.of(executor));

    /** A request that notes when its thread has begun. */
    private static final class Request implements Runnable {

        private final long afterNanos = System.nanoTime();
        private volatile long startNanos;

        @Override
        public void run() {
            startNanos = System.nanoTime();
        }
    }

    @AfterEach
    void end() {
        release.countDown();
        queue.stop();
        executor.shutdownNow();
    }

    @Test
    void a_pool_says_its_threads_and_what_waits() {
        hold();
        executor.execute(() -> {});
        assertEquals(1, ServerPool.of(executor).threads());
        assertEquals(1, ServerPool.of(executor).queued());
    }

    @Test
    void nothing_waits_while_the_queue_is_empty() {
        queue.start();
        long now = System.nanoTime();
        queue.requestArrived(now);
        assertEquals(0, queue.waitMicros(now));
        assertEquals(-1, queue.waitMicros(now - TimeUnit.HOURS.toNanos(1)));
    }

    /**
     * Each request is put behind one of the recorder's tasks, so its place in the queue is known to be between two of them. On a busy
     * machine the recorder's thread may stand still when it has noted the time of a task and not yet put it. Then the next try decides.
     */
    @Test
    void a_request_that_waits_was_queued_between_two_tasks() {
        queue.start();
        for (int tries = 1; !areQueuedBetweenTwoTasks(); tries++)
            assertTrue(tries < MOST_TRIES, "a request was never between the tasks");
    }

    private boolean areQueuedBetweenTwoTasks() {
        release = new CountDownLatch(1);
        queue.requestArrived(System.nanoTime());
        hold();
        var requests = new ArrayList<Request>();
        var seenNanos = new ArrayList<Long>();
        for (int i = 0; i < 5; i++) {
            int before = executor.getQueue().size();
            requests.add(new Request());
            executor.execute(requests.get(i));
            Await.until("a task behind it", () -> executor.getQueue().size() >= before + 2);
            seenNanos.add(System.nanoTime());
        }
        release.countDown();
        Await.until("the recorder has seen the end", () -> queue.waitMicros(System.nanoTime()) == 0);
        return isBetween(requests, seenNanos);
    }

    private boolean isBetween(List<Request> requests, List<Long> seenNanos) {
        for (int i = 0; i < requests.size(); i++) {
            Request request = requests.get(i);
            long queuedMicros = (request.startNanos / 1_000) - queue.waitMicros(request.startNanos);
            boolean late = queuedMicros > seenNanos.get(i) / 1_000 + 1;
            boolean early = i > 0 && queuedMicros < requests.get(i - 1).afterNanos / 1_000 - 1;
            if (late || early) return false;
        }
        return true;
    }

    /** Its places are the server's. */
    @Test
    void nothing_is_put_into_a_bounded_queue_that_is_small() throws Exception {
        var bounded = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(100));
        try {
            bounded.execute(this::awaitRelease);
            queue = new PoolQueue(ServerPool.of(bounded));
            queue.start();
            queue.requestArrived(System.nanoTime());
            bounded.execute(() -> {});
            Await.until("it is unknown", () -> queue.waitMicros(System.nanoTime()) == -1);
            assertEquals(1, bounded.getQueue().size());
        } finally {
            bounded.shutdownNow();
        }
        assertTrue(bounded.awaitTermination(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS));
    }

    /** As when a connector starts again. What waited in its old pool never runs. */
    @Test
    void a_pool_that_was_shut_down_knows_no_wait() {
        queue.start();
        queue.requestArrived(System.nanoTime());
        hold();
        executor.execute(() -> {});
        Await.until("a task behind it", () -> executor.getQueue().size() >= 2);
        executor.shutdownNow();
        Await.until("it is unknown", () -> queue.waitMicros(System.nanoTime()) == -1);
    }

    private void hold() {
        executor.execute(this::awaitRelease);
        Await.until("it runs", () -> executor.getActiveCount() == 1);
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
