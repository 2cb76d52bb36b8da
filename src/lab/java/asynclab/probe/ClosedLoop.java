package asynclab.probe;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Users without think time: each sends a request when it has the response to the one before. One thread changes their number and
 * takes the responses.
 */
final class ClosedLoop implements AutoCloseable {

    private final ProbeClient client;
    private final WeightedRequests requests;
    private final BlockingQueue<ProbeResponse> responses = new LinkedBlockingQueue<>();
    private final List<LoopUser> users = new ArrayList<>();
    private final AtomicInteger inFlight = new AtomicInteger();

    ClosedLoop(ProbeClient client, WeightedRequests requests) {
        this.client = client;
        this.requests = requests;
    }

    /** Requests of several URLs, as often as their weights say, in a fixed order (smooth weighted round robin). Thread-safe. */
    static final class WeightedRequests {

        private final List<HttpRequest> requests;
        private final List<Integer> weights;
        private final int[] credit; // guarded by this
        private final int sum;

        WeightedRequests(List<HttpRequest> requests, List<Integer> weights) {
            this.requests = requests;
            this.weights = weights;
            credit = new int[weights.size()];
            sum = weights.stream().mapToInt(Integer::intValue).sum();
        }

        synchronized HttpRequest next() {
            int best = 0;
            for (int i = 0; i < credit.length; i++) {
                credit[i] += weights.get(i);
                if (credit[i] > credit[best]) best = i;
            }
            credit[best] -= sum;
            return requests.get(best);
        }
    }

    /** Sets the number of users. A user that leaves still gets its response. New users start evenly over the ramp. */
    void users(int number, double rampMillis) {
        while (users.size() > number) users.remove(users.size() - 1).leaving = true;
        int coming = number - users.size();
        for (int i = 0; i < coming; i++) {
            var user = new LoopUser();
            users.add(user);
            long micros = (long) (1_000 * rampMillis * i / coming);
            Executor later = CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS, client.threads());
            (micros == 0 ? client.threads() : later).execute(user::send);
        }
    }

    /** The next response; null if none comes within the time. */
    ProbeResponse next(long nanos) {
        try {
            return responses.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** From now on no user sends another request. @return the responses to those in flight, when all have ended */
    List<ProbeResponse> stop() {
        users(0, 0);
        var last = new ArrayList<ProbeResponse>();
        while (inFlight.get() > 0 || !responses.isEmpty()) {
            ProbeResponse response = next(TimeUnit.MILLISECONDS.toNanos(50));
            if (response != null) last.add(response);
            else if (Thread.currentThread().isInterrupted()) break;
        }
        return last;
    }

    @Override
    public void close() {
        users(0, 0);
    }

    private final class LoopUser {

        private volatile boolean leaving;

        void send() {
            inFlight.incrementAndGet(); // before the check: stop() sees this request, or this user sees the stop
            if (leaving) {
                inFlight.decrementAndGet();
                return;
            }
            client.send(requests.next())
                    .thenAcceptAsync(
                            response -> {
                                responses.add(response);
                                inFlight.decrementAndGet();
                                send();
                            },
                            client.threads());
        }
    }
}
