package asynclab.model;

import java.util.Arrays;

/**
 * The threads of a server that serves in order of arrival: each request gets the one that is free first. Nothing else limits. A heap of the
 * moments at which they are free. Not thread-safe.
 */
public final class FreeThreads {

    private final int threads;
    private double[] freeAt = new double[64];
    private int used;

    public FreeThreads(int threads) {
        this.threads = threads;
    }

    /** When a request begins that arrives at this moment. */
    public double begins(double arrives) {
        return used < threads ? arrives : Math.max(arrives, freeAt[0]);
    }

    /**
     * Says when the request that began last frees its thread.
     *
     * @param arrived when that request arrived; no later one arrives before it. A thread that was free then is used again
     */
    public void free(double at, double arrived) {
        boolean another = used < threads && (used == 0 || freeAt[0] > arrived);
        if (another) {
            if (used == freeAt.length) freeAt = Arrays.copyOf(freeAt, 2 * used);
            rise(used++, at);
        } else sink(at);
    }

    private void rise(int from, double at) {
        int place = from;
        for (; place > 0 && freeAt[(place - 1) / 2] > at; place = (place - 1) / 2)
            freeAt[place] = freeAt[(place - 1) / 2];
        freeAt[place] = at;
    }

    /** Puts a moment in the place of the earliest. */
    private void sink(double at) {
        double[] heap = freeAt;
        int place = 0;
        for (int child = 1; child < used; child = 2 * place + 1) {
            if (child + 1 < used && heap[child + 1] < heap[child]) child++;
            if (heap[child] >= at) break;
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = at;
    }
}
