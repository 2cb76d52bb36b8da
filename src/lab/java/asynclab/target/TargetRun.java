package asynclab.target;

import asynclab.model.Workload;
import asynclab.options.Options;
import asynclab.run.JMeter;
import asynclab.run.Samples;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedHold;
import asynclab.server.Processes;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/** Runs JMeter with the lab's plan against any address. The users have no think time, and stop after a duration. */
final class TargetRun {

    private static final String WARM_UP = "warm-up"; // the name of the plan's thread group
    private static final int WARM_UP_LOOPS = 5;
    private static final long SEED = 42; // without effect: every request is the same

    private final Options options;
    private final Processes processes;
    private final PrintStream out;

    TargetRun(Options options, Processes processes, PrintStream out) {
        this.options = options;
        this.processes = processes;
        this.out = out;
    }

    /** The samples of a JMeter run. */
    record Asked(Samples samples, double clientCpuSeconds) {}

    /**
     * Sends the load, after a warm-up if there is no ramp.
     *
     * @param run with the label, the name of the samples file and of the log
     * @param label of every sample
     * @param seconds how long each user sends requests from its own start
     */
    Asked ask(String run, URI uri, String label, int users, int rampSeconds, int seconds) {
        var properties = new LinkedHashMap<String, Object>();
        properties.put("protocol", uri.getScheme());
        properties.put("host", uri.getHost());
        properties.put(
                "port", uri.getPort() > 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80);
        properties.put("shortPath", path(uri));
        properties.put("shortLabel", label);
        properties.put("longPercent", 0);
        properties.put("users", users);
        properties.put("ramp", rampSeconds);
        properties.put("loops", -1);
        properties.put("duration", seconds);
        properties.put("body", "(?s).*");
        if (rampSeconds == 0) {
            properties.put("warmupUsers", users);
            properties.put("warmupLoops", WARM_UP_LOOPS);
            properties.put("warmupPath", path(uri));
        }
        Path file = options.work().resolve(run + "-" + label.replace(' ', '-') + ".jtl");
        double cpu = new JMeter(processes, options.jmeterHome(), Engines.NONE)
                .run(
                        options.plan(),
                        properties,
                        file,
                        (done, errors) -> out.printf("%s, %s: %d requests, %d errors%n", run, label, done, errors));
        LoadPlan sent = sent(label, users, rampSeconds, seconds);
        return new Asked(Samples.read(file, WARM_UP, new PlanDraws(sent, SEED), Engines.NONE), cpu);
    }

    private static LoadPlan sent(String label, int users, int rampSeconds, int seconds) {
        return new LoadPlan(
                users,
                rampSeconds,
                null,
                seconds,
                0,
                PlannedHold.fixed(label, 1),
                null,
                0,
                0,
                ClientPlan.lasting(Workload.UNLIMITED),
                SEED);
    }

    /** The path with its query. */
    static String path(URI uri) {
        return (uri.getRawPath().isEmpty() ? "/" : uri.getRawPath())
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }
}
