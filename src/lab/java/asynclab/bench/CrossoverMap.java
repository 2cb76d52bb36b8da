package asynclab.bench;

import static asynclab.document.Texts.text;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.client.LoadClient;
import asynclab.frameworks.FrameworkCells;
import asynclab.options.LabException;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Where asynchronous processing pays: the throughput by hold time and number of users, for each threading model. The result compares
 * the ratio async ÷ blocking with the model, and the saturation point with N* = T · (1 + Z/S). T is the number of threads, S the hold
 * time and Z the think time. Each cell takes a few seconds only.
 *
 * <p>An interrupted map continues with the first cell that is missing.
 */
final class CrossoverMap {

    private static final List<Integer> HOLDS = List.of(0, 10, 50, 200, 1_000, 4_000);
    private static final List<Integer> USERS = List.of(50, 100, 200, 400, 1_000, 2_000);
    private static final int THINK_MILLIS = 500;
    /** If N* is beyond this share of the most users, the threads may not be saturated. */
    private static final double PLATEAU_REACHED = 0.95;

    private static final List<String> FLAGS = List.of("-Xmx2g");
    private static final String BLOCKING = "blocking";
    private static final String ASYNC = "async";
    private static final String THROUGHPUT = "perSecond";

    private record ThreadingModel(String name, String path, int threads, int minJdk) {}

    private static final List<ThreadingModel> MODELS = List.of(
            new ThreadingModel(BLOCKING, "/blocking", 100, 17),
            new ThreadingModel("bigger pool", "/blocking", 1_000, 17),
            new ThreadingModel(ASYNC, "/async", 100, 17),
            new ThreadingModel("virtual", "/virtual", 100, 21));

    private final Bench bench;
    private final FrameworkCells cells;

    CrossoverMap(Bench bench) {
        this.bench = bench;
        cells = new FrameworkCells(bench.kept(), "");
    }

    BenchResult run() {
        int all = MODELS.size() * HOLDS.size() * USERS.size();
        var answers = new ArrayList<String>();
        int usable = 0;
        for (ThreadingModel model : MODELS) {
            if (!bench.hasJdk(model.minJdk)) {
                answers.add(bench.noJdk(model.name, model.minJdk));
                continue;
            }
            ServerSettings settings = bench.settings("map-" + model.name.replace(' ', '-'), model.minJdk, FLAGS)
                    .withRequestThreads(model.threads);
            try (Server server = bench.start(settings);
                    var client = new LoadClient(server.port())) {
                if (model.name.equals(BLOCKING)) usable = server.probe().pool().usable();
                client.warmUp(50, model.path + "?ms=0", Duration.ofSeconds(4));
                for (int hold : HOLDS) for (int users : USERS) measure(client, model, hold, users, all);
            }
        }
        int threads = usable;
        bench.draw(file -> CrossoverChart.write(file, threads, HOLDS, USERS, this::ratio));
        answers.addAll(answers(threads));
        return bench.result(
                "Where does asynchronous processing pay?",
                answers,
                List.of(ratios(threads), throughput()),
                String.join(" ", FLAGS));
    }

    private void measure(LoadClient client, ThreadingModel model, int hold, int users, int all) {
        String cell = cell(model.name, hold, users);
        if (cells.has(cell)) return;
        bench.progress(cells.all().size(), all, cell);
        int cycle = hold + THINK_MILLIS;
        client.users(users, 200);
        client.begin(model.path + "?ms=" + hold, THINK_MILLIS, cycle);
        LoadClient.pause(Duration.ofMillis(cycle + 500L));
        var load = client.window(Duration.ofMillis(windowMillis(hold)));
        client.finish();
        if (load.errors() > 0) throw new LabException(load.errors() + " requests failed: " + cell + ".");
        cells.put(cell, Map.of(THROUGHPUT, load.perSecond()));
    }

    private static String cell(String model, int hold, int users) {
        return "map/" + model + "/" + hold + " ms/" + users + " users";
    }

    /** The throughput of a cell in requests per second; NaN if the cell was not measured. */
    private double throughput(String model, int hold, int users) {
        Double measured = cells.figure(cell(model, hold, users), THROUGHPUT);
        return measured == null ? Double.NaN : measured;
    }

    /** A multiple of the hold time, because all threads of a full pool respond at the same moment, once in each hold time. */
    private long windowMillis(int hold) {
        long least = Math.max(2_000, 2L * (hold + THINK_MILLIS)) / bench.speed();
        return hold == 0 ? least : (least + hold - 1) / hold * hold;
    }

    /** min(N / (Z + S), T / S): no request queues, or all threads are held. */
    private static double predicted(int threads, int hold, int users) {
        double free = users * 1_000.0 / (THINK_MILLIS + hold);
        return hold == 0 ? free : Math.min(free, threads * 1_000.0 / hold);
    }

    private static double predictedRatio(int threads, int hold, int users) {
        return predicted(Integer.MAX_VALUE, hold, users) / predicted(threads, hold, users);
    }

    private ResultTable ratios(int threads) {
        var columns = new ArrayList<String>(List.of("hold ms", "N* by formula", "N* from plateau"));
        USERS.forEach(users -> columns.add(users + " users: measured (predicted)"));
        var rows = new ArrayList<List<Object>>();
        for (int hold : HOLDS) {
            var row = new ArrayList<Object>(List.of(hold, hold == 0 ? "never" : (Object) crossover(threads, hold)));
            row.add(measuredCrossover(threads, hold));
            for (int users : USERS)
                row.add(text("%.2f (%.2f)", ratio(hold, users), predictedRatio(threads, hold, users)));
            rows.add(row);
        }
        return new ResultTable(
                "Throughput ratio async ÷ blocking, " + threads + " usable threads, think time " + THINK_MILLIS + " ms",
                columns,
                rows);
    }

    private static long crossover(int threads, int hold) {
        return Math.round(threads * (1.0 + (double) THINK_MILLIS / hold));
    }

    /** The number of users at which the throughput without queueing equals blocking's plateau; a dash if the map has no plateau. */
    private Object measuredCrossover(int threads, int hold) {
        int most = USERS.get(USERS.size() - 1);
        if (hold == 0 || crossover(threads, hold) > most * PLATEAU_REACHED) return "–";
        double plateau = throughput(BLOCKING, hold, most);
        return Math.round(plateau * (THINK_MILLIS + hold) / 1_000);
    }

    private ResultTable throughput() {
        var columns = new ArrayList<String>(List.of("threading model", "hold ms"));
        USERS.forEach(users -> columns.add(users + " users"));
        var rows = new ArrayList<List<Object>>();
        for (ThreadingModel model : MODELS)
            for (int hold : HOLDS) {
                if (!cells.has(cell(model.name, hold, USERS.get(0)))) continue;
                var row = new ArrayList<Object>(List.of(model.name, hold));
                for (int users : USERS) row.add(throughput(model.name, hold, users));
                rows.add(row);
            }
        return new ResultTable("Throughput of each cell, req/s", columns, rows);
    }

    private List<String> answers(int threads) {
        double worst = 0;
        String where = "";
        for (int hold : HOLDS)
            for (int users : USERS) {
                double ratio = ratio(hold, users);
                double predictedRatio = predictedRatio(threads, hold, users);
                if (Math.abs(Math.log(ratio / predictedRatio)) <= Math.abs(worst)) continue;
                worst = Math.log(ratio / predictedRatio);
                where = text("%d ms, %d users: %.2f measured, %.2f predicted", hold, users, ratio, predictedRatio);
            }
        int most = USERS.get(USERS.size() - 1);
        return List.of(
                "Below the saturation point N*, blocking has a thread for every request. There the throughput ratio"
                        + " async ÷ blocking is " + range(threads, true) + ".",
                "Above N* the measured ratio ÷ the predicted ratio is " + range(threads, false) + ".",
                "Of " + HOLDS.size() * USERS.size() + " cells the one furthest from the model is " + where + ".",
                "N* by formula is T · (1 + Z/S), with T = " + threads + " usable threads, the think time Z = "
                        + THINK_MILLIS + " ms and the hold time S.",
                text(
                        "N* from plateau is computed from one measured cell: the throughput of blocking with %,d users, times (Z + S)."
                                + " At that number of users the throughput without queueing would equal the plateau.",
                        most),
                text(
                        "N* from plateau is a dash if N* by formula is above %,.0f users, so that the map does not reach the plateau.",
                        PLATEAU_REACHED * most));
    }

    /** The lowest and the highest measured ÷ predicted ratio of the cells below N*, or of those above. */
    private String range(int threads, boolean below) {
        var ratios = new ArrayList<Double>();
        for (int hold : HOLDS)
            for (int users : USERS) {
                double predictedRatio = predictedRatio(threads, hold, users);
                if ((predictedRatio == 1) == below) ratios.add(ratio(hold, users) / predictedRatio);
            }
        return text("%.2f to %.2f", Collections.min(ratios), Collections.max(ratios));
    }

    private double ratio(int hold, int users) {
        return throughput(ASYNC, hold, users) / throughput(BLOCKING, hold, users);
    }
}
