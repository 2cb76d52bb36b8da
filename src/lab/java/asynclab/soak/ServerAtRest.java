package asynclab.soak;

import asynclab.exchange.Ledger;
import asynclab.run.Progress;
import asynclab.server.ApplicationClient;
import asynclab.server.Server;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a server without load.
 *
 * @param backend the ledger of the server behind the gateways
 * @param admitted requests inside the admission filter
 * @param queued requests that wait or are served in the application's queues
 * @param liveHeapBytes the used heap after a garbage collection
 */
record ServerAtRest(
        Ledger.Snapshot ledger,
        Ledger.Snapshot backend,
        int scheduledTasks,
        int admitted,
        int queued,
        int listeners,
        int threads,
        Map<String, Integer> threadsByName,
        long openDescriptors,
        long liveHeapBytes) {

    /**
     * Idle threads stay in a pool for a minute, and idle connections stay in the gateways' client for 15 s. This time is longer
     * than both.
     */
    static final long REST_SECONDS = 70;

    static final long MOST_WAIT_SECONDS = 240;

    /**
     * Waits until no request is in flight and the threads and descriptors are as before. Without an earlier state, threads and
     * descriptors must not change for {@link #REST_SECONDS}. After {@link #MOST_WAIT_SECONDS} it reads the server as it is.
     */
    static ServerAtRest await(Server server, Server backend, ServerAtRest before, String kind, PrintStream out)
            throws IOException {
        long started = System.nanoTime();
        long lastChange = started;
        long printedSeconds = -30;
        Activity last = null;
        while (seconds(lastChange) < REST_SECONDS && seconds(started) < MOST_WAIT_SECONDS) {
            Activity now = Activity.read(server, backend);
            if (now.inFlight == 0 && before != null && SoakChecks.isWithinLimits(before, now.threads, now.descriptors))
                break;
            if (now.inFlight > 0 || last == null || now.differsFrom(last)) {
                lastChange = System.nanoTime();
                last = now;
            }
            if (seconds(started) >= printedSeconds + 30) {
                printedSeconds = seconds(started);
                out.printf(
                        "%s, waiting for rest: %d in flight, %d threads, %d descriptors | at most %s more%n",
                        kind,
                        now.inFlight,
                        now.threads,
                        now.descriptors,
                        Progress.duration(MOST_WAIT_SECONDS - printedSeconds));
            }
            ApplicationClient.pause(500);
        }
        return read(server, backend);
    }

    /** The figures that must come to rest after a load. */
    private record Activity(long inFlight, long threads, long descriptors) {

        static Activity read(Server server, Server backend) {
            var probe = server.probe();
            return new Activity(
                    probe.ledger().inFlight() + backend.probe().ledger().inFlight(),
                    probe.jvmThreads(),
                    probe.openDescriptors());
        }

        /** Whether the difference is larger than JMX alone can cause. The threads and descriptors of JMX come and go. */
        boolean differsFrom(Activity other) {
            return Math.abs(inFlight - other.inFlight) > 2
                    || Math.abs(threads - other.threads) > 2
                    || Math.abs(descriptors - other.descriptors) > 2;
        }
    }

    private static long seconds(long sinceNanos) {
        return (System.nanoTime() - sinceNanos) / 1_000_000_000;
    }

    private static ServerAtRest read(Server server, Server backend) throws IOException {
        JsonNode published = server.application().json("/publish?text=over");
        JsonNode stats = server.application().json("/stats");
        var probe = server.probe();
        var names = new TreeMap<String, Integer>();
        for (String thread : probe.threadNames())
            names.merge(thread.replaceAll("[0-9a-f]*[0-9][0-9a-f.:]*", "#"), 1, Integer::sum);
        return new ServerAtRest(
                probe.ledger(),
                backend.probe().ledger(),
                probe.scheduledTasks(),
                stats.path("admission").path("all").path("inFlight").asInt(-1),
                queued(stats),
                published.path("listeners").asInt(-1),
                probe.jvmThreads(),
                names,
                probe.openDescriptors(),
                probe.liveHeapBytes());
    }

    private static int queued(JsonNode stats) {
        int queued = 0;
        for (JsonNode queue : stats.path("queues"))
            queued += queue.path("inService").asInt() + queue.path("waiting").asInt();
        return queued;
    }
}
