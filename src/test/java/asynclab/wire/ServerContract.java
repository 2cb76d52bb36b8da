package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.Logged;
import asynclab.lab.ContainerServer;
import asynclab.lab.LabException;
import asynclab.lab.Processes;
import asynclab.lab.RawConnection;
import asynclab.lab.Server;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * A running server, ways to ask it, and the ledger checked after every test. A theme extends it, and a container a theme. A theme
 * that asks for no settings of its own shares one server of the container with the others that run in the same JVM.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract implements Logged {

    static final ObjectMapper JSON = new ObjectMapper();

    /** How the server is started that themes share. */
    static final Server.Settings SHARED = Server.Settings.named("shared");

    /** Enough for any test, and little to clear. */
    private static final List<String> SMALL = List.of("-Xms64m", "-Xmx512m");

    private static final Map<String, Server> SHARED_SERVERS = new HashMap<>(); // by container
    private static final Processes SHARED_PROCESSES = new Processes(); // which this JVM's end ends

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();
    private final Processes processes = new Processes();
    private final List<Server> started = new ArrayList<>();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Server server;
    private int saidBefore;

    abstract Server start(Server.Settings settings);

    /** What is deployed; a theme may want more in it. */
    Path war() {
        return Path.of(System.getProperty("lab.war"));
    }

    final Server startJetty(Server.Settings settings) {
        Path home = Path.of(System.getProperty("lab.jettyHome"));
        return start(
                "Jetty", settings, (by, how) -> Server.startJetty(by, home, Path.of("jetty.xml"), war(), work, how));
    }

    final Server startTomcat(Server.Settings settings) {
        Path home = Path.of(System.getProperty("lab.tomcatHome"));
        return start("Tomcat", settings, (by, how) -> Server.startTomcat(by, home, war(), work, how));
    }

    /** Some other one, by its name in the portability table. */
    final Server startContainer(String name, Server.Settings settings) {
        Path servers = Path.of(System.getProperty("lab.jettyHome")).getParent();
        return note(ContainerServer.start(
                processes,
                name,
                servers,
                war(),
                Path.of("jetty.xml"),
                work,
                settings == SHARED ? named("") : settings));
    }

    private Server start(
            String container, Server.Settings settings, BiFunction<Processes, Server.Settings, Server> starter) {
        if (settings != SHARED) return note(starter.apply(processes, small(settings)));
        String name = "Shared" + container + System.getProperty("lab.lane", "");
        return note(SHARED_SERVERS.computeIfAbsent(
                container, none -> starter.apply(SHARED_PROCESSES, small(Server.Settings.named(name)))));
    }

    private static Server.Settings small(Server.Settings settings) {
        return settings.withJvmFlags(
                Stream.concat(SMALL.stream(), settings.jvmFlags().stream()).toList());
    }

    private Server note(Server server) {
        if (!started.contains(server)) started.add(server);
        return server;
    }

    @Override
    public final List<Path> logs() {
        return started.stream().map(Server::log).toList();
    }

    @BeforeAll
    void start() {
        server = start(settings());
        if (SHARED_SERVERS.containsValue(server)) saidBefore = said().length();
    }

    /** How the server under test is started; a theme may want more, or less: {@link #SHARED}. */
    Server.Settings settings() {
        return named("");
    }

    final Server.Settings named(String suffix) {
        return Server.Settings.named(getClass().getSimpleName() + suffix);
    }

    @AfterAll
    void stop() {
        started.stream().filter(each -> !SHARED_SERVERS.containsValue(each)).forEach(Server::lookAway);
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
        SHARED_SERVERS.values().remove(server);
        server = start(settings());
        saidBefore = 0;
    }

    /** After a test that has failed: if something is in flight still, none waits for it to end, nor for the server to. */
    final void beginAnewUnlessIdle() {
        if (!isIdle()) beginAnewByForce();
    }

    /** For the next test, after one that has left a server that answers nobody. */
    final void beginAnewByForce() {
        server.lookAway();
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

    /** What the server under test has said in this theme. */
    final String said() {
        try {
            return server.said().substring(saidBefore);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines of that with one of the words in them. */
    final List<String> complaints(String... words) {
        return complaints(said(), words);
    }

    static List<String> complaints(Server server, String... words) throws IOException {
        return complaints(server.said(), words);
    }

    private static List<String> complaints(String said, String... words) {
        return said.lines()
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

    /** Where a connection is refused: a port that no process is given by chance. */
    static String urlOfNobody() {
        return "http://127.0.0.1:1";
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

    /**
     * What is seen while requests are held, at first for half a second. If that was over before all was seen, others are held for
     * twice as long: how long it takes to look is nobody's concern.
     *
     * @param path of the requests, up to the milliseconds
     * @param held whether as many of them are inside as are to be
     */
    final <T> T whileHeld(
            int requests, String path, BooleanSupplier held, Callable<T> look, Consumer<HttpResponse<String>> check)
            throws Exception {
        for (long millis = 500; ; millis *= 2) {
            var responses = getMany(requests, path + millis);
            Await.until(
                    "they are inside",
                    () -> held.getAsBoolean() || responses.stream().allMatch(CompletableFuture::isDone));
            T seen = look.call();
            boolean stillHeld = held.getAsBoolean() && responses.stream().noneMatch(CompletableFuture::isDone);
            for (var response : responses) check.accept(response.join());
            if (stillHeld) return seen;
            assertTrue(millis < 1_000L * Await.GIVE_UP_SECONDS, "nothing can be seen, however long they are held");
        }
    }

    /** The same of requests that are answered with {@code ok}. @param inFlight how many of them are to be inside */
    final <T> T whileHeld(int requests, String path, int inFlight, Callable<T> look) throws Exception {
        return whileHeld(
                requests,
                path,
                () -> ledger("inFlight") >= inFlight,
                look,
                response -> assertEquals("ok", response.body()));
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
