package asynclab.soak;

import asynclab.experiment.Progress;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.result.Environment;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.soak.HostileClients.AttackFigures;
import asynclab.soak.SoakResult.SeenByClients;
import asynclab.soak.SoakResult.SoakLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/**
 * The soak: every pattern, misbehaving clients, deadlines and overload for a long time. Then the server must be as before.
 * JMeter is not used, because it can neither reset a connection in the middle of a head nor read slowly. The server runs in one
 * process, the backend of its gateways in another, and the clients in this one.
 */
public final class Soak {

    private static final long DEFAULT_SEED = 1;
    /** Fills the pools of a fixed size, the largest of which has 500 threads. */
    private static final long WARMUP_SECONDS = 60;
    /** Longer than idle threads stay in a pool, which is a minute. */
    private static final long REST_SECONDS = 70;

    private static final long MOST_REST_SECONDS = 240;

    private final String kind;
    private final Options options;
    private final PrintStream out;
    private final int maxInFlight;
    private final long seed;

    private Soak(Options options, PrintStream out) {
        kind = options.server();
        this.options = options;
        this.out = out;
        maxInFlight = Math.max(1, options.users() * 5 / 8);
        seed = options.seed() == null ? DEFAULT_SEED : options.seed();
    }

    /**
     * Runs the soak.
     *
     * @return the folder of the result; each server has one
     * @throws LabException if a check failed; the result is written before
     */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        SoakResult result = new Soak(options, out).run(processes);
        if (!result.holds()) throw new LabException(result.server() + ": " + SoakReport.verdict(result));
        return folder(options);
    }

    private static Path folder(Options options) {
        return options.results().resolve("soak").resolve(options.server());
    }

    private SoakResult run(Processes processes) throws IOException {
        long seconds = Math.round(options.minutes() * 60);
        out.printf(
                "soak on %s: %d users, %d hostile clients, at most %d requests in flight. Warm-up %s, measurement %s, about %s in all.%n",
                kind,
                options.users(),
                options.hostile(),
                maxInFlight,
                Progress.duration(WARMUP_SECONDS),
                Progress.duration(seconds),
                Progress.duration(seconds + WARMUP_SECONDS + MOST_REST_SECONDS + REST_SECONDS));
        var environment = Environment.read(options, seed);
        environment.keySet().removeAll(List.of("jmeter", "plan"));
        Path folder = folder(options);
        Files.createDirectories(folder);
        try (Server backend = Server.start(options, processes, ServerSettings.named("soak-" + kind + "-backend"));
                Server server = Server.start(options, processes, settings(backend));
                var timeline = new SoakTimeline(server, folder, out)) {
            environment.put("serverJvmFlags", jvmFlags(backend));
            var warmup = new SoakClient(server.port(), options.users(), seed + 1);
            attackedLoad(server, warmup, true, seed + 1, WARMUP_SECONDS, timeline);
            ServerAtRest before = atRest(server, backend, null);
            var client = new SoakClient(server.port(), options.users(), seed);
            Map<String, AttackFigures> attacks = attackedLoad(server, client, false, seed, seconds, timeline);
            ServerAtRest after = atRest(server, backend, before);
            var unexpected = client.unexpected();
            warmup.unexpected().forEach((what, count) -> unexpected.merge("warm-up: " + what, count, Long::sum));
            SoakResult result = new SoakResult(
                            SoakResult.SCHEMA,
                            "soak",
                            server.probe().version(),
                            environment,
                            options.command("soak"),
                            load(client, seconds, after),
                            seenBy(client, unexpected, attacks),
                            traces(server, backend),
                            before,
                            after,
                            List.of())
                    .judged();
            result.write(folder);
            out.printf(
                    "%s: %s%n%s/report.md has the rest.%n",
                    result.server(), SoakReport.verdict(result), options.relative(folder));
            return result;
        }
    }

    private SoakLoad load(SoakClient client, long seconds, ServerAtRest after) {
        long peakInFlight = after.ledger().get("maxInFlight");
        return new SoakLoad(seconds, WARMUP_SECONDS, options.users(), maxInFlight, peakInFlight, client.asked());
    }

    private SeenByClients seenBy(SoakClient client, Map<String, Long> unexpected, Map<String, AttackFigures> attacks) {
        return new SeenByClients(
                client.seen(),
                unexpected,
                options.hostile(),
                attacks,
                client.lateness().figures(),
                client.ownLateness().figures());
    }

    /** The flags of the server's JVM without the backend's port, which differs from run to run. */
    private String jvmFlags(Server backend) {
        var flags = new ArrayList<>(Server.JVM_FLAGS);
        flags.addAll(settings(backend).jvmFlags());
        flags.removeIf(flag -> flag.startsWith("-Dasynclab.backend="));
        return String.join(" ", flags);
    }

    /** The gateways' client closes idle connections after five seconds, so they do not look like a leak. */
    private ServerSettings settings(Server backend) {
        return ServerSettings.named("soak-" + kind)
                .withJvmFlags(List.of(
                        "-Dasynclab.backend=http://127.0.0.1:" + backend.port(),
                        "-Dasynclab.faults=on",
                        "-Dasynclab.max-in-flight=" + maxInFlight,
                        "-Djdk.httpclient.keepalive.timeout=5",
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"));
    }

    /** Runs the users and the hostile clients together. @return the figures of the attacks */
    private Map<String, AttackFigures> attackedLoad(
            Server server, SoakClient client, boolean warmup, long seed, long seconds, SoakTimeline timeline)
            throws IOException {
        try (var hostile =
                SoakAttacks.clients(server.port(), options.hostile(), seed).start()) {
            load(client, warmup, seconds, timeline);
            if (!hostile.isRunning()) throw new LabException("The hostile clients stopped before the load ended.");
            return hostile.figures();
        }
    }

    /** Runs the users on a thread of their own and reads the server meanwhile. */
    private void load(SoakClient client, boolean warmup, long seconds, SoakTimeline timeline) throws IOException {
        var running = CompletableFuture.runAsync(
                () -> {
                    try {
                        client.load(seconds * 1_000);
                    } catch (IOException e) {
                        throw new LabException("The clients stopped: " + e.getMessage(), e);
                    }
                },
                task -> new Thread(task, "lab-soak").start());
        timeline.restart();
        long started = System.nanoTime();
        long everySeconds = Math.max(1, Math.min(30, seconds / 10));
        for (long tick = 1; !running.isDone(); tick++) {
            while (!running.isDone() && System.nanoTime() - started < tick * everySeconds * 1_000_000_000L) pause(100);
            timeline.sample(kind, warmup, client, (System.nanoTime() - started) / 1e9, seconds);
        }
        try {
            running.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof LabException lab ? lab : e;
        }
    }

    /**
     * Waits until no request is in flight and the threads and descriptors are as before. Without a state before, they must not
     * change for {@link #REST_SECONDS}. After {@link #MOST_REST_SECONDS} it reads the server as it is.
     */
    private ServerAtRest atRest(Server server, Server backend, ServerAtRest before) throws IOException {
        long started = System.nanoTime();
        long lastChange = started;
        long printedSeconds = -30;
        Activity last = null;
        while (seconds(lastChange) < REST_SECONDS && seconds(started) < MOST_REST_SECONDS) {
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
                        Progress.duration(MOST_REST_SECONDS - printedSeconds));
            }
            pause(500);
        }
        return ServerAtRest.read(server, backend);
    }

    /** The figures that must come to rest after a load. */
    private record Activity(long inFlight, long threads, long descriptors) {

        static Activity read(Server server, Server backend) {
            var probe = server.probe();
            return new Activity(
                    probe.ledger().get("inFlight") + backend.probe().ledger().get("inFlight"),
                    probe.jvmThreads(),
                    probe.openDescriptors());
        }

        /** Whether the difference is larger than that of JMX, whose threads and descriptors come and go. */
        boolean differsFrom(Activity other) {
            return Math.abs(inFlight - other.inFlight) > 2
                    || Math.abs(threads - other.threads) > 2
                    || Math.abs(descriptors - other.descriptors) > 2;
        }
    }

    /** The stack traces and errors in both logs, and how often each occurs. */
    private static Map<String, Long> traces(Server server, Server backend) throws IOException {
        try (Stream<String> servers = Files.lines(server.log());
                Stream<String> backends = Files.lines(backend.log())) {
            Map<String, Long> traces = SoakChecks.traces(servers::iterator);
            SoakChecks.traces(backends::iterator).forEach((trace, count) -> traces.put("backend: " + trace, count));
            return traces;
        }
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
