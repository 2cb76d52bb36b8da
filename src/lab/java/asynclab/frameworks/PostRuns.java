package asynclab.frameworks;

import asynclab.model.Prediction;
import asynclab.options.Options;
import asynclab.run.JMeter;
import asynclab.run.LoadRun;
import asynclab.run.Samples;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.Engines;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The posts' own plans on their frameworks and on our servlet. JMeter sends the same requests to both. The model predicts them with
 * the threads that the plan gives; it has no fitted parameter.
 */
final class PostRuns {

    /** To start and stop servers and JMeter, and the warm-up's overhead. */
    private static final double SECONDS_ROUND_A_RUN = 12;

    private final Options options;
    private final Processes processes;
    private final FrameworkServers servers;
    private final PrintStream out;

    PostRuns(Options options, Processes processes, FrameworkServers servers, PrintStream out) {
        this.options = options;
        this.processes = processes;
        this.servers = servers;
        this.out = out;
    }

    private Model model(PostArm post) {
        LoadPlan load = post.planned().workload().faster(options.speed());
        return new Model(load, options.seed() == null ? load.seed() : options.seed());
    }

    private PlannedArm planned(PostArm post) {
        return post.planned().arm(post.arm()).faster(options.speed());
    }

    private static int usable(PostArm post) {
        return post.requestThreads() - (post.servlet() == Framework.SERVLET ? ServerSettings.JETTYS_OWN_THREADS : 0);
    }

    private ArmPrediction predict(PostArm post) {
        int reserved = post.servlet() == Framework.SERVLET ? 0 : -1;
        Model model = model(post);
        return model.predict(planned(post), usable(post), reserved, model.load().isBurst());
    }

    /** The estimated time of one run of an arm. */
    double seconds(PostArm post) {
        Experiment.Warmup warmup = post.planned().warmup();
        return SECONDS_ROUND_A_RUN
                + (warmup == null ? 0 : warmup.seconds(model(post).load()))
                + predict(post).seconds();
    }

    /** Measures the missing cells of an arm: first our servlet, then the framework. */
    void measure(PostArm post, FrameworkCells cells) throws IOException {
        for (Framework server : List.of(post.servlet(), post.framework())) {
            String cell = post.cell(server);
            if (cells.has(cell)) continue;
            out.printf("%s, %s: %s%n", post.experiment(), post.arm(), server.title());
            PlannedArm arm = planned(post);
            if (!server.isServlet() && !post.path().isEmpty()) arm = arm.at(post.path());
            Prediction predicted = predict(post).figures();
            cells.put(cell, figures(predicted, run(post, server, arm)));
        }
    }

    private Samples run(PostArm post, Framework server, PlannedArm arm) throws IOException {
        var flags = new ArrayList<>(arm.jvm());
        if (!post.planned().backend()) return run(post, server, arm, flags);
        try (Server backend = servers.start(Framework.named("netty"), List.of())) {
            flags.addAll(GatewayRates.flags(backend.port()));
            return run(post, server, arm, flags);
        }
    }

    private Samples run(PostArm post, Framework framework, PlannedArm arm, List<String> flags) throws IOException {
        Model model = model(post);
        try (Server server = servers.start(framework, post.requestThreads(), flags)) {
            Map<String, Object> properties =
                    new LoadRun(options, post.planned(), model, out).properties(server.port(), arm);
            // the frameworks have no /warm, which draws its hold times
            properties.computeIfPresent(
                    "warmupPath",
                    (name, path) -> arm.path() + "?" + model.load().shortHold().query());
            LoadPlan load = model.load();
            Path samples = options.work().resolve("frameworks-" + post.arm() + "-" + framework.name() + ".jtl");
            new JMeter(processes, options.jmeterHome(), Engines.NONE)
                    .run(
                            options.plan(),
                            properties,
                            requests(load),
                            samples,
                            (done, errors) -> out.printf("  %d requests, %d errors%n", done, errors));
            return Samples.read(samples, model.draws(), Engines.NONE);
        }
    }

    /** An upper bound of the number of requests. JMeter gets another heap for many requests. */
    private static long requests(LoadPlan load) {
        return load.requests() != null
                ? load.requests()
                : Math.round(
                        load.users() * load.durationSeconds() * 1_000.0 / (load.serviceMeanMs() + load.thinkMeanMs()));
    }

    private static Map<String, Double> figures(Prediction predicted, Samples samples) {
        var figures = new LinkedHashMap<String, Double>();
        figures.put("throughput", samples.all().throughput());
        figures.put("meanMs", samples.all().histogram().getMean());
        figures.put("p99Ms", (double) samples.all().histogram().getValueAtPercentile(99));
        figures.put("errors", (double) samples.errorCount());
        Double steady = samples.measured(List.of()).steadyThroughput();
        if (steady != null) figures.put("steadyThroughput", steady);
        figures.put("predictedThroughput", predicted.rates().wholeRun());
        figures.put("predictedMeanMs", predicted.latencies().meanMs());
        if (predicted.rates().steady() != null)
            figures.put("predictedSteadyThroughput", predicted.rates().steady());
        figures.put("predictedErrors", (double) predicted.failed());
        return figures;
    }
}
