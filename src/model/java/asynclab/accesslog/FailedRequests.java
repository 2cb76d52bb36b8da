package asynclab.accesslog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The requests that failed, beside the others of their endpoints. A failure is often early, and a served request would keep a thread for longer. So
 * many failures make a server look idle. Not thread-safe.
 */
public final class FailedRequests {

    private static final double FEW = 1.2; // times the requests in flight

    private static final class EndpointFailures {
        private long served;
        private double servedMicros;
        private long failed;
        private double failedMicros;
    }

    private final List<EndpointFailures> endpoints = new ArrayList<>();

    /** @param endpoint its number */
    public void add(LoggedRequest request, int endpoint) {
        while (endpoints.size() <= endpoint) endpoints.add(new EndpointFailures());
        EndpointFailures of = endpoints.get(endpoint);
        if (request.status() >= 500 || request.status() == 429) {
            of.failed++;
            of.failedMicros += request.durationMicros();
        } else {
            of.served++;
            of.servedMicros += request.durationMicros();
        }
    }

    /** A sentence if the failures hide many requests in flight; else empty. */
    public List<String> doubts() {
        double hidden = 0;
        var all = new EndpointFailures();
        for (EndpointFailures of : endpoints) {
            all.served += of.served;
            all.servedMicros += of.servedMicros;
            all.failed += of.failed;
            all.failedMicros += of.failedMicros;
            if (of.served > 0) hidden += of.failed * of.servedMicros / of.served - of.failedMicros;
        }
        double times = 1 + hidden / Math.max(1, all.servedMicros + all.failedMicros);
        if (times < FEW) return List.of();
        return List.of(String.format(
                Locale.ROOT,
                "%.0f %% of the requests failed (status 429 or 5xx), after %,.1f ms on average. If they took as long as the others of their endpoints, %.1f times as many requests would be in flight.",
                100.0 * all.failed / (all.served + all.failed),
                all.failedMicros / all.failed / 1e3,
                times));
    }
}
