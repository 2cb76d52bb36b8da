package asynclab.recorder.planted;

import asynclab.bench.measure.Meter;
import asynclab.bench.measure.PairedRatio;
import asynclab.bench.measure.WarmUp;
import asynclab.cli.Lab;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.options.Options;
import asynclab.recorder.RecorderMBean;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import asynclab.wire.fixture.WarFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the recorder costs: processor time of the whole server for each request, beside the same server without it. In each start two
 * servers alternate, and one of them has the recorder, switched on and off by JMX. It prints a table in Markdown. It takes some 12
 * minutes and needs a quiet machine, so it is no test. The arguments are the starts, and the options that the build gives to the lab.
 */
public final class RecordedServerCost {

    private static final String RECORDER = "asynclab:type=Recorder,context=\"/\"";
    private static final int WINDOWS = 3;
    private static final Duration WINDOW = Duration.ofSeconds(3);

    /** @param heldMillis how long each request is held */
    private record CostOf(String name, String path, int users, int heldMillis) {}

    private static final List<CostOf> LOADS = List.of(
            new CostOf("64 users, blocking", "/blocking?ms=0", 64, 0),
            new CostOf("64 users, asynchronous", "/async?ms=0", 64, 0),
            new CostOf("1,000 held, asynchronous", "/async?ms=1000", 1_000, 1_000));

    private static final String DECLARED =
            """
            metadata-complete="true">
              <filter>
                <filter-name>recorder</filter-name>
                <filter-class>asynclab.recorder.RecorderFilter</filter-class>
                <async-supported>true</async-supported>
              </filter>
              <filter-mapping>
                <filter-name>recorder</filter-name>
                <url-pattern>/*</url-pattern>
                <dispatcher>REQUEST</dispatcher>
                <dispatcher>ASYNC</dispatcher>
                <dispatcher>ERROR</dispatcher>
              </filter-mapping>
            """;

    private enum RecorderState {
        MISSING,
        OFF,
        ON
    }

    private final Map<CostOf, Map<RecorderState, PairedRatio>> figures = new LinkedHashMap<>();

    private RecordedServerCost() {
        for (CostOf load : LOADS) {
            var each = new LinkedHashMap<RecorderState, PairedRatio>();
            for (RecorderState state : RecorderState.values()) each.put(state, new PairedRatio());
            figures.put(load, each);
        }
    }

    public static void main(String[] arguments) throws IOException {
        int starts = Integer.parseInt(arguments[0]);
        Options options = Lab.options(Arrays.copyOfRange(arguments, 1, arguments.length));
        var cost = new RecordedServerCost();
        for (int start = 1; start <= starts; start++) {
            cost.measure(options);
            System.err.println("start " + start + " of " + starts);
        }
        cost.print();
    }

    private void measure(Options options) throws IOException {
        try (var processes = new Processes();
                Server without = start(options, processes, options.war(), "cost-without");
                Server recorded = start(options, processes, withRecorder(options), "cost-with")) {
            RecorderMBean recorder = recorded.probe().applicationBean(RECORDER, RecorderMBean.class);
            for (CostOf load : LOADS) measure(load, without, recorded, recorder);
        }
    }

    private static Server start(Options options, Processes processes, Path war, String name) {
        return Server.start(
                processes,
                Containers.JETTY,
                new Site(
                        options.jettyHome(),
                        options.work(),
                        war,
                        options.project().resolve("jetty.xml"),
                        ServerSettings.named(name)));
    }

    private void measure(CostOf load, Server without, Server recorded, RecorderMBean recorder) {
        var sums = new LinkedHashMap<RecorderState, List<Double>>();
        for (RecorderState state : RecorderState.values()) sums.put(state, new ArrayList<>());
        try (var one = new LoadClient(without.port());
                var other = new LoadClient(recorded.port())) {
            for (LoadClient client : List.of(one, other)) {
                client.newUsers(load.users);
                client.begin(load.path);
                WarmUp.await(client == one ? without : recorded, 1);
                client.finish();
            }
            for (int window = 0; window < WINDOWS; window++)
                for (RecorderState state : RecorderState.values()) {
                    boolean missing = state == RecorderState.MISSING;
                    if (!missing) recorder.setOn(state == RecorderState.ON);
                    sums.get(state).add(cpuMicros(load, missing ? one : other, missing ? without : recorded));
                }
        }
        sums.forEach((state, each) -> figures.get(load)
                .get(state)
                .add(each.stream().mapToDouble(it -> it).average().orElseThrow()));
    }

    private static double cpuMicros(CostOf load, LoadClient client, Server server) {
        client.begin(load.path);
        LoadClient.pause(Duration.ofMillis(200 + load.heldMillis));
        Meter before = Meter.read(server);
        ClientTimes seen = client.window(WINDOW);
        Meter used = Meter.read(server).since(before);
        client.finish();
        return used.cpuNanos() / 1_000.0 / used.requests(seen);
    }

    private void print() {
        System.out.println("| load | without µs | off / without | on / without | on / off | on - off µs |");
        System.out.println("|---|---|---|---|---|---|");
        figures.forEach((load, each) -> System.out.printf(
                "| %s | %.1f | %s | %s | %s | %s |%n",
                load.name,
                each.get(RecorderState.MISSING).median(),
                each.get(RecorderState.OFF).to(each.get(RecorderState.MISSING)),
                each.get(RecorderState.ON).to(each.get(RecorderState.MISSING)),
                each.get(RecorderState.ON).to(each.get(RecorderState.OFF)),
                each.get(RecorderState.ON).minus(each.get(RecorderState.OFF))));
    }

    private static Path withRecorder(Options options) throws IOException {
        Path file = options.work().resolve("with-recorder.war");
        try (WarFile war = WarFile.copy(options.war(), file)) {
            war.addLibrary(options.project().resolve("target/asynclab-recorder.jar"));
            String webXml = war.read("WEB-INF/web.xml"); // it is complete, so the container reads no fragment
            war.write("WEB-INF/web.xml", webXml.replaceFirst("metadata-complete=\"true\">", DECLARED));
        }
        return file;
    }
}
