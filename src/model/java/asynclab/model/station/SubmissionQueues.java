package asynclab.model.station;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The submission queues of a {@code ForkJoinPool}, such as the common pool behind {@code CompletableFuture.supplyAsync} without an
 * executor. Tasks from other threads do not wait in one queue.
 *
 * <ul>
 *   <li>The parallelism alone decides the number of submission queues. The constructor makes an array of 2<sup>33 − nlz(p − 1)</sup>
 *       queues; nlz is {@code Integer.numberOfLeadingZeros}. Submission queues have the even indices, workers the odd ones. So
 *       parallelism 3 or 4 has four submission queues, and parallelism 5 to 8 has eight.
 *   <li>{@code submissionQueue} takes the index from the probe of the submitting thread ({@code ThreadLocalRandom.getProbe}). The
 *       probe stays the same until two threads submit to one queue at the same moment. So a request thread has its fixed queue. Any
 *       of many request threads may serve a request, so the queue of a request is random here. Queues in turn give the same figures
 *       within the seed variability.
 *   <li>{@code scan} looks through all queues from a random one on, with a random odd stride, and takes the oldest task of the first
 *       queue that has one. A worker scans when it wakes and when its queue is empty.
 *   <li>{@code topLevelExec} then takes tasks from this same queue until it is empty. No limit of time or number ends that. The
 *       workers of one queue share it. So a queue without a worker waits until another queue is empty.
 *   <li>{@code lockedPush} signals if the queue was empty, and {@code scan} if it leaves a second task. So no worker is idle while a
 *       task waits.
 * </ul>
 *
 * <p>Source: {@code java.util.concurrent.ForkJoinPool} of JDK 17; 21 makes as many queues. JDK 25 differs in two points. The array
 * has at least 16 entries, so there are never fewer than eight submission queues. And {@code runWorker} scans anew if another
 * worker has taken from the queue during a task. This class models JDK 17, with which the lab's servers run.
 */
public final class SubmissionQueues implements StationQueue {

    /** For a pool whose parallelism is the number of servers. */
    public static final Rule RULE = new Rule() {
        @Override
        public StationQueue start(int parallelism, Decisions decisions, SplittableRandom random) {
            return new SubmissionQueues(parallelism, decisions, random);
        }

        @Override
        public boolean variesByDraws() {
            return true;
        }
    };

    private final Decisions decisions;
    private final SplittableRandom random;
    private final List<Queue<Job>> queues;
    private int idle;
    private int waiting; // in all queues; 0 while a worker is idle

    private SubmissionQueues(int parallelism, Decisions decisions, SplittableRandom random) {
        this.decisions = decisions;
        this.random = random;
        queues = Stream.<Queue<Job>>generate(ArrayDeque::new)
                .limit(count(parallelism))
                .toList();
        idle = parallelism;
    }

    /** The number of submission queues of a pool: half of its array. It is a power of two. */
    static int count(int parallelism) {
        return 1 << (32 - Integer.numberOfLeadingZeros(parallelism - 1));
    }

    @Override
    public void arrive(Job job, double now) {
        int own = random.nextInt(queues.size());
        if (idle > 0) {
            idle--;
            serve(job, own, now);
        } else {
            waiting++;
            queues.get(own).add(job);
        }
    }

    @Override
    public void free(Job job, double now) {
        if (waiting == 0) {
            idle++;
            return;
        }
        waiting--;
        int queue = queues.get(job.place()).isEmpty() ? scan() : job.place();
        serve(queues.get(queue).remove(), queue, now);
    }

    /** A queue with a task. The odd stride reaches all queues, because their number is a power of two. */
    private int scan() {
        int queue = random.nextInt(queues.size());
        int stride = random.nextInt(queues.size()) | 1;
        while (queues.get(queue).isEmpty()) queue = queue + stride & queues.size() - 1;
        return queue;
    }

    private void serve(Job job, int queue, double now) {
        job.placeAt(queue);
        decisions.serve(job, now);
    }
}
