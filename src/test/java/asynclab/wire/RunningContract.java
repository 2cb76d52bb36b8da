package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.lab.Processes;
import asynclab.lab.Server;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A running server to ask, and the ledger checked after every test. A theme extends it, and a container a theme. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RunningContract {

    static final ObjectMapper JSON = new ObjectMapper();

    /** An answer that never comes fails the test instead of hanging it. */
    private static final Duration GIVE_UP = Duration.ofSeconds(60);

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();
    private final Path war = Path.of(System.getProperty("lab.war"));
    private final Processes processes = new Processes();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Server server;

    abstract Server start(Server.Settings settings);

    final Server startJetty(Server.Settings settings) {
        Path home = Path.of(System.getProperty("lab.jettyHome"));
        return Server.startJetty(processes, home, Path.of("jetty.xml"), war, work, settings);
    }

    final Server startTomcat(Server.Settings settings) {
        return Server.startTomcat(processes, Path.of(System.getProperty("lab.tomcatHome")), war, work, settings);
    }

    /** How the server under test is started; a theme may want more. */
    Server.Settings settings() {
        return named("");
    }

    final Server.Settings named(String suffix) {
        return Server.Settings.named(getClass().getSimpleName() + suffix);
    }

    @BeforeAll
    void start() {
        server = start(settings());
    }

    @AfterAll
    void stop() {
        processes.close();
    }

    @AfterEach
    void the_ledger_balances_after_every_test() {
        Await.until("nothing is in flight", () -> server.probe().ledger().get("inFlight") == 0);
        var ledger = server.probe().ledger();
        assertEquals(
                ledger.get("started"),
                List.of("answered", "timedOut", "failed", "clientGone", "rejected", "drained").stream()
                        .mapToLong(ledger::get)
                        .sum());
    }

    final Server server() {
        return server;
    }

    static HttpRequest request(Server server, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(GIVE_UP)
                .build();
    }

    final HttpResponse<String> get(Server server, String path) throws Exception {
        return client.send(request(server, path), HttpResponse.BodyHandlers.ofString());
    }

    final HttpResponse<String> get(String path) throws Exception {
        return get(server, path);
    }

    final CompletableFuture<HttpResponse<String>> getLater(String path) {
        return client.sendAsync(request(server, path), HttpResponse.BodyHandlers.ofString());
    }

    final List<CompletableFuture<HttpResponse<String>>> getMany(int count, String path) {
        return IntStream.range(0, count).mapToObj(i -> getLater(path)).toList();
    }

    final JsonNode json(String path) throws Exception {
        return JSON.readTree(get(path).body());
    }
}
