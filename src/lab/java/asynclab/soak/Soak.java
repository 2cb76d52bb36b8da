package asynclab.soak;

import asynclab.model.Latencies;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.SoakOptions;
import asynclab.run.Progress;
import asynclab.run.result.Environment;
import asynclab.server.ApplicationClient;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.soak.HostileClients.AttackFigures;
import asynclab.soak.SoakResult.SeenByClients;
import asynclab.soak.SoakResult.SoakLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The soak: every pattern, misbehaving clients, deadlines and overload for a long time. After that, the server must be in the
 * same state as before. JMeter is not used, because it can neither reset a connection in the middle of a head nor read slowly.
 * The server runs in one process, the backend of its gateways in another, and the clients in this one.
 */
public final class Soak {

    private static final long DEFAULT_SEED = 1;
    /** Fills the pools of a fixed size, the largest of which has 500 threads. */
    private static final long WARMUP_SECONDS = 60;
    /** Few, so that some thousand users are several times the capacity of the queues. */
    private static final int QUEUE_SERVERS = 4;

    private final String kind;
    private final SoakOptions options;
    private final PrintStream out;
    private final int maxInFlight;
    private final long seed;

    Soak(SoakOptions options, PrintStream out) {
        kind = options.server();
        this.options = options;
        this.out = out;
        maxInFlight = Math.max(1, options.users * 5 / 8);
        seed = options.seed() == null ? DEFAULT_SEED : options.seed();
    }

    /**
     * Runs the soak.
     *
     * @return the folder of the result; each server has one
     * @throws LabException if a check failed; the result is written before
     */
    public static Path run(SoakOptions options, Processes processes, PrintStream out) throws IOException {
        SoakResult result = new Soak(options, out).run(processes);
        if (!result.holds()) throw new LabException(result.server() + ": " + SoakReport.verdict(result));
        return folder(options);
    }

    private static Path folder(SoakOptions options) {
        return options.results().resolve("soak").resolve(options.server());
    }

    private SoakResult run(Processes processes) throws IOException {
        long seconds = Math.round(options.minutes * 60);
        announce(seconds);
        var environment = Environment.read(options, seed);
        environment.keySet().removeAll(List.of("jmeter", "plan"));
        Path folder = folder(options);
        Files.createDirectories(folder);
        try (Server backend = Server.start(options, processes, ServerSettings.named("soak-" + kind + "-backend"));
                Server server = Server.start(options, processes, settings(backend.port()));
                var timeline = new SoakTimeline(server, folder, out)) {
            environment.put("serverJvmFlags", jvmFlags());
            var warmup = new SoakClient(server.port(), options.users, seed + 1, options.arms());
            attackedLoad(server, warmup, true, seed + 1, WARMUP_SECONDS, timeline);
            ServerAtRest before = ServerAtRest.await(server, backend, null, kind, out);
            var client = new SoakClient(server.port(), options.users, seed, options.arms());
            Map<String, AttackFigures> attacks = attackedLoad(server, client, false, seed, seconds, timeline);
            ServerAtRest after = ServerAtRest.await(server, backend, before, kind, out);
            var result = new SoakResult(
                            SoakResult.SCHEMA,
                            "soak",
                            server.probe().version(),
                            environment,
                            options.command("soak"),
                            load(client, seconds, after),
                            seenBy(client, warmup, attacks),
                            traces(server, backend),
                            before,
                            after,
                            List.of())
                    .judged();
            result.write(folder);
            out.printf(
                    "%s: %s%nThe full report is %s/report.md.%n",
                    result.server(), SoakReport.verdict(result), options.relative(folder));
            return result;
        }
    }

    private void announce(long seconds) {
        out.printf(
                "soak on %s: %d users, %d hostile clients, at most %d requests in flight. Warm-up %s, measurement %s, about %s in all.%n",
                kind,
                options.users,
                options.hostile,
                maxInFlight,
                Progress.duration(WARMUP_SECONDS),
                Progress.duration(seconds),
                Progress.duration(
                        seconds + WARMUP_SECONDS + ServerAtRest.MOST_WAIT_SECONDS + ServerAtRest.REST_SECONDS));
    }

    private SoakLoad load(SoakClient client, long seconds, ServerAtRest after) {
        long peakInFlight = after.ledger().maxInFlight();
        return new SoakLoad(seconds, WARMUP_SECONDS, options.users, maxInFlight, peakInFlight, client.asked());
    }

    private SeenByClients seenBy(SoakClient client, SoakClient warmup, Map<String, AttackFigures> attacks) {
        var unexpected = client.unexpected();
        warmup.unexpected().forEach((what, count) -> unexpected.merge("warm-up: " + what, count, Long::sum));
        return new SeenByClients(
                client.seen(),
                unexpected,
                options.hostile,
                attacks,
                Latencies.ofMicros(client.lateness()),
                Latencies.ofMicros(client.ownLateness()));
    }

    /** The flags of the server's JVM without the backend's port, which differs from run to run. */
    private String jvmFlags() {
        var flags = new ArrayList<>(Server.JVM_FLAGS);
        flags.addAll(settings(0).jvmFlags());
        flags.removeIf(flag -> flag.startsWith("-Dasynclab.backend="));
        return String.join(" ", flags);
    }

    /** Of the server under load, on the JDK of {@code -Djdk}. */
    ServerSettings settings(int backendPort) {
        return ServerSettings.named("soak-" + kind)
                .withJava(Jdks.java(options.jdk(), 0))
                .withJvmFlags(List.of(
                        "-Dasynclab.backend=http://127.0.0.1:" + backendPort,
                        "-Dasynclab.faults=on",
                        "-Dasynclab.queue-servers=" + QUEUE_SERVERS,
                        "-Dasynclab.queue-limit=" + 4 * QUEUE_SERVERS,
                        "-Dasynclab.max-in-flight=" + maxInFlight));
    }

    /** Runs the users and the hostile clients together. @return the figures of the attacks */
    private Map<String, AttackFigures> attackedLoad(
            Server server, SoakClient client, boolean warmup, long seed, long seconds, SoakTimeline timeline)
            throws IOException {
        try (var hostile =
                SoakAttacks.clients(server.port(), options.hostile, seed).start()) {
            load(client, warmup, seconds, timeline);
            if (!hostile.isRunning()) throw new LabException("The hostile clients stopped before the load ended.");
            return hostile.figures();
        }
    }

    /** Runs the users and reads the server meanwhile. */
    private void load(SoakClient client, boolean warmup, long seconds, SoakTimeline timeline) throws IOException {
        try (client) {
            client.begin();
            timeline.restart();
            long started = System.nanoTime();
            long everySeconds = Math.max(1, Math.min(30, seconds / 10));
            double now = 0;
            for (long tick = 1; now < seconds || client.endsStill(); tick++) {
                while (now < tick * everySeconds && (now < seconds || client.endsStill())) {
                    ApplicationClient.pause(100);
                    now = (System.nanoTime() - started) / 1e9;
                }
                timeline.sample(kind, warmup, client, now, seconds);
            }
        }
    }

    /** The stack traces and errors in both logs, and how often each occurs. */
    private static Map<String, Long> traces(Server server, Server backend) throws IOException {
        // a log may have bytes that are not UTF-8
        try (Stream<String> servers = Files.lines(server.log(), StandardCharsets.ISO_8859_1);
                Stream<String> backends = Files.lines(backend.log(), StandardCharsets.ISO_8859_1)) {
            Map<String, Long> traces = SoakChecks.traces(servers::iterator);
            SoakChecks.traces(backends::iterator).forEach((trace, count) -> traces.put("backend: " + trace, count));
            return traces;
        }
    }
}
