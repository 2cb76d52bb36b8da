package asynclab.frameworks;

import asynclab.bench.measure.Meter;
import asynclab.bench.measure.WarmUp;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.client.RawConnection;
import asynclab.server.ApplicationClient;
import asynclab.server.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One start of a server: its start-up time and the cost of its requests. There are three loads. 64 users and 1,000 users send
 * requests that are answered at once. 10,000 users send requests that are held for a second. Each load is warmed up first
 * ({@link WarmUp}). CPU time is in microseconds per request, heap in bytes per request.
 */
final class CostRounds {

    static final String START = "startSeconds";
    static final String AT_64 = "64";
    static final String AT_1000 = "1000";
    static final String HELD = "held";
    static final List<String> LOADS = List.of(AT_64, AT_1000, HELD);

    /** Enough for the heap of 10,000 requests on every server. */
    static final List<String> FLAGS = List.of("-Xmx4g");

    /** The approximate time of a round, in seconds. */
    static double estimatedSeconds(int speed) {
        return 33 + 33.0 / speed;
    }

    private static final int WAITING = 10_000;
    private static final int HELD_MILLIS = 1_000;
    private static final int MEMORY_MILLIS = 15_000;
    private static final int LEAVING = 20;

    private final FrameworkServers servers;
    private final int speed;

    CostRounds(FrameworkServers servers, int speed) {
        this.servers = servers;
        this.speed = speed;
    }

    Map<String, Double> measure(Framework framework) throws IOException {
        var figures = new LinkedHashMap<String, Double>();
        try (Server server = servers.start(framework, FLAGS)) {
            FrameworkServers.check(framework, server);
            figures.put("jdk", (double) servers.jdk(framework));
            figures.put(START, server.startSeconds());
            try (var client = new LoadClient(server.port())) {
                put(figures, AT_64, window(server, client, framework.url(0), 64, 0, seconds(4)));
                put(figures, AT_1000, window(server, client, framework.url(0), 1_000, 0, seconds(4)));
                put(
                        figures,
                        HELD,
                        window(server, client, framework.url(HELD_MILLIS), WAITING, HELD_MILLIS, seconds(8)));
                Double heap = heapBytes(server, client, framework);
                if (heap != null) figures.put("heapBytes", heap);
            }
            figures.put("seesLeave", seesLeave(server, framework) ? 1.0 : 0.0);
        }
        return figures;
    }

    private Duration seconds(int seconds) {
        return Duration.ofMillis(1_000L * seconds / speed);
    }

    private Map<String, Double> window(
            Server server, LoadClient client, String url, int users, int heldMillis, Duration length) {
        client.newUsers(users);
        client.begin(url);
        if (heldMillis > 0)
            LoadClient.pause(seconds(6)); // all users start at once, and this first burst is not measured
        double warmedUp = WarmUp.await(server, speed);
        Meter before = Meter.read(server);
        ClientTimes seen = client.window(length);
        Meter used = Meter.read(server).since(before);
        client.finish();
        var figures = new LinkedHashMap<>(figures(used, seen, heldMillis));
        if (Double.isFinite(warmedUp)) figures.put("warmUpSeconds", warmedUp);
        return figures;
    }

    /**
     * The figures of a window: CPU and allocated bytes per request, req/s, and the response times beyond the hold. If no request
     * was answered, there are only req/s and errors.
     */
    static Map<String, Double> figures(Meter used, ClientTimes seen, int heldMillis) {
        double requests = used.requests(seen);
        if (requests == 0) return Map.of("perSecond", 0.0, "errors", (double) seen.errors());
        return Map.of(
                "cpuMicros",
                used.cpuNanos() / 1_000.0 / requests,
                "bytes",
                used.allocatedBytes() / requests,
                "perSecond",
                seen.perSecond(),
                "p50Ms",
                seen.millis(50) - heldMillis,
                "p99Ms",
                seen.millis(99) - heldMillis,
                "errors",
                (double) seen.errors());
    }

    private static void put(Map<String, Double> figures, String load, Map<String, Double> window) {
        window.forEach((name, value) -> {
            if (name.equals("errors")) figures.merge(name, value, Double::sum);
            else figures.put(load + " " + name, value);
        });
    }

    /**
     * The live heap of a waiting request and its connection; null if the machine was so slow that not all requests waited at the
     * same time.
     */
    private static Double heapBytes(Server server, LoadClient client, Framework framework) {
        client.users(0, 1);
        long before = server.probe().liveHeapBytes();
        client.newUsers(WAITING);
        client.useTwice(framework.url(0));
        client.sendOnce(framework.url(MEMORY_MILLIS));
        LoadClient.pause(Duration.ofSeconds(4));
        long with = server.probe().liveHeapBytes();
        Double bytes = client.waiting() == WAITING ? (Double) ((double) (with - before) / WAITING) : null;
        client.finish();
        return bytes;
    }

    /** Whether the server closes the connections of clients that have left before it answers them. */
    private static boolean seesLeave(Server server, Framework framework) throws IOException {
        var connections = new ArrayList<RawConnection>();
        for (int i = 0; i < LEAVING; i++)
            connections.add(server.application().connect().ask("GET " + framework.url(6_000) + " HTTP/1.1"));
        LoadClient.pause(Duration.ofSeconds(1));
        long open = server.probe().openDescriptors();
        for (RawConnection connection : connections) connection.vanish();
        return ApplicationClient.await(2, () -> server.probe().openDescriptors() <= open - LEAVING);
    }
}
