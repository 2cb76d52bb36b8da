package asynclab.model.station;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The discipline beside the JDK's own pool. */
class SubmissionQueuesTest {

    private static final int TASKS = 500;

    /** Each queue is in order of arrival, and one worker empties one after the other. So each queue is an ascending run. */
    private static int ascendingRuns(List<Integer> order) {
        int runs = 1;
        for (int i = 1; i < order.size(); i++) if (order.get(i) < order.get(i - 1)) runs++;
        return runs;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 4", "5, 8", "8, 8", "9, 16"})
    void the_parallelism_decides_the_number_of_queues(int parallelism, int queues) {
        var recorder = new PlayedDiscipline(SubmissionQueues.RULE, parallelism).arrive(0, parallelism + TASKS);
        int last = parallelism - 1;
        for (int i = 0; i < TASKS; i++) recorder.free(last + i); // the last worker alone serves all that wait
        assertEquals(queues, ascendingRuns(recorder.served().subList(parallelism, parallelism + TASKS)));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 4", "5, 8"})
    void the_jdks_pool_has_as_many_queues_and_its_worker_empties_one_after_the_other(int parallelism, int queues)
            throws InterruptedException {
        assumeTrue(Runtime.version().feature() <= 21, "JDK 25 has at least eight queues");
        var pool = new ForkJoinPool(parallelism);
        var working = new CountDownLatch(parallelism);
        var release = new Semaphore(0);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        var done = new CountDownLatch(TASKS);
        for (int i = 0; i < parallelism; i++)
            pool.execute(() -> {
                working.countDown();
                release.acquireUninterruptibly();
            });
        assertEquals(true, working.await(1, TimeUnit.MINUTES));
        for (int i = 0; i < TASKS; i++) { // each one from a thread of its own, so with a probe of its own
            int number = i;
            var submitter = new Thread(() -> pool.execute(() -> {
                order.add(number);
                done.countDown();
            }));
            submitter.start();
            submitter.join();
        }
        release.release(); // one worker; the others stay in their tasks
        assertEquals(true, done.await(1, TimeUnit.MINUTES));
        release.release(parallelism);
        pool.shutdown();
        assertEquals(queues, ascendingRuns(order));
    }

    @Test
    void a_worker_stays_with_its_queue_while_others_wait_longer() {
        // one task a queue at least, then newer ones: a queue without a worker waits until another is empty
        var recorder = new PlayedDiscipline(SubmissionQueues.RULE, 3).arrive(0, 3 + TASKS);
        recorder.free(0);
        for (int served = 3; served < 30; served++) recorder.free(served);
        List<Integer> ofOneWorker = recorder.served().subList(3, 31);
        assertEquals(1, ascendingRuns(ofOneWorker));
        assertEquals(true, ofOneWorker.get(27) > 27 + 3, "older tasks of other queues wait: " + ofOneWorker);
    }
}
