package asynclab.bench;

import asynclab.lab.Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the heap of a waiting request consists of, and what each setting of the server's buffers saves. */
final class WaitingRequest {

    private static final String PATH = "/async";
    private static final int WAITING = 5_000;
    private static final int DUMPED = 2_000;
    private static final double WORTH_A_ROW = 0.01; // of all
    private static final List<String> ALL = List.of(
            "-Dlab.readBytes=1024",
            "-Dlab.writeBytes=1024",
            "-Dlab.trailerBytes=1024",
            "-Dlab.requestHeaderBytes=4096",
            "-Dlab.responseHeaderBytes=2048");
    private static final List<Setting> TOMCAT = List.of(
            new Setting("as shipped, 8192 each", List.of(), false),
            new Setting("socket.appReadBufSize=1024", ALL.subList(0, 1), false),
            new Setting("socket.appWriteBufSize=1024", ALL.subList(1, 2), false),
            new Setting("maxTrailerSize=1024", ALL.subList(2, 3), false),
            new Setting("maxHttpRequestHeaderSize=4096", ALL.subList(3, 4), false),
            new Setting("maxHttpResponseHeaderSize=2048", ALL.subList(4, 5), false),
            new Setting("all five", ALL, false),
            new Setting("as shipped, HTTP/2 over %d connections".formatted(Hold.CONNECTIONS), List.of(), true));

    private final Bench bench;

    WaitingRequest(Bench bench) {
        this.bench = bench;
    }

    /** Of Tomcat's connector, as system properties that the lab's server.xml reads. */
    private record Setting(String name, List<String> flags, boolean http2) {}

    void findings(List<String> answers, List<Findings.Table> tables) {
        tables.add(shares(answers));
        if (bench.onTomcat()) tables.add(settings(answers));
    }

    private Findings.Table shares(List<String> answers) {
        int waiting = DUMPED / bench.speed();
        Map<String, Double> kilobytes = new TreeMap<>();
        try (Server server = bench.start("hold", Hold.FLAGS);
                Hold.Users users = Hold.users(server, false)) {
            users.warmUp(PATH);
            Path heap = bench.work().resolve("heap");
            Hold.hold(server, users, Hold.WARM_UP_USERS, PATH); // what they have left, these take again
            Map<String, Long> before = HeapShares.read(server, heap);
            Hold.hold(server, users, Hold.WARM_UP_USERS + waiting, PATH);
            HeapShares.read(server, heap)
                    .forEach((what, bytes) ->
                            kilobytes.put(what, (bytes - before.getOrDefault(what, 0L)) / 1_000.0 / waiting));
        }
        double all = sum(kilobytes.values());
        var rows = new ArrayList<List<Object>>();
        kilobytes.entrySet().stream()
                .filter(share -> share.getValue() >= WORTH_A_ROW * all)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(share -> rows.add(List.of(share.getKey(), share.getValue())));
        double named = rows.stream().mapToDouble(row -> (double) row.get(1)).sum();
        rows.add(List.of("everything else", all - named));
        rows.add(List.of("all", all));
        var buffers = rows.stream()
                .filter(row -> row.get(0).toString().endsWith("[]"))
                .toList();
        if (!buffers.isEmpty())
            answers.add("Of the %.0f KB, %.0f are buffers: %s."
                    .formatted(
                            all,
                            buffers.stream()
                                    .mapToDouble(row -> (double) row.get(1))
                                    .sum(),
                            buffers.stream()
                                    .map(row -> "%.1f %s".formatted(row.get(1), shortly((String) row.get(0))))
                                    .collect(Collectors.joining(", "))));
        return new Findings.Table(
                "What the live heap of each of %,d requests that wait at %s consists of: buffers by the field that holds them, the rest by class"
                        .formatted(waiting, PATH),
                List.of("what", "KB each"),
                rows);
    }

    private static double sum(Iterable<Double> kilobytes) {
        double sum = 0;
        for (double each : kilobytes) sum += each;
        return sum;
    }

    /** The class without its package, and the field. */
    private static String shortly(String buffer) {
        return buffer.replaceAll("^.*\\.(\\w+\\.\\w+) .*$", "$1");
    }

    private Findings.Table settings(List<String> answers) {
        int waiting = WAITING / bench.speed();
        var rows = new ArrayList<List<Object>>();
        double shipped = 0;
        for (Setting setting : TOMCAT) {
            bench.progress(rows.size(), TOMCAT.size(), setting.name);
            var flags = new ArrayList<>(Hold.FLAGS);
            flags.addAll(setting.flags);
            try (Server server = bench.start("hold", flags, setting.http2);
                    Hold.Users users = Hold.users(server, setting.http2)) {
                users.warmUp(PATH);
                Hold.State few = Hold.hold(server, users, Hold.WARM_UP_USERS, PATH);
                Hold.State all = Hold.hold(server, users, Hold.WARM_UP_USERS + waiting, PATH);
                double each = all.kilobytesEach(few);
                if (rows.isEmpty()) shipped = each;
                rows.add(List.of(setting.name, each, shipped - each, all.residentKilobytesEach(few)));
            }
        }
        answers.add(
                "As shipped a request costs %.0f KB; with all five settings of the connector's buffers %.0f KB; over HTTP/2 %.0f KB."
                        .formatted(
                                shipped,
                                rows.get(rows.size() - 2).get(1),
                                rows.get(rows.size() - 1).get(1)));
        return new Findings.Table(
                "The connector's settings, each in a server of its own: %,d requests that wait at %s"
                        .formatted(waiting, PATH),
                List.of("setting", "KB each", "less by", "resident KB each"),
                rows);
    }
}
