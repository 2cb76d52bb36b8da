package asynclab.recorder.unchanged;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.portability.JakartaWar;
import asynclab.server.Container;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ChosenContainers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The recorder changes no byte of an answer of somebody else's application. One server has the application twice: without the
 * recorder's jar at the path {@code /absent}, and with it at {@code /inside}. Both get the same requests. The recorder's log has each
 * request once.
 *
 * <p>{@code mvn verify -Dit.test=UnchangedIT -Dlab.unchanged=1000} sends 1,000 requests of each kind.
 */
class UnchangedIT {

    private static final int REQUESTS = Integer.getInteger("lab.unchanged", 2);
    private static final int USERS = Math.min(REQUESTS, 20);
    private static final int THREADS = 40;

    private static final int BEFORE = 60; // of an excerpt
    private static final int AFTER = 400;

    private static final Path RECORDER = Path.of(System.getProperty("lab.recorder"));
    private static final Path SERVERS =
            Path.of(System.getProperty("lab.jettyHome")).getParent();
    private static final Path WORK =
            Path.of(System.getProperty("lab.work")).toAbsolutePath().resolve("unchanged");

    private static final String READY = "/inside/index.html"; // no kind asks for it

    private final AtomicLong answered = new AtomicLong(); // by the application with the recorder

    @ParameterizedTest
    @ArgumentsSource(ChosenContainers.class)
    void answers_are_the_same_with_the_recorder(Container container) throws Exception {
        try (var processes = new Processes();
                var server = start(processes, container)) {
            assertEquals(List.of(), differences(server.port()));
            stop(server);
            assertEquals(answered.get(), recorded(container), "requests in the recorder's log");
        }
    }

    /** In order, so that the recorder writes what it has, however slow the machine is. */
    private static void stop(Server server) throws Exception {
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        server.closeJmx();
        process.destroy();
        process.onExit().get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS);
    }

    private static Server start(Processes processes, Container container) throws Exception {
        Path plain = ClinicWar.write(WORK.resolve(container.name() + "-wars").resolve("clinic.war"));
        Path war = JakartaWar.of(processes, container, SERVERS, plain, plain.resolveSibling("jakarta.war"));
        String jar = container.jakarta() ? "asynclab-recorder-jakarta.jar" : "asynclab-recorder.jar";
        Container twice = Container.of(container.name(), container.title(), container.home(), site -> {
                    Container.Launch launch = container.layout().lay(site);
                    Files.delete(launch.deployed());
                    Path inside = launch.deployed().resolveSibling("inside");
                    ClinicWar.unpack(war, launch.deployed().resolveSibling("absent"));
                    ClinicWar.unpack(war, inside);
                    Path library = Files.createDirectories(inside.resolve("WEB-INF/lib"))
                            .resolve(jar);
                    Files.copy(RECORDER.resolveSibling(jar), library);
                    var arguments = new ArrayList<>(launch.arguments());
                    arguments.addAll(modules(container));
                    return new Container.Launch(arguments, null);
                })
                .servedAt(READY);
        var settings = ServerSettings.named(container.name()).withJvmFlags(List.of("-Xms64m", "-Xmx512m"));
        return Server.startClean(
                processes, twice, new Site(container.find(SERVERS), WORK, war, Path.of("jetty.xml"), settings));
    }

    /** Jetty has JSP and WebSocket in modules. */
    private static List<String> modules(Container container) {
        return switch (container.name()) {
            case "jetty", "jetty-12" -> List.of("--module=ee8-jsp,ee8-websocket-javax");
            case "jetty-10" -> List.of("--module=jsp,websocket-javax");
            case "jetty-9.4" -> List.of("--module=jsp,websocket");
            default -> List.of();
        };
    }

    /** How many requests the recorder has written, or dropped because its writer was behind. */
    private static long recorded(Container container) throws IOException {
        long recorded = 0;
        Path folder = WORK.resolve(container.name()).resolve("logs");
        try (var logs = Files.newDirectoryStream(folder, "asynclab-recorder*")) {
            for (Path log : logs) {
                long dropped = 0; // since the start of the file
                for (String line : Files.readAllLines(log)) {
                    if (line.startsWith("#Dropped:")) dropped = Long.parseLong(line.split(" ")[3]);
                    else if (!line.startsWith("#") && !line.contains(READY)) recorded++;
                }
                recorded += dropped;
            }
        }
        return recorded;
    }

    /** A sentence for each kind whose answers differ. Several users ask at a time. */
    private List<String> differences(int port) throws Exception {
        var threads = Executors.newFixedThreadPool(THREADS);
        try {
            var tasks = new ArrayList<Callable<List<String>>>();
            for (AnswerKind kind : AnswerKind.ALL)
                for (int user = 0; user < USERS; user++) {
                    int first = user;
                    tasks.add(() -> differences(port, kind, first));
                }
            var differences = new ArrayList<String>();
            for (Future<List<String>> task : threads.invokeAll(tasks)) differences.addAll(task.get());
            return differences;
        } finally {
            threads.shutdownNow();
        }
    }

    /** The first difference that one user sees. */
    private List<String> differences(int port, AnswerKind kind, int user) throws IOException {
        try (var absent = new TapedClient(port, "/absent");
                var inside = new TapedClient(port, "/inside")) {
            for (int n = user; n < REQUESTS; n += USERS) {
                String without = answer(kind, absent, n);
                String with = answer(kind, inside, n);
                if (!without.equals(with)) return List.of(kind.name() + ": " + difference(without, with));
                if (!kind.isIn(with, n))
                    return List.of(kind.name() + " has no \"" + kind.expected() + "\": " + excerpt(with, 0));
            }
            answered.addAndGet(inside.answers());
            return List.of();
        }
    }

    /** What was received. If the answer was not complete, the text ends with the reason. */
    private static String answer(AnswerKind kind, TapedClient client, int n) {
        try {
            kind.asking().ask(client, n);
            return client.take();
        } catch (IOException | RuntimeException e) {
            return client.take() + AnswerKind.FAILED + e;
        }
    }

    private static String difference(String without, String with) {
        int at = 0;
        while (at < Math.min(without.length(), with.length()) && without.charAt(at) == with.charAt(at)) at++;
        return "at byte " + at + " \"" + excerpt(without, at) + "\" became \"" + excerpt(with, at) + "\"";
    }

    private static String excerpt(String text, int at) {
        return text.substring(Math.max(0, at - BEFORE), Math.min(text.length(), at + AFTER))
                .replace("\r", "\\r")
                .replace("\n", "\\n");
    }
}
