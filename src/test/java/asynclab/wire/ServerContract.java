package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.lab.ContainerServer;
import asynclab.lab.LabException;
import asynclab.lab.Processes;
import asynclab.lab.RawConnection;
import asynclab.lab.Server;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A running server, ways to ask it, and the ledger checked after every test. A theme extends it, and a container a theme. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {

    static final ObjectMapper JSON = new ObjectMapper();

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();
    private final Processes processes = new Processes();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Server server;

    abstract Server start(Server.Settings settings);

    /** What is deployed; a theme may want more in it. */
    Path war() {
        return Path.of(System.getProperty("lab.war"));
    }

    final Server startJetty(Server.Settings settings) {
        Path home = Path.of(System.getProperty("lab.jettyHome"));
        return Server.startJetty(processes, home, Path.of("jetty.xml"), war(), work, settings);
    }

    final Server startTomcat(Server.Settings settings) {
        return Server.startTomcat(processes, Path.of(System.getProperty("lab.tomcatHome")), war(), work, settings);
    }

    /** Some other one, by its name in the portability table. */
    final Server startContainer(String name, Server.Settings settings) {
        Path servers = Path.of(System.getProperty("lab.jettyHome")).getParent();
        return ContainerServer.start(processes, name, servers, war(), Path.of("jetty.xml"), work, settings);
    }

    @BeforeAll
    void start() {
        server = start(settings());
    }

    /** How the server under test is started; a theme may want more. */
    Server.Settings settings() {
        return named("");
    }

    final Server.Settings named(String suffix) {
        return Server.Settings.named(getClass().getSimpleName() + suffix);
    }

    @AfterAll
    void stop() {
        processes.close();
    }

    @AfterEach
    void the_ledger_balances_after_every_test() {
        try {
            balances(server);
        } catch (AssertionError e) { // of this test
            beginAnew();
            throw e;
        }
    }

    /** For the next test: what a test has left in flight fails no other. */
    private void beginAnew() {
        server.close();
        server = start(settings());
    }

    /** After a test that has failed: if something is in flight still, none waits for it to end, nor for the server to. */
    final void beginAnewUnlessIdle() {
        if (!isIdle()) beginAnewByForce();
    }

    /** For the next test, after one that has left a server that answers nobody. */
    final void beginAnewByForce() {
        ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
        beginAnew();
    }

    private boolean isIdle() {
        try {
            return server.probe().ledger().get("inFlight") == 0;
        } catch (LabException e) {
            return false;
        }
    }

    static void balances(Server server) {
        var atRest = new AtomicReference<Map<String, Long>>(); // a request may still begin after it
        Await.until("nothing is in flight", () -> {
            atRest.set(server.probe().ledger());
            return atRest.get().get("inFlight") == 0;
        });
        var ledger = atRest.get();
        assertEquals(
                ledger.get("started"),
                List.of("answered", "timedOut", "failed", "clientGone", "rejected", "drained").stream()
                        .mapToLong(ledger::get)
                        .sum());
    }

    final Server server() {
        return server;
    }

    /** For what the specification leaves to the container. */
    final boolean onTomcat() {
        return server.probe().version().startsWith("tomcat");
    }

    final long ledger(String figure) {
        return server.probe().ledger().get(figure);
    }

    /** Lines of what the server has said with one of the words in them. */
    static List<String> complaints(Server server, String... words) throws IOException {
        return server.said()
                .lines()
                .filter(line -> Stream.of(words).anyMatch(line::contains))
                .toList();
    }

    static String url(Server server, String path) {
        return "http://127.0.0.1:" + server.port() + path;
    }

    /** Waits, because Jetty sends an answer with its last byte, a moment before it is counted. */
    static void counts(Server server, String ending, long expected) {
        Await.until(ending + " is " + expected, () -> server.probe().ledger().get(ending) == expected);
    }

    /** Live threads of the server whose names begin so. */
    static long threads(Server server, String prefix) {
        return server.probe().threadNames().stream()
                .filter(name -> name.startsWith(prefix))
                .count();
    }

    static void assertUnavailable(String retryAfter, HttpResponse<String> response) {
        assertEquals(503, response.statusCode(), response::body);
        assertEquals(retryAfter, response.headers().firstValue("Retry-After").orElseThrow());
    }

    /** Where a connection is refused. */
    static String urlOfNobody() {
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + closed.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer that never comes fails the test instead of hanging it. */
    static HttpRequest.Builder request(Server server, String path) {
        return HttpRequest.newBuilder(URI.create(url(server, path))).timeout(Duration.ofSeconds(Await.GIVE_UP_SECONDS));
    }

    final HttpRequest.Builder request(String path) {
        return request(server, path);
    }

    final HttpResponse<String> get(Server server, String path) throws Exception {
        return client.send(request(server, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    final HttpResponse<String> get(String path) throws Exception {
        return get(server, path);
    }

    final CompletableFuture<HttpResponse<String>> getLater(Server server, String path) {
        return client.sendAsync(request(server, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    final CompletableFuture<HttpResponse<String>> getLater(String path) {
        return getLater(server, path);
    }

    final List<CompletableFuture<HttpResponse<String>>> getMany(Server server, int count, String path) {
        return IntStream.range(0, count).mapToObj(i -> getLater(server, path)).toList();
    }

    final List<CompletableFuture<HttpResponse<String>>> getMany(int count, String path) {
        return getMany(server, count, path);
    }

    final JsonNode json(String path) throws Exception {
        var response = get(path);
        return JSON.readTree(response.body());
    }

    /** A socket with the request's head already sent; lines without their ends, the blank one included by us. */
    final Socket raw(int receiveBuffer, String... head) throws IOException {
        Socket socket = connect(server, receiveBuffer);
        socket.getOutputStream()
                .write((String.join("\r\n", head) + "\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** @param receiveBuffer in bytes, 0 for the usual */
    private static Socket connect(Server server, int receiveBuffer) throws IOException {
        var socket = new Socket();
        if (receiveBuffer > 0)
            socket.setReceiveBufferSize(receiveBuffer); // before it connects, or it counts for nothing
        socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
        socket.setSoTimeout(1_000 * Await.GIVE_UP_SECONDS); // a test that would wait for ever fails instead
        return socket;
    }

    static RawConnection connection(Server server) throws IOException {
        return new RawConnection(connect(server, 0));
    }

    final RawConnection connection() throws IOException {
        return connection(server);
    }

    /** Closes as a process that is killed does: at once, with a reset. */
    static void vanish(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
