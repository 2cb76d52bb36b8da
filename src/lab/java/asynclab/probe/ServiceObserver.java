package asynclab.probe;

import asynclab.options.LabException;
import asynclab.options.ProbeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Measures the second URL and reads the service's own figures, for about a second. A JVM or a URL that hangs makes it a minute or two. */
final class ServiceObserver {

    private static final int READINGS = 8;
    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(113); // a prime: in phase with few services

    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60); // the load goes on meanwhile

    private final ProbeOptions options;
    private final ProbeClient client;
    private final FigureSources sources;

    ServiceObserver(ProbeOptions options, ProbeClient client, FigureSources sources) {
        this.options = options;
        this.client = client;
        this.sources = sources;
    }

    /** @param otherMs the median response time of the second URL; null without one, and if it did not answer */
    record SeenBeside(Double otherMs, OwnFigures own) {}

    /** Looks on a thread of its own. */
    void start(CompletableFuture<SeenBeside> seen) {
        var thread = new Thread(
                () -> {
                    try {
                        seen.complete(look());
                    } catch (RuntimeException | Error e) { // or the load would never end
                        seen.completeExceptionally(e);
                    }
                },
                "asynclab-probe-observer");
        thread.setDaemon(true);
        thread.start();
    }

    SeenBeside look() {
        if (options.other() == null && sources.isEmpty()) return new SeenBeside(null, OwnFigures.NONE);
        var others = new ArrayList<Double>();
        var readings = new ArrayList<OwnFigures>();
        long started = System.nanoTime();
        for (int i = 0; i < READINGS && System.nanoTime() - started < MOST_NANOS; i++) {
            for (int twice = 0; twice < 2 && options.other() != null; twice++) {
                ProbeResponse response =
                        client.send(client.get(options.other())).join();
                boolean answers = response.failure() == null && response.status() / 100 != 5; // a refusal may be fast
                if (i > 0 && answers) others.add(response.millis()); // the first one may open a connection
            }
            readings.addAll(reading());
            if (i < READINGS - 1) LockSupport.parkNanos(APART_NANOS);
        }
        double[] millis = others.stream().mapToDouble(Double::doubleValue).toArray();
        return new SeenBeside(
                millis.length == 0 ? null : (Double) NetworkTime.median(millis), OwnFigures.mean(readings));
    }

    /** Under load a service may fail to answer. Then its figures are not known. */
    private List<OwnFigures> reading() {
        try {
            return sources.isEmpty() ? List.of() : List.of(sources.read());
        } catch (LabException e) {
            return List.of();
        }
    }
}
