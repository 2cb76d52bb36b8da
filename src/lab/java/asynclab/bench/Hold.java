package asynclab.bench;

import asynclab.client.Http2Users;
import asynclab.client.LoadClient;
import asynclab.options.LabException;
import asynclab.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a waiting request costs: live heap, resident memory and threads of the server, by the number that wait at once. */
final class Hold {

    static final List<String> FLAGS =
            List.of("-Xmx4g", "-Dasynclab.max-in-flight=200000", "-Dasynclab.max-in-flight-each=200000");
    private static final int DESCRIPTORS = 18_500; // of 20,000; the server has other files open
    static final int CONNECTIONS = 200; // of HTTP/2
    static final int WARM_UP_USERS = 64;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final String LONG = "?ms=600000";

    private final Bench bench;
    private final boolean http2;

    /** Over HTTP/2 the requests share some connections, over HTTP/1.1 each has its own. */
    Hold(Bench bench, boolean http2) {
        this.bench = bench;
        this.http2 = http2;
    }

    /**
     * A server while so many requests wait.
     *
     * @param idleBytes its live heap when their connections had been used, and those that are new in this state did not ask yet
     */
    record State(int waiting, long idleBytes, long heapBytes, long residentBytes, int threads) {
        double kilobytesEach(State none) {
            return (heapBytes - none.heapBytes) / 1_000.0 / (waiting - none.waiting);
        }

        /** What a connection costs that waits for nothing. */
        double idleKilobytesEach(State before) {
            return (idleBytes - before.heapBytes) / 1_000.0 / (waiting - before.waiting);
        }

        double residentKilobytesEach(State none) {
            return (residentBytes - none.residentBytes) / 1_000.0 / (waiting - none.waiting);
        }
    }

    Findings run() {
        if (http2 && bench.onTomcat())
            throw new LabException("-Dexperiment=hold-http2 must run on Jetty. Tomcat over HTTP/2 is a row of"
                    + " -Dexperiment=hold -Dserver=tomcat.");
        var rows = new ArrayList<List<Object>>();
        var answers = new ArrayList<String>();
        var bare = new ArrayList<Double>(); // KB each
        List<String> patterns = List.of("/bare/async", "/async");
        List<Integer> numbers =
                http2 ? List.of(0, 1_000, 10_000, 50_000, 100_000) : List.of(0, 1_000, 10_000, DESCRIPTORS);
        int done = 0;
        for (String path : patterns) {
            var states = new ArrayList<State>();
            try (Server server = bench.start("hold", FLAGS, http2);
                    Users users = users(server, http2)) {
                users.warmUp(path);
                for (int number : numbers) {
                    int waiting = number / bench.speed();
                    bench.progress(done++, patterns.size() * numbers.size(), waiting + " waiting at " + path);
                    states.add(hold(server, users, waiting, path));
                }
            }
            State none = states.get(0);
            if (bare.isEmpty()) for (State state : states) bare.add(state.kilobytesEach(none));
            for (int i = 0; i < states.size(); i++)
                rows.add(row(path, states.get(i), states.get(Math.max(0, i - 1)), none, bare.get(i)));
            State most = states.get(states.size() - 1);
            answers.add(
                    "%s: each of %,d waiting requests costs %.1f KB of live heap, %.2f times that of the bare servlet.%s The server has %d threads more than without waiting requests."
                            .formatted(
                                    path,
                                    most.waiting,
                                    most.kilobytesEach(none),
                                    most.kilobytesEach(none) / bare.get(bare.size() - 1),
                                    http2
                                            ? ""
                                            : " An idle connection costs %.1f KB."
                                                    .formatted(most.idleKilobytesEach(states.get(states.size() - 2))),
                                    most.threads - none.threads));
        }
        var columns = List.of(
                "path",
                "waiting",
                "live heap MB",
                "KB per request",
                "÷ bare servlet",
                "KB per idle connection",
                "resident MB",
                "resident KB per request",
                "threads");
        String caption = "Waiting requests, all in one server, after a garbage collection";
        if (http2) caption += ", over %d connections".formatted(CONNECTIONS);
        var tables = new ArrayList<>(List.of(new Findings.Table(caption, columns, rows)));
        if (!http2) new WaitingRequest(bench).findings(answers, tables);
        return bench.findings(
                "What does a waiting request cost" + (http2 ? " over HTTP/2?" : "?"),
                answers,
                tables,
                String.join(" ", FLAGS));
    }

    static Users users(Server server, boolean http2) {
        return http2 ? new OverHttp2(server.port()) : new OverHttp1(server.port());
    }

    /** Until so many wait in all and none of them is on a thread. */
    static State hold(Server server, Users users, int waiting, String path) {
        users.connect(waiting, path);
        LoadClient.pause(Duration.ofSeconds(1));
        long idleBytes = server.probe().liveHeapBytes();
        users.hold(waiting, path + LONG);
        do LoadClient.pause(Duration.ofSeconds(2));
        while (server.probe().pool().queued() > 0 || server.probe().pool().busy() > 10);
        if (users.waiting() != waiting)
            throw new LabException("All %,d requests must wait, but only %,d do.".formatted(waiting, users.waiting()));
        return new State(
                waiting,
                idleBytes,
                server.probe().liveHeapBytes(),
                Meter.residentBytes(server.pid()),
                server.probe().jvmThreads());
    }

    /** Users whose requests wait. */
    interface Users extends AutoCloseable {
        /** Until the code they need is compiled; leaves no connection. */
        void warmUp(String path);

        /** Has the connections that so many need, those that are new used twice. */
        void connect(int number, String path);

        /** Has so many wait in all, after {@link #connect}; those that wait already go on. */
        void hold(int number, String path);

        int waiting();

        @Override
        void close();
    }

    private static final class OverHttp1 implements Users {
        private final LoadClient client;

        OverHttp1(int port) {
            client = new LoadClient(port);
        }

        @Override
        public void warmUp(String path) {
            client.users(WARM_UP_USERS, WARM_UP_USERS);
            client.begin(path + "?ms=1");
            client.window(WARM_UP);
            client.finish();
            client.users(0, 1);
        }

        @Override
        public void connect(int number, String path) {
            client.users(number, 200);
            client.use(path + "?ms=0");
        }

        @Override
        public void hold(int number, String path) {
            client.askOnce(path);
        }

        @Override
        public int waiting() {
            return client.waiting();
        }

        @Override
        public void close() {
            client.close();
        }
    }

    private static final class OverHttp2 implements Users {
        private final int port;
        private final Http2Users users;

        OverHttp2(int port) {
            this.port = port;
            users = new Http2Users(port);
        }

        @Override
        public void warmUp(String path) {
            try (var others = new Http2Users(port)) {
                others.connect(8);
                long end = System.nanoTime() + WARM_UP.toNanos();
                while (System.nanoTime() < end) {
                    others.ask(WARM_UP_USERS, path + "?ms=1");
                    while (others.waiting() > 0) LoadClient.pause(Duration.ofMillis(1));
                }
            }
        }

        @Override
        public void connect(int number, String path) {
            if (number > 0) users.connect(CONNECTIONS);
        }

        @Override
        public void hold(int number, String path) {
            users.ask(number - users.waiting(), path);
        }

        @Override
        public int waiting() {
            return users.waiting();
        }

        @Override
        public void close() {
            users.close();
        }
    }

    private static List<Object> row(String path, State state, State before, State none, double bareKilobytes) {
        boolean any = state.waiting > 0;
        return List.of(
                path,
                state.waiting,
                state.heapBytes / 1e6,
                any ? state.kilobytesEach(none) : "–",
                any ? state.kilobytesEach(none) / bareKilobytes : "–",
                any ? state.idleKilobytesEach(before) : "–",
                state.residentBytes / 1e6,
                any ? state.residentKilobytesEach(none) : "–",
                state.threads);
    }
}
