package asynclab.planner;

import asynclab.corpus.LoadTool;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Load;
import asynclab.model.Occupancy;
import asynclab.model.OpenWorkload;
import asynclab.model.Stages;
import asynclab.model.Workload;
import asynclab.model.advice.ServerSizes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The throughput that a load tool would print: {@code client=} of {@code /predict}. */
final class PrintedThroughput {

    static final String NONE = "none";

    /** Those that can send requests at a rate. The others send a user's next request when the last one has ended. */
    static final List<String> AT_A_RATE = List.of(NONE, "jmeter", "gatling", "k6", "vegeta");

    private PrintedThroughput() {}

    /** The names that {@code client=} takes, the default in front. */
    static List<String> names() {
        Stream<String> tools = Arrays.stream(LoadTool.values())
                .filter(tool -> tool != LoadTool.OTHER && tool != LoadTool.JMH)
                .map(LoadTool::id);
        return Stream.concat(Stream.of(NONE), tools).toList();
    }

    /** For each threading model the throughput that is printed; null without a tool. @throws Budget.Exceeded if it costs more */
    static Map<String, Object> of(String name, Load load, ServerSizes server, long seed, Budget budget) {
        if (name.equals(NONE)) return null;
        LoadTool tool = LoadTool.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        Load driven = load instanceof Workload users ? tool.driving(users) : load;
        var printed = new LinkedHashMap<String, Object>();
        printed.put("name", tool.label());
        var models = new LinkedHashMap<String, Stages>();
        models.put("blocking", server.blocking());
        models.put("async", server.async());
        models.put("virtual", server.virtual());
        models.forEach((model, stages) -> printed.put(
                model,
                PredictedFigures.finite(tool.printed(
                        driven.simulate(Draws.of(load.hold(), seed), stages, seed, budget, Occupancy.NONE),
                        plannedMillis(load)))));
        return printed;
    }

    private static double plannedMillis(Load load) {
        if (load instanceof OpenWorkload open) return open.durationMillis();
        return load instanceof Workload users && users.loops() == Workload.UNLIMITED ? users.durationMillis() : 0;
    }
}
