package asynclab.wire.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The recorder in somebody else's application, on real servers. The last test stops the application. */
@ParameterizedClass(name = "on {index}")
@MethodSource("containers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RecorderIT extends ServerClient {

    private static final int THREADS = 6;
    private static final List<String> FLAGS = List.of(
            "-Xms64m",
            "-Xmx256m",
            "-XX:SoftRefLRUPolicyMSPerMB=0", // what is held only softly counts as let go
            // what Tomcat needs in order to look for what is left behind
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
            Server.AGENT,
            "-Dlab.accessLogFormat=%U wait=%{asynclab.wait}attr time=%{asynclab.time}attr");

    @Parameter
    Container container;

    private Processes processes;
    private Server server;
    private Path logs;
    private Path accessLog;

    static Stream<Container> containers() {
        return Stream.of("jetty-12", "tomcat-9")
                .map(name -> Containers.named(name).servedAt("/forward"));
    }

    @Override
    protected Server server() {
        return server;
    }

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        processes = new Processes();
        Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();
        Path war = RecordedWar.make(Path.of(System.getProperty("lab.recorder")), work.resolve("recorded.war"));
        Path home = container.find(Path.of(System.getProperty("lab.jettyHome")).getParent());
        boolean jetty = container.name().startsWith("jetty");
        accessLog = work.resolve("RecorderIT-access.log"); // Jetty does not make a folder for it
        Files.deleteIfExists(accessLog);
        var flags = new ArrayList<>(FLAGS);
        flags.add("-Dlab.accessLog=" + accessLog);
        var settings = ServerSettings.named("RecorderIT-" + container.name())
                .withRequestThreads(THREADS)
                .withJvmFlags(flags);
        var site = new Site(home, work, war, Path.of("jetty.xml"), settings);
        logs = work.resolve(settings.name()).resolve("logs");
        if (!jetty) accessLog = logs.resolve("access.log");
        server = Server.startClean(processes, container, site);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        server.close();
        processes.close();
    }

    @Test
    @Order(0)
    void the_jar_is_small_and_not_in_the_labs_war() throws Exception {
        assertTrue(Files.size(Path.of(System.getProperty("lab.recorder"))) <= 60_000);
        try (var war = new ZipFile(System.getProperty("lab.war"))) {
            assertEquals(
                    0,
                    war.stream()
                            .filter(entry -> entry.getName().contains("recorder"))
                            .count());
        }
    }

    @Test
    @Order(1)
    void a_request_of_each_kind_is_one_line() throws Exception {
        assertEquals("true", header(get("/blocking?ms=20"), "Recorded"));
        for (String path : List.of("/async?ms=20", "/dispatched?ms=20", "/forward?ms=1", "/connection?ms=20"))
            assertEquals("ok", get(path).body(), path);
        assertTrue(get("/timeout?ms=50").statusCode() >= 500);
        assertEquals(500, get("/failing").statusCode());
        assertEquals(404, get("/a%20b;x=y/c?q").statusCode());
        assertKind(line("/blocking"), "200 1 no platform answered");
        assertKind(line("/async"), "200 1 yes platform answered");
        assertKind(line("/dispatched"), "200 2 yes platform answered");
        assertKind(line("/forward"), "200 1 no platform answered");
        assertKind(line("/connection"), "200 1 no platform answered");
        assertKind(line("/failing"), "500 1 no platform error");
        assertKind(line("/a%20b/c"), "404 1 no platform answered");
        assertEquals("timeout", line("/timeout").get("x-end"));
        for (String path : List.of("/blocking", "/async", "/dispatched", "/connection"))
            assertTrue(number(line(path), "x-time-us") >= 20_000, path);
        assertTrue(number(line("/blocking"), "x-off-cpu-us") >= 15_000);
        assertTrue(number(line("/connection"), "x-conn-held-us") >= 20_000);
        assertEquals("1", line("/connection").get("x-conn-count"));
    }

    @Test
    @Order(2)
    void the_header_has_what_a_reader_must_know() throws Exception {
        get("/connection");
        String threads = container.name().startsWith("jetty") ? "\\d" : String.valueOf(THREADS);
        String facts = "#Server: container=\"[^\"]+\" java=\\d+ threads=" + threads + " processors=\\d+ connections=7";
        Await.until("the facts", () -> text().lines().anyMatch(line -> line.matches(facts)), this::text);
        assertTrue(text().startsWith("#Version: 1.0\n#Software: asynclab-recorder 1\n#Server: container=\""));
        Await.until(
                "the process", () -> text().lines().anyMatch(line -> line.matches("#Process: \\S+ \\S+ cpu-us=\\d+")));
    }

    @Test
    @Order(3)
    void the_servers_own_access_log_has_the_attributes() throws Exception {
        for (String path : List.of("/blocking", "/async")) {
            get(path + "?ms=30");
            String written = path + ".* wait=\\d+ time=(3\\d|[4-9]\\d|\\d{3,})\\d{3}";
            Await.until(
                    "wait and time",
                    () -> read(accessLog).lines().anyMatch(line -> line.matches(written)),
                    () -> read(accessLog));
        }
    }

    @Test
    @Order(4)
    void pipelined_requests_are_answered_in_order() throws Exception {
        int before = lines("/forward").size();
        try (Socket socket = connect(server, 0)) {
            String end = " HTTP/1.1\r\nHost: localhost\r\n";
            String two = "GET /forward?ms=1" + end + "\r\nGET /none" + end + "\r\n";
            String three = two + "GET /forward?ms=1" + end + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(three.getBytes(StandardCharsets.US_ASCII));
            String answers = readAll(socket);
            assertTrue(answers.matches("(?s)HTTP/1.1 200 .*HTTP/1.1 404 .*HTTP/1.1 200 .*"), answers);
        }
        Await.until(
                "three lines",
                () -> lines("/forward").size() == before + 2 && lines("/none").size() == 1);
    }

    @Test
    @Order(5)
    void a_client_that_goes_is_gone() throws Exception {
        Socket socket = raw(0, "GET /endless HTTP/1.1");
        readHead(socket);
        vanish(socket);
        assertEquals("gone", line("/endless").get("x-end"));
    }

    @Test
    @Order(6)
    void a_proxy_says_when_a_request_began() throws Exception {
        long micros = System.currentTimeMillis() * 1_000 - 5_000_000;
        send(request("/forward?proxy").header("X-Request-Start", "t=" + micros));
        Await.until("it waited 5 s", () -> lines("/forward").stream()
                .anyMatch(line -> line.get("x-wait-from").equals("proxy") && number(line, "x-wait-us") >= 5_000_000));
    }

    /** More requests than threads: the later ones wait for a thread, before the container knows of them. */
    @Test
    @Order(7)
    void waiting_for_a_thread_is_seen() throws Exception {
        for (long millis = 100; !hasWaited(millis); millis *= 2) {
            assertTrue(millis < 1_000L * Await.GIVE_UP_SECONDS, "nothing waits, however long they are held");
            for (var response : getMany(4 * THREADS, "/blocking?ms=" + millis)) response.join();
            get("/blocking");
        }
    }

    private boolean hasWaited(long millis) {
        return lines("/blocking").stream()
                .anyMatch(
                        line -> line.get("x-wait-from").equals("pool") && number(line, "x-wait-us") >= millis * 1_000);
    }

    @Test
    @Order(8)
    void it_is_switched_over_jmx() throws Exception {
        get("/switch?on=false");
        Await.until("its own line", () -> !lines("/switch").isEmpty());
        String before = get("/switch?on=false").body();
        assertTrue(before.matches("\\d+ 0"), before);
        get("/blocking");
        assertEquals(before, get("/switch?on=true").body());
        get("/blocking");
        Await.until(
                "it records again",
                () -> !getLater("/switch?on=true").join().body().equals(before));
    }

    @Test
    @Order(9)
    void a_full_log_is_rotated_and_the_oldest_is_deleted() throws Exception {
        for (int i = 0; i < 600; i++) get("/forward");
        get("/last");
        Await.until("the last line", () -> !lines("/last").isEmpty()); // the others have been written before
        assertTrue(Files.exists(logs.resolve("asynclab-recorder.log.4")), "the oldest");
        assertFalse(Files.exists(logs.resolve("asynclab-recorder.log.5")), "one that is too old");
        for (Path file : logFiles()) {
            Await.until("the header of " + file, () -> read(file)
                    .startsWith("#Version: 1.0\n")); // within a second of its first line
            assertTrue(Files.size(file) < 11_000, file::toString);
        }
    }

    @Test
    @Order(10)
    void nothing_is_left_of_an_application_that_is_undeployed() {
        assertTrue(threads(server, "asynclab-recorder") > 0);
        for (String type : List.of("RecorderFilter", "RecorderLog")) assertTrue(instances(type) > 0, type);
        server.probe().stopApplication();
        Await.until("no thread", () -> threads(server, "asynclab-recorder") == 0);
        for (String type : List.of("RecorderFilter", "RequestRecording", "RecorderLog"))
            Await.until("no " + type, () -> instances(type) == 0);
        assertEquals(
                List.of(),
                read(server.log())
                        .lines()
                        .filter(line -> line.matches(".*(leak|failed to stop|ThreadLocal).*"))
                        .toList());
    }

    private long instances(String type) {
        return server.probe().instances("asynclab.recorder." + type);
    }

    private static void assertKind(Map<String, String> line, String expected) {
        assertEquals(
                expected,
                String.join(
                        " ",
                        line.get("sc-status"),
                        line.get("x-dispatches"),
                        line.get("x-async"),
                        line.get("x-thread"),
                        line.get("x-end")));
    }

    private static long number(Map<String, String> line, String field) {
        return Long.parseLong(line.get(field));
    }

    /** The last line of a path. */
    private Map<String, String> line(String path) {
        Await.until("a line of " + path, () -> !lines(path).isEmpty(), this::text);
        return lines(path).get(lines(path).size() - 1);
    }

    private List<Map<String, String>> lines(String path) {
        return text().lines()
                .filter(line -> line.contains(" GET " + path + " "))
                .map(RecorderIT::fields)
                .toList();
    }

    private static Map<String, String> fields(String line) {
        String names =
                "date time cs-method cs-uri-stem sc-status x-time-us x-wait-us x-wait-from x-cpu-us x-off-cpu-us x-blocked-us"
                        + " x-conn-wait-us x-conn-held-us x-conn-count x-alloc-bytes x-dispatches x-async x-thread x-end";
        String[] values = line.split(" ");
        var fields = new HashMap<String, String>();
        for (String name : names.split(" ")) fields.put(name, values[fields.size()]);
        return fields;
    }

    /** All of the log, the oldest first. */
    private String text() {
        var all = new StringBuilder();
        for (Path file : logFiles()) all.insert(0, read(file));
        return all.toString();
    }

    private List<Path> logFiles() {
        var files = new ArrayList<Path>();
        files.add(logs.resolve("asynclab-recorder.log"));
        for (int i = 1; i < 6; i++) files.add(logs.resolve("asynclab-recorder.log." + i));
        files.removeIf(file -> !Files.exists(file));
        return files;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
