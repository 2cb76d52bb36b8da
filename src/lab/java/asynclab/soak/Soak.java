package asynclab.soak;

import asynclab.experiment.Progress;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.result.Environment;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerProbe;
import asynclab.server.ServerSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The soak: every pattern, misbehaving clients, deadlines and overload for a long time, and then the question whether all is as
 * before. No JMeter: it cannot reset a connection in the middle of a head, nor read slowly. The server is one process, the
 * backend of its gateways another; the clients are this one's.
 */
public final class Soak {

    private static final long DEFAULT_SEED = 1;
    private static final long WARMUP_SECONDS = 60; // fills pools of a fixed size, the largest of which has 500 threads
    private static final long REST_SECONDS =
            70; // nothing has changed for so long: idle threads of pools stay for a minute
    private static final long MOST_REST_SECONDS = 240;

    private final String kind;
    private final Options options;
    private final PrintStream out;
    private final int maxInFlight;
    private final long seed;
    private long askedBefore; // at the last line of the progress
    private double secondBefore;

    private Soak(Options options, PrintStream out) {
        kind = options.server();
        this.options = options;
        this.out = out;
        maxInFlight = Math.max(1, options.users() * 5 / 8);
        seed = options.seed() == null ? DEFAULT_SEED : options.seed();
    }

    /**
     * @return the folder of the result, one a server
     * @throws LabException if something does not hold, after the result has been written
     */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        SoakResult result = new Soak(options, out).run(processes);
        if (!result.holds()) throw new LabException(result.server() + ": " + result.verdict());
        return folder(options);
    }

    private static Path folder(Options options) {
        return options.results().resolve("soak").resolve(options.server());
    }

    private static void thread(Runnable task) {
        new Thread(task, "lab-soak").start();
    }

    private SoakResult run(Processes processes) throws IOException {
        long seconds = Math.round(options.minutes() * 60);
        long warmupSeconds = WARMUP_SECONDS;
        var environment = Environment.read(options, seed);
        environment.keySet().removeAll(List.of("jmeter", "plan"));
        out.printf(
                "soak on %s: %d users, %d hostile clients, at most %d requests in flight. Warm-up %s, measurement %s, about %s in all.%n",
                kind,
                options.users(),
                options.hostile(),
                maxInFlight,
                Progress.duration(warmupSeconds),
                Progress.duration(seconds),
                Progress.duration(seconds + warmupSeconds + MOST_REST_SECONDS + REST_SECONDS));
        Path folder = folder(options);
        Files.createDirectories(folder);
        try (Server backend = Server.start(options, processes, ServerSettings.named("soak-" + kind + "-backend"));
                Server server = Server.start(options, processes, settings(backend));
                var timeline = new PrintWriter(Files.newBufferedWriter(folder.resolve("timeline.csv")))) {
            var flags = new ArrayList<>(Server.JVM_FLAGS);
            flags.addAll(settings(backend).jvmFlags());
            flags.removeIf(flag -> flag.startsWith("-Dasynclab.backend=")); // a port of this day
            environment.put("serverJvmFlags", String.join(" ", flags));
            timeline.println(
                    "second,asked,unexpected,started,answered,timedOut,failed,clientGone,rejected,inFlight,scheduledTasks,"
                            + "busyThreads,jvmThreads,openDescriptors,heapBytes");
            var warmup = new SoakClient(server.port(), options.users(), seed + 1);
            attackedLoad(server, warmup, seed + 1, warmupSeconds, "warm-up", timeline);
            SoakResult.Figures before = atRest(server, backend, null);
            var client = new SoakClient(server.port(), options.users(), seed);
            Map<String, HostileClients.Figures> attacks = attackedLoad(server, client, seed, seconds, "load", timeline);
            SoakResult.Figures after = atRest(server, backend, before);
            var unexpected = client.unexpected();
            warmup.unexpected().forEach((what, count) -> unexpected.merge("warm-up: " + what, count, Long::sum));
            var result = new SoakResult(
                            SoakResult.SCHEMA,
                            "soak",
                            server.probe().version(),
                            environment,
                            options.command("soak"),
                            seconds,
                            warmupSeconds,
                            options.users(),
                            maxInFlight,
                            after.ledger().get("maxInFlight"),
                            client.asked(),
                            client.seen(),
                            unexpected,
                            options.hostile(),
                            attacks,
                            client.lateness().figures(),
                            client.ownLateness().figures(),
                            traces(server, backend),
                            before,
                            after,
                            List.of())
                    .judged();
            result.write(folder);
            out.printf(
                    "%s: %s%n%s/report.md has the rest.%n",
                    result.server(), result.verdict(), options.relative(folder));
            return result;
        }
    }

    /** The gateways' client gives its idle connections up after five seconds, so that they are not taken for a leak. */
    private ServerSettings settings(Server backend) {
        return ServerSettings.named("soak-" + kind)
                .withJvmFlags(List.of(
                        "-Dasynclab.backend=http://127.0.0.1:" + backend.port(),
                        "-Dasynclab.faults=on",
                        "-Dasynclab.max-in-flight=" + maxInFlight,
                        "-Djdk.httpclient.keepalive.timeout=5",
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"));
    }

    /** With the hostile clients beside it. @return what their attacks came to */
    private Map<String, HostileClients.Figures> attackedLoad(
            Server server, SoakClient client, long seed, long seconds, String name, PrintWriter timeline)
            throws IOException {
        try (var hostile =
                SoakAttacks.clients(server.port(), options.hostile(), seed).start()) {
            load(server, client, seconds, name, timeline);
            if (!hostile.isRunning()) throw new LabException("The hostile clients stopped before the load ended.");
            return hostile.figures();
        }
    }

    /** Runs the clients on a thread of their own and watches the server meanwhile. */
    private void load(Server server, SoakClient client, long seconds, String name, PrintWriter timeline)
            throws IOException {
        var running = CompletableFuture.runAsync(
                () -> {
                    try {
                        client.load(seconds * 1_000);
                    } catch (IOException e) {
                        throw new LabException("The clients stopped: " + e.getMessage(), e);
                    }
                },
                Soak::thread);
        askedBefore = 0;
        secondBefore = 0;
        long started = System.nanoTime();
        long everySeconds = Math.max(1, Math.min(30, seconds / 10));
        for (long tick = 1; !running.isDone(); tick++) {
            while (!running.isDone() && System.nanoTime() - started < tick * everySeconds * 1_000_000_000L) pause(100);
            sample(server, client, (System.nanoTime() - started) / 1_000_000_000.0, seconds, name, timeline);
        }
        try {
            running.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof LabException lab ? lab : e;
        }
    }

    private void sample(
            Server server, SoakClient client, double second, long seconds, String name, PrintWriter timeline)
            throws IOException {
        var probe = server.probe();
        Map<String, Long> ledger = probe.ledger();
        ServerProbe.Reading sample = probe.sample();
        long descriptors = probe.openDescriptors();
        long unexpected =
                client.unexpected().values().stream().mapToLong(Long::longValue).sum();
        if (name.equals("load"))
            timeline.printf(
                    Locale.ROOT,
                    "%.0f,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d%n",
                    second,
                    client.asked(),
                    unexpected,
                    ledger.get("started"),
                    ledger.get("answered"),
                    ledger.get("timedOut"),
                    ledger.get("failed"),
                    ledger.get("clientGone"),
                    ledger.get("rejected"),
                    ledger.get("inFlight"),
                    probe.scheduledTasks(),
                    sample.pool().busy(),
                    sample.jvmThreads(),
                    descriptors,
                    sample.heapBytes());
        timeline.flush();
        long asked = client.asked();
        out.printf(
                Locale.ROOT,
                "%s, %s: %d requests | %.0f req/s | %d unexpected | %d in flight | %d rejected | %d threads, %d descriptors"
                        + " | about %s left%n",
                kind,
                name.equals("load") ? "measurement" : name,
                asked,
                (asked - askedBefore) / (second - secondBefore),
                unexpected,
                ledger.get("inFlight"),
                ledger.get("rejected"),
                sample.jvmThreads(),
                descriptors,
                Progress.duration(Math.max(0, seconds - second)));
        askedBefore = asked;
        secondBefore = second;
    }

    /**
     * Waits, but not for ever, until nothing is in flight and threads and descriptors are as they were before or, if there is no
     * before, have not changed for a while.
     */
    private SoakResult.Figures atRest(Server server, Server backend, SoakResult.Figures before) throws IOException {
        var probe = server.probe();
        long started = System.nanoTime();
        long since = started;
        long toldSeconds = -30;
        List<Long> last = null;
        while (seconds(since) < REST_SECONDS && seconds(started) < MOST_REST_SECONDS) {
            var now = List.of(
                    probe.ledger().get("inFlight") + backend.probe().ledger().get("inFlight"),
                    (long) probe.jvmThreads(),
                    probe.openDescriptors());
            if (now.get(0) == 0 && before != null && before.isAsBefore(now.get(1), now.get(2))) break;
            if (now.get(0) > 0 || last == null || moved(last, now)) {
                since = System.nanoTime();
                last = now;
            }
            if (seconds(started) >= toldSeconds + 30) {
                toldSeconds = seconds(started);
                out.printf(
                        "%s, waiting for rest: %d in flight, %d threads, %d descriptors | at most %s more%n",
                        kind, now.get(0), now.get(1), now.get(2), Progress.duration(MOST_REST_SECONDS - toldSeconds));
            }
            pause(500);
        }
        JsonNode permits = ask(server, "/permits");
        JsonNode published = ask(server, "/publish?text=over");
        JsonNode stats = ask(server, "/stats");
        var names = new TreeMap<String, Integer>();
        for (String thread : probe.threadNames())
            names.merge(thread.replaceAll("[0-9a-f]*[0-9][0-9a-f.:]*", "#"), 1, Integer::sum);
        return new SoakResult.Figures(
                new LinkedHashMap<>(probe.ledger()),
                new LinkedHashMap<>(backend.probe().ledger()),
                probe.scheduledTasks(),
                stats.path("admission").path("all").path("inFlight").asInt(-1),
                permits.path("permits").asInt(-1),
                permits.path("free").asInt(-1),
                permits.path("waiting").asInt(-1),
                published.path("listeners").asInt(-1),
                probe.jvmThreads(),
                names,
                probe.openDescriptors(),
                probe.liveHeapBytes());
    }

    /** The stack traces in the logs of both, and how many there are of each. */
    private static Map<String, Long> traces(Server server, Server backend) throws IOException {
        try (Stream<String> servers = Files.lines(server.log());
                Stream<String> backends = Files.lines(backend.log())) {
            Map<String, Long> traces = SoakResult.traces(servers::iterator);
            SoakResult.traces(backends::iterator).forEach((trace, count) -> traces.put("backend: " + trace, count));
            return traces;
        }
    }

    private static JsonNode ask(Server server, String path) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + server.port() + path).toURL().openConnection();
        connection.setRequestProperty("Connection", "close");
        connection.setReadTimeout(60_000);
        try (InputStream body = connection.getInputStream()) {
            return new ObjectMapper().readTree(body);
        }
    }

    /** By more than the few threads and descriptors of JMX that come and go. */
    private static boolean moved(List<Long> last, List<Long> now) {
        return IntStream.range(0, now.size()).anyMatch(i -> Math.abs(now.get(i) - last.get(i)) > 2);
    }

    private static long seconds(long sinceNanos) {
        return (System.nanoTime() - sinceNanos) / 1_000_000_000;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted.");
        }
    }
}
