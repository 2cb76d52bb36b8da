package asynclab.bench;

import asynclab.bench.VirtualCell.VirtualFigure;
import asynclab.bench.VirtualCell.VirtualLoad;
import asynclab.bench.VirtualCell.VirtualLoadKind;
import asynclab.bench.measure.Meter;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.options.LabException;
import asynclab.server.Server;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A server of the benchmark virtual, and what sends its loads. Only one thread uses it.
 *
 * @param speed the benchmark runs so many times faster, with fewer users and shorter windows
 * @param withConnections whether the heap of a waiting request has that of its connection. On Tomcat an idle connection keeps its
 *     buffers or not, by its last request, so there is no heap without it
 */
record VirtualSubject(Arm arm, Server server, LoadClient client, int speed, boolean withConnections)
        implements AutoCloseable {

    /** The figure of resident memory. No cell compares it. */
    static final String RESIDENT = "RESIDENT";

    /** Waiting requests on platform threads, each of which has a thread. */
    static final int MOST_ON_PLATFORM = 1_000;

    private static final Duration WARM_UP = Duration.ofSeconds(30); // the JIT compiler shares the server's processor
    private static final int WARM_UP_USERS = 64; // more than there are connections
    private static final Duration WARM_UP_QUERY = Duration.ofSeconds(2);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final double MOST_SETTLE_MILLIS = 8_000; // two cycles of all users, where there is a queue
    private static final Duration ARRIVE = Duration.ofSeconds(2); // for all requests that are sent at once
    private static final Duration LONGEST = Duration.ofMinutes(2); // until all have their response
    private static final double REQUESTS = 1_000; // that a window has if it lasts as long as this:
    private static final double LEAST_SECONDS = 4;
    private static final double MOST_SECONDS = 12;

    /** A threading model. */
    enum Arm {
        VIRTUAL("virtual threads"),
        ASYNC("asynchronous"),
        PLATFORM("platform threads");

        final String label;

        Arm(String label) {
            this.label = label;
        }

        boolean measures(VirtualLoad load) {
            return this != PLATFORM
                    || load.path().startsWith("/bare")
                            && load.kind() != VirtualLoadKind.BURST
                            && !load.query().contains("inside")
                            && !load.query().contains("workers");
        }
    }

    /**
     * Compiles the code of the servlets of some loads, before the first figure. With cold code a request costs several times as much.
     *
     * @param all loads of the benchmark, of which the first of a servlet that has users is sent
     */
    void warmUp(List<VirtualLoad> some, List<VirtualLoad> all) {
        Set<String> cold =
                some.stream().filter(arm::measures).map(VirtualLoad::path).collect(Collectors.toSet());
        for (VirtualLoad load : all)
            if (load.kind() == VirtualLoadKind.USERS && cold.remove(load.path()))
                client.warmUp(WARM_UP_USERS, load.url(arm == Arm.ASYNC), WARM_UP.dividedBy(speed));
    }

    /** @return the figures of a load by their names; none if the threading model does not have this load */
    Map<String, Double> measure(VirtualLoad load) {
        if (!arm.measures(load)) return Map.of();
        String url = load.url(arm == Arm.ASYNC);
        Map<String, Double> seen =
                switch (load.kind()) {
                    case WAITING -> waiting(load, url);
                    case USERS -> users(load, url);
                    case BURST -> burst(load, url);
                    case STOP -> stop(load, url);
                };
        client.users(0, 1); // 10,000 connections of two servers are more than a process may have
        return seen;
    }

    /** The heap of requests that wait. */
    private Map<String, Double> waiting(VirtualLoad load, String url) {
        int users = (arm == Arm.PLATFORM ? MOST_ON_PLATFORM : load.users()) / speed;
        client.warmUp(WARM_UP_USERS, url + "&ms=1", WARM_UP_QUERY.dividedBy(speed));
        client.newUsers(users);
        client.useTwice(url + "&ms=1");
        if (withConnections) client.users(0, 1);
        server.probe().liveHeapBytes(); // a first collection lets go of what only waits for one
        LoadClient.pause(SETTLE);
        long idle = server.probe().liveHeapBytes();
        long idleResident = Meter.residentBytes(server.pid());
        if (withConnections) client.newUsers(users);
        client.sendOnce(url);
        LoadClient.pause(ARRIVE);
        double kilobytes = (server.probe().liveHeapBytes() - idle) / 1_000.0 / users;
        double resident = (Meter.residentBytes(server.pid()) - idleResident) / 1_000.0 / users;
        if (client.waiting() != users)
            throw new LabException("All %,d requests must wait, but only %,d do.".formatted(users, client.waiting()));
        try (var other = new LoadClient(server.port())) {
            other.users(1, 1);
            other.useTwice(url.substring(0, url.indexOf('?')) + "?release=all");
        }
        client.finish();
        return Map.of(VirtualFigure.KILOBYTES.name(), kilobytes, RESIDENT, resident);
    }

    private Map<String, Double> users(VirtualLoad load, String url) {
        client.newUsers(load.users());
        client.begin(url, 0, 1_000);
        LoadClient.pause(Duration.ofSeconds(1));
        ClientTimes settling = window(load, SETTLE);
        LoadClient.pause(Duration.ofMillis(
                Math.round(Math.min(MOST_SETTLE_MILLIS, 2_000 * load.users() / settling.perSecond()))));
        double seconds = Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, REQUESTS / settling.perSecond()));
        Duration length = Duration.ofMillis(Math.round(1_000 * seconds / speed));
        Map<String, Double> seen = LeastDisturbed.of(length, () -> figures(load, length));
        client.finish();
        return seen;
    }

    private Map<String, Double> figures(VirtualLoad load, Duration length) {
        Meter before = Meter.read(server);
        ClientTimes times = window(load, length);
        Meter used = Meter.read(server).since(before);
        return Map.of(
                VirtualFigure.CPU.name(), used.cpuNanos() / 1e3 / used.requests(times),
                VirtualFigure.RATE.name(), times.perSecond(),
                VirtualFigure.MEAN.name(), times.meanMillis(),
                VirtualFigure.P99.name(), times.millis(99));
    }

    private ClientTimes window(VirtualLoad load, Duration length) {
        ClientTimes times = client.window(length);
        if (times.errors() > 0) throw new LabException(load.name() + " has " + times.errors() + " errors.");
        return times;
    }

    /** From the first request to the last response. */
    private Map<String, Double> burst(VirtualLoad load, String url) {
        int users = load.users() / speed;
        client.newUsers(users);
        client.useTwice(url.replace("ms=1000", "ms=1"));
        Map<String, Double> seen = LeastDisturbed.of(ARRIVE, () -> {
            long begun = System.nanoTime();
            client.sendOnce(url);
            double last = millisUntilAll(begun);
            window(load, Duration.ZERO); // no request has failed, which would look fast
            return Map.of(VirtualFigure.LAST.name(), last);
        });
        client.finish();
        return seen;
    }

    /** Returns when every user has its response. @throws LabException after a time in which all should have theirs */
    private double millisUntilAll(long begun) {
        while (client.waiting() > 0) {
            if (System.nanoTime() - begun > LONGEST.toNanos())
                throw new LabException(
                        client.waiting() + " requests have no response after " + LONGEST.toSeconds() + " s.");
            LoadClient.pause(Duration.ofMillis(1));
        }
        return (System.nanoTime() - begun) / 1e6;
    }

    /** From the stop to the last response. It must be the last load, because the application is then gone. */
    private Map<String, Double> stop(VirtualLoad load, String url) {
        client.newUsers(load.users());
        client.sendOnce(url);
        LoadClient.pause(ARRIVE);
        if (client.waiting() != load.users()) throw new LabException("Not all requests wait.");
        long begun = System.nanoTime();
        server.probe().stopApplication();
        return Map.of(VirtualFigure.STOP.name(), millisUntilAll(begun));
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
