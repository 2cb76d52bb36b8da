package asynclab.frameworks;

import asynclab.bench.measure.Meter;
import asynclab.bench.measure.WarmUp;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.options.LabException;
import asynclab.server.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Gateways that call a backend of 300 ms, at several rates. The users think 1.7 s, so two users send one request per second while
 * nothing queues. The backend is Netty alone, in a JVM of its own, and shares the processors.
 */
final class GatewayRates {

    static final List<Integer> RATES = List.of(500, 1_000, 2_000);

    static final List<Framework> GATEWAYS = Framework.ALL.stream()
            .filter(framework -> !framework.gateway().isEmpty() && framework != Framework.SERVLET_TOMCAT)
            .toList();

    /** The approximate time of one gateway at all rates, in seconds. */
    static double estimatedSeconds(int speed) {
        return 32 + 40.0 / speed;
    }

    private static final int BACKEND_MILLIS = 300;
    private static final int CYCLE_MILLIS = 2_000;

    private final FrameworkServers servers;
    private final int speed;

    GatewayRates(FrameworkServers servers, int speed) {
        this.servers = servers;
        this.speed = speed;
    }

    /** Measures one start of a gateway, at all rates. */
    void measure(int round, Framework framework, FrameworkCells cells) throws IOException {
        try (Server backend = servers.start(Framework.named("netty"), List.of());
                Server gateway = servers.start(framework, flags(backend.port()));
                var client = new LoadClient(gateway.port())) {
            String url = framework.gatewayUrl(BACKEND_MILLIS);
            String answer = gateway.application().get(url).text();
            if (!answer.equals("OK"))
                throw new LabException(framework.title() + " does not pass the answer on: " + answer);
            warmUp(gateway, client, url);
            for (int rate : RATES)
                cells.put(FrameworkCells.rate(round, rate, framework), load(gateway, client, url, rate));
        }
    }

    /** The URL of the backend, as system properties of the WAR and of the other programs. */
    static List<String> flags(int backendPort) {
        String url = "http://127.0.0.1:" + backendPort;
        return List.of("-Dasynclab.backend=" + url, "-Dbackend=" + url);
    }

    /** Warms up at the highest rate. At a low rate the JIT compilers become idle long before the code is fully compiled. */
    private void warmUp(Server gateway, LoadClient client, String url) {
        begin(client, url, RATES.get(RATES.size() - 1));
        WarmUp.await(gateway, speed);
        client.finish();
    }

    private static void begin(LoadClient client, String url, int rate) {
        client.newUsers(rate * CYCLE_MILLIS / 1_000);
        client.begin(url, CYCLE_MILLIS - BACKEND_MILLIS, CYCLE_MILLIS);
        LoadClient.pause(Duration.ofMillis(2L * CYCLE_MILLIS));
    }

    private Map<String, Double> load(Server gateway, LoadClient client, String url, int rate) {
        begin(client, url, rate);
        Meter before = Meter.read(gateway);
        ClientTimes seen = client.window(Duration.ofMillis(10_000L / speed));
        Meter used = Meter.read(gateway).since(before);
        client.finish();
        return CostRounds.figures(used, seen, BACKEND_MILLIS);
    }
}
