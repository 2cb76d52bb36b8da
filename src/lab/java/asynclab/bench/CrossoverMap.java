package asynclab.bench;

import asynclab.client.LoadClient;
import asynclab.options.LabException;
import asynclab.server.Server;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;

/**
 * Where asynchronous pays: throughput over hold time and users, for 100 threads that block, ten times as many, virtual threads
 * and none held; the ratio beside the model's, and the number of users from which it pays beside N* = T · (1 + Z/S), with T
 * threads, S the hold time and Z the users' pause. Cells are short: this is a map and no survey.
 *
 * <p>An interrupted map goes on with the first cell that is missing.
 */
final class CrossoverMap {

    private static final List<Integer> HOLDS = List.of(0, 10, 50, 200, 1_000, 4_000);
    private static final List<Integer> USERS = List.of(50, 100, 200, 400, 1_000, 2_000);
    private static final int PAUSE_MILLIS = 500;
    private static final double PLATEAU_REACHED = 0.95; // of the most users; beyond, they may not saturate the threads
    private static final List<String> FLAGS = List.of("-Xmx2g");
    private static final String BLOCKING = "blocking";
    private static final String ASYNC = "async";

    private record Way(String name, String path, int threads, int minJdk) {}

    private static final List<Way> WAYS = List.of(
            new Way(BLOCKING, "/blocking", 100, 17),
            new Way("bigger pool", "/blocking", 1_000, 17),
            new Way(ASYNC, "/async", 100, 17),
            new Way("virtual", "/virtual", 100, 21));

    private final Bench bench;
    private final Path kept;
    private final Map<String, Double> cells;

    CrossoverMap(Bench bench) {
        this.bench = bench;
        kept = bench.kept();
        cells = read();
    }

    Findings run() {
        int all = WAYS.size() * HOLDS.size() * USERS.size();
        var answers = new ArrayList<String>();
        int usable = 0;
        for (Way way : WAYS) {
            if (!bench.hasJdk(way.minJdk)) {
                answers.add("Not measured: " + way.name + ", because no JDK " + way.minJdk + " was found.");
                continue;
            }
            try (Server server = bench.start("map-" + way.name.replace(' ', '-'), way.threads, way.minJdk, FLAGS);
                    var client = new LoadClient(server.port())) {
                if (way.name.equals(BLOCKING)) usable = server.probe().pool().usable();
                warmUp(client, way);
                for (int hold : HOLDS) for (int users : USERS) measure(client, way, hold, users, all);
            }
        }
        int threads = usable;
        bench.draw(file -> draw(file, threads));
        answers.addAll(answers(threads));
        Findings findings = bench.findings(
                "Where does asynchronous processing pay?",
                answers,
                List.of(ratios(threads), throughput()),
                String.join(" ", FLAGS));
        forget();
        return findings;
    }

    private static void warmUp(LoadClient client, Way way) {
        client.users(50, 50);
        client.begin(way.path + "?ms=0");
        client.window(Duration.ofSeconds(4));
        client.finish();
    }

    private void measure(LoadClient client, Way way, int hold, int users, int all) {
        String cell = cell(way.name, hold, users);
        if (cells.containsKey(cell)) return;
        bench.progress(cells.size(), all, cell);
        int cycle = hold + PAUSE_MILLIS;
        client.users(users, 200);
        client.begin(way.path + "?ms=" + hold, PAUSE_MILLIS, cycle);
        LoadClient.pause(Duration.ofMillis(cycle + 500L));
        long millis = windowMillis(hold);
        var load = client.window(Duration.ofMillis(millis));
        client.finish();
        if (load.errors() > 0) throw new LabException(load.errors() + " requests failed: " + cell + ".");
        cells.put(cell, load.requests() * 1_000.0 / millis);
        keep();
    }

    /** Whole rounds of a pool that is full: its threads are all free again once a hold time, and answer all at once. */
    private long windowMillis(int hold) {
        long least = Math.max(2_000, 2L * (hold + PAUSE_MILLIS)) / bench.speed();
        return hold == 0 ? least : (least + hold - 1) / hold * hold;
    }

    private static String cell(String way, int hold, int users) {
        return way + ", " + hold + " ms, " + users + " users";
    }

    private double measured(String way, int hold, int users) {
        return cells.getOrDefault(cell(way, hold, users), Double.NaN);
    }

    /** min(N / (Z + S), T / S): nobody waits, or all threads are held. */
    private static double predicted(int threads, int hold, int users) {
        double free = users * 1_000.0 / (PAUSE_MILLIS + hold);
        return hold == 0 ? free : Math.min(free, threads * 1_000.0 / hold);
    }

    private Findings.Table ratios(int threads) {
        var columns = new ArrayList<String>(List.of("hold ms", "N* by formula", "N* from plateau"));
        USERS.forEach(users -> columns.add(users + " users: measured (predicted)"));
        var rows = new ArrayList<List<Object>>();
        for (int hold : HOLDS) {
            var row = new ArrayList<Object>(List.of(hold, hold == 0 ? "never" : (Object) crossover(threads, hold)));
            row.add(measuredCrossover(threads, hold));
            for (int users : USERS)
                row.add(String.format(
                        Locale.ROOT,
                        "%.2f (%.2f)",
                        ratio(hold, users),
                        predicted(Integer.MAX_VALUE, hold, users) / predicted(threads, hold, users)));
            rows.add(row);
        }
        return new Findings.Table(
                "Throughput ratio async ÷ blocking, " + threads + " usable threads, think time " + PAUSE_MILLIS + " ms",
                columns,
                rows);
    }

    private static long crossover(int threads, int hold) {
        return Math.round(threads * (1.0 + (double) PAUSE_MILLIS / hold));
    }

    /** Where the users' line meets the most that blocking reached, if it is held back at all among the users measured. */
    private Object measuredCrossover(int threads, int hold) {
        int most = USERS.get(USERS.size() - 1);
        if (hold == 0 || crossover(threads, hold) > most * PLATEAU_REACHED) return "–";
        double plateau = measured(BLOCKING, hold, most);
        return Math.round(plateau * (PAUSE_MILLIS + hold) / 1_000);
    }

    private Findings.Table throughput() {
        var columns = new ArrayList<String>(List.of("threading model", "hold ms"));
        USERS.forEach(users -> columns.add(users + " users"));
        var rows = new ArrayList<List<Object>>();
        for (Way way : WAYS)
            for (int hold : HOLDS) {
                if (!cells.containsKey(cell(way.name, hold, USERS.get(0)))) continue;
                var row = new ArrayList<Object>(List.of(way.name, hold));
                for (int users : USERS) row.add(measured(way.name, hold, users));
                rows.add(row);
            }
        return new Findings.Table("Throughput of each cell, req/s", columns, rows);
    }

    private List<String> answers(int threads) {
        double worst = 0;
        String where = "";
        for (int hold : HOLDS)
            for (int users : USERS) {
                double ratio = ratio(hold, users);
                double model = predicted(Integer.MAX_VALUE, hold, users) / predicted(threads, hold, users);
                if (Math.abs(Math.log(ratio / model)) <= Math.abs(worst)) continue;
                worst = Math.log(ratio / model);
                where = String.format(
                        Locale.ROOT, "%d ms, %d users: %.2f measured, %.2f predicted", hold, users, ratio, model);
            }
        int most = USERS.get(USERS.size() - 1);
        return List.of(
                "Below the saturation point N*, blocking has a thread for every request. There the throughput ratio"
                        + " async ÷ blocking is " + range(threads, true) + ".",
                "Above N* the measured ratio ÷ the predicted ratio is " + range(threads, false) + ".",
                "Of " + HOLDS.size() * USERS.size() + " cells the one furthest from the model is " + where + ".",
                "N* by formula is T · (1 + Z/S), with T = " + threads + " usable threads, the think time Z = "
                        + PAUSE_MILLIS + " ms and the hold time S.",
                String.format(
                        Locale.ROOT,
                        "N* from plateau is computed from one measured cell: the throughput of blocking with %,d users, times (Z + S)."
                                + " At that number of users the throughput without queueing would equal the plateau.",
                        most),
                String.format(
                        Locale.ROOT,
                        "N* from plateau is a dash if N* by formula is above %,.0f users, so that the map does not reach the plateau.",
                        PLATEAU_REACHED * most));
    }

    /** The lowest and the highest measured ÷ predicted ratio of the cells below N*, or of the others. */
    private String range(int threads, boolean below) {
        var ratios = new ArrayList<Double>();
        for (int hold : HOLDS)
            for (int users : USERS) {
                double model = predicted(Integer.MAX_VALUE, hold, users) / predicted(threads, hold, users);
                if ((model == 1) == below) ratios.add(ratio(hold, users) / model);
            }
        return String.format(Locale.ROOT, "%.2f to %.2f", Collections.min(ratios), Collections.max(ratios));
    }

    /** Coloured by the logarithm, so that twice as much is as far from four times as from once. */
    private void draw(Path file, int threads) throws IOException {
        HeatMapChart chart = new HeatMapChartBuilder()
                .width(760)
                .height(460)
                .title("Throughput ratio async ÷ blocking on " + threads + " threads, measured")
                .xAxisTitle("users")
                .yAxisTitle("hold time, ms")
                .build();
        var data = new ArrayList<Number[]>();
        for (int x = 0; x < USERS.size(); x++)
            for (int y = 0; y < HOLDS.size(); y++) data.add(new Number[] {x, y, ratio(HOLDS.get(y), USERS.get(x))});
        chart.addSeries("ratio", USERS, HOLDS, data);
        chart.getStyler()
                .setRangeColors(IntStream.range(0, 20)
                        .mapToObj(i -> shade(Math.log(1 + i) / Math.log(20)))
                        .toArray(Color[]::new))
                .setShowValue(true)
                .setHeatMapValueDecimalPattern("0.0");
        chart.getStyler()
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setLegendVisible(false);
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }

    /** From white to blue. */
    private static Color shade(double blue) {
        return new Color((int) (255 - 180 * blue), (int) (255 - 100 * blue), (int) (255 - 30 * blue));
    }

    private double ratio(int hold, int users) {
        return measured(ASYNC, hold, users) / measured(BLOCKING, hold, users);
    }

    private Map<String, Double> read() {
        try {
            return kept != null && Files.exists(kept)
                    ? new ObjectMapper().readValue(kept.toFile(), new TypeReference<LinkedHashMap<String, Double>>() {})
                    : new LinkedHashMap<>();
        } catch (IOException e) {
            throw new LabException("The file " + kept + " cannot be read. Delete it to start from the beginning.", e);
        }
    }

    private void keep() {
        if (kept == null) return;
        try {
            Files.createDirectories(kept.getParent());
            new ObjectMapper().writeValue(kept.toFile(), cells);
        } catch (IOException e) {
            throw new LabException("The file " + kept + " cannot be written: " + e.getMessage(), e);
        }
    }

    private void forget() {
        if (kept == null) return;
        try {
            Files.deleteIfExists(kept);
        } catch (IOException e) {
            throw new LabException("The file " + kept + " cannot be deleted: " + e.getMessage(), e);
        }
    }
}
