package asynclab.bench;

import asynclab.client.LoadClient;
import asynclab.options.LabException;
import asynclab.server.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * Where a request's processor time and bytes go, by the JVM's own recorder: what is ours, what is Jetty's, and the methods that
 * take most of either. Each sample counts for the nearest frame of one of these, so for who wanted it. The bare servlet is beside
 * ours, in a JVM of its own.
 */
final class Profile {

    private static final List<String> FLAGS =
            List.of("-Xmx4g", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");
    private static final int USERS = 256;
    private static final int ROWS = 25;

    private final Bench bench;

    Profile(Bench bench) {
        this.bench = bench;
    }

    /** What a method or a package was seen with: samples of its time, bytes it had allocated. */
    private static final class Share {
        private double samples;
        private double bytes;
    }

    Findings run() {
        var totals = new ArrayList<List<Object>>();
        var tables = new ArrayList<Findings.Table>();
        tables.add(new Findings.Table(
                USERS + " users, answered at once",
                List.of(
                        "path",
                        "CPU µs per request",
                        "bytes per request",
                        "samples",
                        "own code, % of time",
                        "own code, % of bytes"),
                totals));
        List<String> paths = List.of("/bare/async", "/async");
        for (String path : paths) {
            bench.progress(totals.size(), paths.size(), path);
            try (Server server = bench.start("profile", FLAGS);
                    var client = new LoadClient(server.port())) {
                client.newUsers(USERS);
                client.begin(path + "?ms=0");
                LoadClient.pause(Duration.ofMillis(10_000 / bench.speed()));
                FlightRecorderMXBean recorder =
                        server.probe().bean(FlightRecorderMXBean.MXBEAN_NAME, FlightRecorderMXBean.class);
                long recording = recorder.newRecording();
                recorder.setPredefinedConfiguration(recording, "profile");
                recorder.startRecording(recording);
                Meter before = Meter.read(server);
                var seen = client.window(Duration.ofMillis(30_000 / bench.speed()));
                Meter used = Meter.read(server).since(before);
                recorder.stopRecording(recording);
                Path file = bench.work().resolve("profile.jfr");
                recorder.copyTo(recording, file.toAbsolutePath().toString());
                client.finish();
                var shares = read(file);
                Share all = sum(shares, "");
                Share ours = sum(shares, "asynclab.");
                totals.add(List.of(
                        path,
                        used.cpuNanos() / 1e3 / seen.requests(),
                        (double) used.allocatedBytes() / seen.requests(),
                        (long) all.samples,
                        100 * ours.samples / all.samples,
                        100 * ours.bytes / all.bytes));
                tables.add(table(path, shares, all));
            } catch (IOException e) {
                throw new LabException("The recording cannot be read: " + e.getMessage(), e);
            }
        }
        return bench.findings(
                "Which code takes a request's CPU time and memory?", List.of(), tables, String.join(" ", FLAGS));
    }

    private static Map<String, Share> read(Path file) throws IOException {
        var shares = new HashMap<String, Share>();
        try (var recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String type = event.getEventType().getName();
                if (event.getStackTrace() == null) continue;
                if (type.equals("jdk.ExecutionSample")) share(shares, event).samples++;
                if (type.equals("jdk.ObjectAllocationSample")) share(shares, event).bytes += event.getLong("weight");
            }
        }
        return shares;
    }

    private static Share share(Map<String, Share> shares, RecordedEvent event) {
        String method = event.getStackTrace().getFrames().stream()
                .map(Profile::name)
                .filter(name -> name.startsWith("asynclab.") || name.startsWith("org.eclipse.jetty."))
                .findFirst()
                .orElse("the JDK's own threads");
        return shares.computeIfAbsent(method, it -> new Share());
    }

    /** A lambda is its method's. */
    private static String name(RecordedFrame frame) {
        String method = frame.getMethod().getName().replaceAll("lambda\\$(\\w+)\\$\\d+", "$1");
        return frame.getMethod().getType().getName().replaceAll("\\$\\$Lambda.*", "") + "." + method;
    }

    private static Share sum(Map<String, Share> shares, String prefix) {
        var sum = new Share();
        shares.forEach((name, share) -> {
            if (!name.startsWith(prefix)) return;
            sum.samples += share.samples;
            sum.bytes += share.bytes;
        });
        return sum;
    }

    private static Findings.Table table(String path, Map<String, Share> shares, Share all) {
        Comparator<Map.Entry<String, Share>> byShare = Comparator.comparingDouble(
                entry -> entry.getValue().samples / all.samples + entry.getValue().bytes / all.bytes);
        List<List<Object>> rows = shares.entrySet().stream()
                .sorted(byShare.reversed())
                .limit(ROWS)
                .map(entry -> List.<Object>of(
                        entry.getKey(),
                        100 * entry.getValue().samples / all.samples,
                        100 * entry.getValue().bytes / all.bytes))
                .toList();
        return new Findings.Table(
                path + ", the " + ROWS + " most expensive methods", List.of("method", "time %", "bytes %"), rows);
    }
}
