package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
import asynclab.bench.measure.WaitingUsers;
import asynclab.client.LoadClient;
import asynclab.options.LabException;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The cost of a waiting request for the server: live heap, resident memory and threads, by the number of waiting requests. */
final class WaitingCost {

    static final List<String> FLAGS =
            List.of("-Xmx4g", "-Dasynclab.max-in-flight=200000", "-Dasynclab.max-in-flight-each=200000");
    private static final int DESCRIPTORS = 18_500; // of 20,000, because the server has other files open
    private static final String LONG = "?ms=600000";
    private static final int LATER_JDK = 25;
    private static final List<HeldAt> PATTERNS = List.of(
            new HeldAt("/bare/async", "/bare/async", 17, false),
            new HeldAt("/async", "/async", 17, false),
            new HeldAt("/async, a later JDK", "/async", LATER_JDK, false),
            new HeldAt("/blocking, virtual threads, a later JDK", "/blocking", LATER_JDK, true));
    private static final List<String> COLUMNS = List.of(
            "requests",
            "waiting",
            "live heap MB",
            "KB per request",
            "÷ bare servlet",
            "KB per idle connection",
            "resident MB",
            "resident KB per request",
            "threads");

    private final Bench bench;
    private final boolean http2;
    private final List<Integer> numbers;
    private final List<List<Object>> rows = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();

    WaitingCost(Bench bench, boolean http2) {
        this.bench = bench;
        this.http2 = http2;
        numbers = http2 ? List.of(0, 1_000, 10_000, 50_000, 100_000) : List.of(0, 1_000, 10_000, DESCRIPTORS);
    }

    /**
     * Where requests wait.
     *
     * @param minJdk of the server
     * @param virtual whether the container has virtual request threads
     */
    private record HeldAt(String name, String path, int minJdk, boolean virtual) {}

    /**
     * A server with this number of waiting requests.
     *
     * @param idleBytes its live heap before, when the new connections were open and idle, and the earlier requests already waited
     */
    record WaitingState(int waiting, long idleBytes, long heapBytes, long residentBytes, int threads) {
        double kilobytesEach(WaitingState none) {
            return (heapBytes - none.heapBytes) / 1_000.0 / (waiting - none.waiting);
        }

        double idleKilobytesEach(WaitingState before) {
            return (idleBytes - before.heapBytes) / 1_000.0 / (waiting - before.waiting);
        }

        double residentKilobytesEach(WaitingState none) {
            return (residentBytes - none.residentBytes) / 1_000.0 / (waiting - none.waiting);
        }
    }

    BenchResult run() {
        List<HeldAt> patterns =
                PATTERNS.stream().filter(it -> bench.hasJdk(it.minJdk)).toList();
        var measured = new ArrayList<List<WaitingState>>();
        for (HeldAt pattern : patterns) measured.add(measure(pattern, measured.size(), patterns.size()));
        for (int i = 0; i < patterns.size(); i++) describe(patterns.get(i).name, measured.get(i), measured.get(0));
        for (HeldAt pattern : PATTERNS)
            if (!patterns.contains(pattern)) answers.add(bench.noJdk(pattern.name, pattern.minJdk));
        String caption = "Waiting requests, all in one server, after a garbage collection";
        if (http2) caption += ", over %d connections".formatted(WaitingUsers.HTTP2_CONNECTIONS);
        var tables = new ArrayList<>(List.of(new ResultTable(caption, COLUMNS, rows)));
        if (!http2) new WaitingHeap(bench).addTo(answers, tables);
        return bench.result(
                "What does a waiting request cost" + (http2 ? " over HTTP/2?" : "?"),
                answers,
                tables,
                String.join(" ", FLAGS));
    }

    private List<WaitingState> measure(HeldAt pattern, int done, int of) {
        var states = new ArrayList<WaitingState>();
        ServerSettings settings = bench.settings("hold", pattern.minJdk, FLAGS);
        if (http2) settings = settings.withHttp2();
        if (pattern.virtual) settings = settings.withVirtualThreads(0);
        try (Server server = bench.start(settings);
                WaitingUsers users = WaitingUsers.of(server.port(), http2)) {
            users.warmUp(pattern.path);
            for (int number : numbers) {
                int waiting = number / bench.speed();
                bench.progress(
                        done * numbers.size() + states.size(),
                        of * numbers.size(),
                        waiting + " waiting at " + pattern.name);
                states.add(hold(server, users, waiting, pattern.path));
            }
        }
        return states;
    }

    private void describe(String name, List<WaitingState> states, List<WaitingState> bare) {
        WaitingState none = states.get(0);
        for (int i = 0; i < states.size(); i++)
            rows.add(row(
                    name,
                    states.get(i),
                    states.get(Math.max(0, i - 1)),
                    none,
                    bare.get(i).kilobytesEach(bare.get(0))));
        int last = states.size() - 1;
        WaitingState most = states.get(last);
        answers.add(
                "%s: each of %,d waiting requests costs %.1f KB of live heap, %.2f times that of the bare servlet.%s The server has %d threads more than without waiting requests."
                        .formatted(
                                name,
                                most.waiting,
                                most.kilobytesEach(none),
                                most.kilobytesEach(none) / bare.get(last).kilobytesEach(bare.get(0)),
                                http2
                                        ? ""
                                        : " An idle connection costs %.1f KB."
                                                .formatted(most.idleKilobytesEach(states.get(last - 1))),
                                most.threads - none.threads));
    }

    private List<Object> row(
            String name, WaitingState state, WaitingState before, WaitingState none, double bareKilobytes) {
        boolean any = state.waiting > 0;
        boolean hasNewConnections = any && !http2; // over HTTP/2 they are always the same
        return List.of(
                name,
                state.waiting,
                state.heapBytes / 1e6,
                any ? state.kilobytesEach(none) : "–",
                any ? state.kilobytesEach(none) / bareKilobytes : "–",
                hasNewConnections ? state.idleKilobytesEach(before) : "–",
                state.residentBytes / 1e6,
                any ? state.residentKilobytesEach(none) : "–",
                state.threads);
    }

    /** Sends requests until this number waits and none of them is on a thread. Then it reads the server. */
    static WaitingState hold(Server server, WaitingUsers users, int waiting, String path) {
        users.connect(waiting, path);
        LoadClient.pause(Duration.ofSeconds(1));
        long idleBytes = server.probe().liveHeapBytes();
        users.hold(waiting, path + LONG);
        do LoadClient.pause(Duration.ofSeconds(2));
        while (server.probe().pool().queued() > 0 || server.probe().pool().busy() > 10);
        if (users.waiting() != waiting)
            throw new LabException("All %,d requests must wait, but only %,d do.".formatted(waiting, users.waiting()));
        return new WaitingState(
                waiting,
                idleBytes,
                server.probe().liveHeapBytes(),
                Meter.residentBytes(server.pid()),
                server.probe().jvmThreads());
    }
}
