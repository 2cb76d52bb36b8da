package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.WaitingUsers;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The live heap of a waiting request, by the settings of the server and its JVM. */
final class WaitingHeap {

    private static final String PATH = "/async";
    private static final int WAITING = 5_000;
    private static final List<String> ALL = List.of(
            "-Dlab.readBytes=1024",
            "-Dlab.writeBytes=1024",
            "-Dlab.trailerBytes=1024",
            "-Dlab.requestHeaderBytes=4096",
            "-Dlab.responseHeaderBytes=2048");
    private static final List<Setting> TOMCAT = List.of(
            Setting.of("as shipped, 8192 each"),
            Setting.of("socket.appReadBufSize=1024", ALL.get(0)),
            Setting.of("socket.appWriteBufSize=1024", ALL.get(1)),
            Setting.of("maxTrailerSize=1024", ALL.get(2)),
            Setting.of("maxHttpRequestHeaderSize=4096", ALL.get(3)),
            Setting.of("maxHttpResponseHeaderSize=2048", ALL.get(4)),
            Setting.ofJdk("all five", ALL, 17),
            new Setting(
                    "as shipped, HTTP/2 over %d connections".formatted(WaitingUsers.HTTP2_CONNECTIONS),
                    List.of(),
                    17,
                    true,
                    null));
    private static final String COMPACT = "-XX:+UseCompactObjectHeaders"; // no experimental flag since JDK 25
    private static final String SHARED = "-XX:+UseStringDeduplication";
    private static final List<Setting> JETTY = List.of(
            Setting.of("jetty.xml"),
            Setting.of("header cache 1024, Jetty's own", "-Dlab.headerCacheSize=1024"),
            Setting.of(SHARED, SHARED),
            Setting.ofJdk("a later JDK", List.of(), 25),
            Setting.ofJdk("a later JDK, " + COMPACT, List.of(COMPACT), 25),
            Setting.ofJdk("a later JDK, both flags", List.of(COMPACT, SHARED), 25),
            new Setting("Jetty 10", List.of(), 17, false, "jetty-10"),
            new Setting("Jetty 10, a later JDK, both flags", List.of(COMPACT, SHARED), 25, false, "jetty-10"),
            new Setting("Jetty 9.4", List.of(), 17, false, "jetty-9.4"));

    private final Bench bench;

    WaitingHeap(Bench bench) {
        this.bench = bench;
    }

    /**
     * Settings of a connector or of the JVM. jetty.xml and the lab's server.xml read the settings of a connector from system
     * properties.
     *
     * @param container another container of {@code -Dexperiment=containers}; null for the server that is measured
     */
    private record Setting(String name, List<String> flags, int minJdk, boolean http2, String container) {
        static Setting of(String name, String... flags) {
            return ofJdk(name, List.of(flags), 17);
        }

        static Setting ofJdk(String name, List<String> flags, int minJdk) {
            return new Setting(name, flags, minJdk, false, null);
        }
    }

    void addTo(List<String> answers, List<ResultTable> tables) {
        var settings = new ArrayList<>(bench.onTomcat() ? TOMCAT : JETTY);
        if (settings.removeIf(it -> !bench.hasJdk(it.minJdk))) answers.add(bench.noJdk("settings of a later JDK", 25));
        if (settings.removeIf(it -> it.container != null && !bench.hasContainer(it.container)))
            answers.add("Other versions of Jetty were not measured. -Dexperiment=containers puts them in place.");
        tables.add(measured(settings, answers));
    }

    private ResultTable measured(List<Setting> settings, List<String> answers) {
        int waiting = WAITING / bench.speed();
        var rows = new ArrayList<List<Object>>();
        double shipped = 0;
        for (Setting setting : settings) {
            bench.progress(rows.size(), settings.size(), setting.name);
            var flags = new ArrayList<>(WaitingCost.FLAGS);
            flags.addAll(setting.flags);
            try (Server server = start(setting, flags);
                    WaitingUsers users = WaitingUsers.of(server.port(), setting.http2)) {
                users.warmUp(PATH);
                WaitingCost.WaitingState few = WaitingCost.hold(server, users, WaitingUsers.WARM_UP_USERS, PATH);
                WaitingCost.WaitingState all =
                        WaitingCost.hold(server, users, WaitingUsers.WARM_UP_USERS + waiting, PATH);
                double each = all.kilobytesEach(few);
                if (rows.isEmpty()) shipped = each;
                rows.add(List.of(
                        setting.name,
                        each,
                        each / shipped,
                        setting.http2 ? "–" : all.idleKilobytesEach(few),
                        all.residentKilobytesEach(few)));
            }
        }
        answers.add(range(rows, waiting));
        return new ResultTable(
                "Settings, each in a server of its own: %,d requests that wait at %s".formatted(waiting, PATH),
                List.of(
                        "setting",
                        "KB per request",
                        "÷ first setting",
                        "KB per idle connection",
                        "resident KB per request"),
                rows);
    }

    private Server start(Setting setting, List<String> flags) {
        if (setting.container == null) {
            ServerSettings settings = bench.settings("hold", setting.minJdk, flags);
            return bench.start(setting.http2 ? settings.withHttp2() : settings);
        }
        String name = "hold-" + setting.container; // each container has a folder of its own
        return bench.startOtherJetty(setting.container, bench.settings(name, setting.minJdk, flags));
    }

    private static String range(List<List<Object>> rows, int waiting) {
        Comparator<List<Object>> byKilobytes = Comparator.comparingDouble(row -> (double) row.get(1));
        List<Object> least = Collections.min(rows, byKilobytes);
        List<Object> most = Collections.max(rows, byKilobytes);
        return "By setting, each of %,d waiting requests costs from %.1f KB (%s) to %.1f KB (%s)."
                .formatted(waiting, least.get(1), least.get(0), most.get(1), most.get(0));
    }
}
