package asynclab.logs;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A log as our recorder writes it, of a server whose truth is known: a pool of threads and one of connections, both in order of arrival. A
 * request gets a connection first, holds it, computes, and waits for something else.
 */
final class PlantedLog {

    static final int THREADS = 12;
    static final int CONNECTIONS = 5;
    static final int PROCESSORS = 8;

    /** Milliseconds of a request: it holds a connection, computes, and waits for something else. Each is exponential but the second. */
    record PlantedEndpoint(String request, int weight, double held, double computes, double waits) {}

    static final List<PlantedEndpoint> ENDPOINTS = List.of(
            new PlantedEndpoint("GET /search", 3, 40, 5, 10),
            new PlantedEndpoint("POST /checkout", 1, 20, 2, 200),
            new PlantedEndpoint("GET /product/7", 6, 4, 3, 2));

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String FIELDS =
            "#Fields: date time cs-method cs-uri-stem sc-status x-time-us x-wait-us x-wait-from x-cpu-us x-off-cpu-us x-blocked-us"
                    + " x-conn-wait-us x-conn-held-us x-conn-count x-alloc-bytes x-dispatches x-async x-thread x-end";
    private static final double BACKGROUND = 0.1; // busy processors without a request
    private static final int SECONDS_BEFORE = 2;

    final List<String> lines = new ArrayList<>();
    final double seconds;
    private final boolean virtual;

    /** Lines of requests that arrive at random, so many a second in busy and quiet parts of five seconds. */
    PlantedLog(int requests, boolean virtual) {
        this.virtual = virtual;
        var random = new SplittableRandom(5);
        var threads = free(virtual ? requests : THREADS);
        var connections = free(CONNECTIONS);
        lines.addAll(header());
        double now = 0;
        double used = 0;
        double reported = 0;
        for (int i = 0; i < requests; i++) {
            now -= Math.log(1 - random.nextDouble()) / (now / 5_000 % 2 < 1 ? 0.26 : 0.05);
            for (; reported < now; reported += 1_000) {
                lines.add("#Process: " + stamp(reported) + " cpu-us=" + Math.round(used * 1e3));
                used += BACKGROUND * 1_000;
            }
            PlantedEndpoint endpoint = drawn(random);
            double begins = Math.max(now, threads.remove());
            double connects = Math.max(begins, connections.remove());
            double held = -endpoint.held * Math.log(1 - random.nextDouble());
            double ends = connects + held + endpoint.computes - endpoint.waits * Math.log(1 - random.nextDouble());
            threads.add(ends);
            connections.add(connects + held);
            used += endpoint.computes;
            lines.add(line(endpoint, now, begins, connects, held, ends));
        }
        seconds = now / 1e3;
    }

    private static PriorityQueue<Double> free(int number) {
        var free = new PriorityQueue<Double>();
        for (int i = 0; i < number; i++) free.add(0.0);
        return free;
    }

    private static PlantedEndpoint drawn(SplittableRandom random) {
        int drawn = random.nextInt(10);
        for (PlantedEndpoint endpoint : ENDPOINTS) {
            drawn -= endpoint.weight;
            if (drawn < 0) return endpoint;
        }
        throw new IllegalStateException("the weights are not 10");
    }

    List<String> header() {
        String server = "#Server: container=\"Apache Tomcat/9.0.117\" java=17 threads="
                + (virtual ? "virtual" : "" + THREADS) + " processors=" + PROCESSORS;
        return List.of(
                "#Version: 1.0",
                "#Software: asynclab-recorder 1",
                server,
                server + " connections=" + CONNECTIONS,
                FIELDS);
    }

    private String line(
            PlantedEndpoint endpoint, double arrives, double begins, double connects, double held, double ends) {
        return String.format(
                Locale.ROOT,
                "%s %s 200 %.0f %.0f %s %s 100 - %.0f %.0f 1 4096 1 no %s answered",
                stamp(begins),
                endpoint.request,
                (ends - begins) * 1e3,
                (begins - arrives) * 1e3,
                virtual ? "container" : "pool",
                virtual ? "-" : "" + Math.round(endpoint.computes * 1e3),
                (connects - begins) * 1e3,
                held * 1e3,
                virtual ? "virtual" : "platform");
    }

    private static String stamp(double millis) {
        long micros = 1_795_000_000_000_000L + SECONDS_BEFORE * 1_000_000 + Math.round(millis * 1e3);
        return STAMP.format(Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000));
    }

    /** The same with other lines of requests, by the number of the line. */
    PlantedLog changed(UnaryOperator<String> change) {
        lines.replaceAll(line -> line.startsWith("#") ? line : change.apply(line));
        return this;
    }

    /** A line with another value of a field. */
    static String with(String line, String field, String value) {
        String[] names = FIELDS.substring("#Fields: ".length()).split(" ");
        String[] cells = line.split(" ");
        for (int i = 0; i < names.length; i++) if (names[i].equals(field)) cells[i] = value;
        return String.join(" ", cells);
    }
}
