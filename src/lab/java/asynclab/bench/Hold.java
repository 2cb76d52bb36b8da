package asynclab.bench;

import asynclab.lab.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a waiting request costs: live heap, resident memory and threads of the server, by the number that wait at once. */
final class Hold {

    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final int MOST = 18_500; // of 20,000 descriptors; the server has other files open
    private static final List<Integer> WAITING = List.of(0, 1_000, 10_000, MOST);
    private static final String LONG = "?ms=600000";

    private final Bench bench;

    Hold(Bench bench) {
        this.bench = bench;
    }

    private record State(int waiting, long heapBytes, long residentBytes, int threads) {}

    Findings run() {
        var rows = new ArrayList<List<Object>>();
        var answers = new ArrayList<String>();
        List<String> patterns = List.of("/bare/async", "/async");
        int done = 0;
        for (String path : patterns) {
            var states = new ArrayList<State>();
            try (Server server = bench.start("hold", FLAGS);
                    var client = new LoadClient(server.port())) {
                warmUp(client, path);
                for (int waiting : WAITING) {
                    bench.progress(done++, patterns.size() * WAITING.size(), waiting + " waiting at " + path);
                    client.users(waiting, 200);
                    client.askOnce(path + LONG);
                    awaitThreads(server, waiting);
                    states.add(new State(
                            waiting,
                            server.probe().liveHeapBytes(),
                            Meter.residentBytes(server.pid()),
                            server.probe().jvmThreads()));
                }
            }
            State none = states.get(0);
            for (State state : states) rows.add(row(path, state, none));
            State most = states.get(states.size() - 1);
            answers.add("At %s each of %,d waiting requests costs %.1f KB of live heap; %d threads more than with none."
                    .formatted(path, most.waiting, kilobytesEach(most, none), most.threads - none.threads));
        }
        var columns =
                List.of("path", "waiting", "live heap MB", "KB each", "resident MB", "resident KB each", "threads");
        return bench.findings(
                "What does a waiting request cost?",
                answers,
                List.of(new Findings.Table("Waiting requests, all in one server, after a collection", columns, rows)),
                String.join(" ", FLAGS));
    }

    private static void warmUp(LoadClient client, String path) {
        client.users(64, 64);
        client.begin(path + "?ms=1");
        client.window(Duration.ofSeconds(3));
        client.finish();
        client.users(0, 1);
    }

    /** Until every request has been taken off its thread again. */
    private static void awaitThreads(Server server, int waiting) {
        do LoadClient.pause(Duration.ofSeconds(2));
        while (server.probe().pool().queued() > 0 || server.probe().pool().busy() > 10);
    }

    private static List<Object> row(String path, State state, State none) {
        boolean any = state.waiting > 0;
        return List.of(
                path,
                state.waiting,
                state.heapBytes / 1e6,
                any ? kilobytesEach(state, none) : "–",
                state.residentBytes / 1e6,
                any ? (state.residentBytes - none.residentBytes) / 1_000.0 / state.waiting : "–",
                state.threads);
    }

    private static double kilobytesEach(State state, State none) {
        return (state.heapBytes - none.heapBytes) / 1_000.0 / state.waiting;
    }
}
