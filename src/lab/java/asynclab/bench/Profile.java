package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
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
 * Which methods use a request's CPU time and memory, by JDK Flight Recorder. Each sample counts for the innermost frame of our code
 * or Jetty's, because that method called the JDK. The bare servlet is measured in a JVM of its own.
 */
final class Profile {

    private static final List<String> FLAGS =
            List.of("-Xmx4g", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");
    private static final int USERS = 256;
    private static final int ROWS = 25;
    private static final List<String> COLUMNS = List.of(
            "path",
            "CPU µs per request",
            "bytes per request",
            "samples",
            "own code, % of time",
            "own code, % of bytes");

    private final Bench bench;

    Profile(Bench bench) {
        this.bench = bench;
    }

    /** The cost of a method or a package: samples of its CPU time, and bytes it allocated. */
    private static final class MethodCost {
        private double samples;
        private double bytes;
    }

    BenchResult run() {
        var totals = new ArrayList<List<Object>>();
        var tables = new ArrayList<ResultTable>();
        tables.add(new ResultTable(USERS + " users, answered at once", COLUMNS, totals));
        List<String> paths = List.of("/bare/async", "/async");
        for (String path : paths) {
            bench.progress(totals.size(), paths.size(), path);
            try (Server server = bench.start("profile", FLAGS);
                    var client = new LoadClient(server.port())) {
                client.newUsers(USERS);
                client.begin(path + "?ms=0");
                LoadClient.pause(Duration.ofMillis(10_000 / bench.speed()));
                tables.add(record(path, server, client, totals));
            } catch (IOException e) {
                throw new LabException("The recording cannot be read: " + e.getMessage(), e);
            }
        }
        return bench.result(
                "Which code takes a request's CPU time and memory?", List.of(), tables, String.join(" ", FLAGS));
    }

    /** Records 30 s of the load. Adds a row to the totals. @return the most expensive methods */
    private ResultTable record(String path, Server server, LoadClient client, List<List<Object>> totals)
            throws IOException {
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
        var costs = read(file);
        MethodCost all = sum(costs, "");
        MethodCost ours = sum(costs, "asynclab.");
        totals.add(List.of(
                path,
                used.cpuNanos() / 1e3 / seen.requests(),
                (double) used.allocatedBytes() / seen.requests(),
                (long) all.samples,
                100 * ours.samples / all.samples,
                100 * ours.bytes / all.bytes));
        return table(path, costs, all);
    }

    private static Map<String, MethodCost> read(Path file) throws IOException {
        var costs = new HashMap<String, MethodCost>();
        try (var recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String type = event.getEventType().getName();
                if (event.getStackTrace() == null) continue;
                if (type.equals("jdk.ExecutionSample")) cost(costs, event).samples++;
                if (type.equals("jdk.ObjectAllocationSample")) cost(costs, event).bytes += event.getLong("weight");
            }
        }
        return costs;
    }

    private static MethodCost cost(Map<String, MethodCost> costs, RecordedEvent event) {
        String method = event.getStackTrace().getFrames().stream()
                .map(Profile::name)
                .filter(name -> name.startsWith("asynclab.") || name.startsWith("org.eclipse.jetty."))
                .findFirst()
                .orElse("the JDK's own threads");
        return costs.computeIfAbsent(method, it -> new MethodCost());
    }

    /** A lambda counts for its method. */
    private static String name(RecordedFrame frame) {
        String method = frame.getMethod().getName().replaceAll("lambda\\$(\\w+)\\$\\d+", "$1");
        return frame.getMethod().getType().getName().replaceAll("\\$\\$Lambda.*", "") + "." + method;
    }

    private static MethodCost sum(Map<String, MethodCost> costs, String prefix) {
        var sum = new MethodCost();
        costs.forEach((name, cost) -> {
            if (!name.startsWith(prefix)) return;
            sum.samples += cost.samples;
            sum.bytes += cost.bytes;
        });
        return sum;
    }

    private static ResultTable table(String path, Map<String, MethodCost> costs, MethodCost all) {
        Comparator<Map.Entry<String, MethodCost>> byCost = Comparator.comparingDouble(
                entry -> entry.getValue().samples / all.samples + entry.getValue().bytes / all.bytes);
        List<List<Object>> rows = costs.entrySet().stream()
                .sorted(byCost.reversed())
                .limit(ROWS)
                .map(entry -> List.<Object>of(
                        entry.getKey(),
                        100 * entry.getValue().samples / all.samples,
                        100 * entry.getValue().bytes / all.bytes))
                .toList();
        return new ResultTable(
                path + ", the " + ROWS + " most expensive methods", List.of("method", "time %", "bytes %"), rows);
    }
}
