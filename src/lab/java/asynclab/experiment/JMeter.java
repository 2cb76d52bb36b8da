package asynclab.experiment;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.plan.Engines;
import asynclab.server.Processes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A stock JMeter, run without its GUI in a process of its own, as a user would: {@code jmeter -n -t plan.jmx -l out.jtl}. */
public final class JMeter {

    private static final Pattern SUMMARY =
            Pattern.compile("summary = +(\\d+) in [\\d:]+ = +([\\d.,]+)/s .*Err: +(\\d+) .*");
    private static final int REPORT_SECONDS = 6; // JMeter's summariser reports no more often than every five
    private static final long MANY = 200_000; // requests
    /** Without the optimising compiler, which costs the client more than it saves in a run of minutes. */
    private static final List<String> FOR_FEW = List.of("-XX:TieredStopAtLevel=1", "-Xms512m", "-Xmx2g");
    /** A collector that stops the users to look through their stacks takes a third of a second with 10,000, again and again. */
    private static final List<String> FOR_MANY = List.of("-XX:+UseZGC", "-XX:MaxRAMPercentage=25");
    /** Neither by {@link Samples} nor by JMeter's dashboard. */
    private static final List<String> COLUMNS_NOT_NEEDED =
            List.of("data_type", "url", "idle_time", "assertion_results_failure_message");

    private final Processes processes;
    private final Path home;
    private final Engines engines;

    /** @param home a JMeter installation, such as the one pom.xml lays out from JMeter's Maven artifacts */
    public JMeter(Processes processes, Path home, Engines engines) {
        this.processes = processes;
        this.home = home;
        this.engines = engines;
    }

    /** Told every few seconds how many samples there are and how many of them failed. */
    public interface Progress {
        void samples(long done, long errors);
    }

    /** Runs a plan of few requests to its end. */
    public double run(Path plan, Map<String, Object> properties, Path samples, Progress progress) {
        return run(plan, properties, 0, samples, progress);
    }

    /**
     * Runs a plan to its end, here or on the engines.
     *
     * @param properties the plan's, without the {@code -J}
     * @param requests that are expected of it
     * @param samples the file for the samples; an old one is replaced
     * @return processor time JMeter used, in seconds
     */
    public double run(Path plan, Map<String, Object> properties, long requests, Path samples, Progress progress) {
        Path log = samples.resolveSibling(samples.getFileName() + ".log");
        List<String> arguments = new ArrayList<>(requests < MANY ? FOR_FEW : FOR_MANY);
        arguments.addAll(List.of(
                "-Xss256k",
                "-Djava.util.prefs.userRoot=" + samples.getParent(),
                "-Djava.awt.headless=true",
                "-jar",
                home.resolve("bin/ApacheJMeter.jar").toString(),
                "-n",
                "-t",
                plan.toString(),
                "-l",
                samples.toString(),
                "-j",
                log.toString(),
                "-Jjmeterengine.nongui.port=0", // no listening port: two runs do not meet
                "-Jsummariser.interval=" + REPORT_SECONDS,
                "-Jjmeter.save.saveservice.output_format=csv",
                "-Jsampleresult.timestamp.start=true"));
        COLUMNS_NOT_NEEDED.forEach(column -> arguments.add("-Jjmeter.save.saveservice." + column + "=false"));
        engines.share(properties)
                .forEach((name, value) -> arguments.add((engines.areRemote() ? "-G" : "-J") + name + "=" + value));
        if (engines.areRemote()) {
            arguments.addAll(List.of("-R", String.join(",", engines.addresses())));
            if (!Files.exists(home.resolve("bin/rmi_keystore.jks"))) arguments.add("-Jserver.rmi.ssl.disable=true");
        }
        try {
            Files.deleteIfExists(samples);
            Process process = processes.java(Jdks.own(), samples.getParent(), null, arguments);
            double cpuSeconds = follow(process, progress);
            int exit = process.waitFor();
            if (exit != 0 || !Files.exists(samples))
                throw new LabException(
                        "JMeter failed with exit code " + exit + ". Last error in " + log + ": " + lastError(log));
            return cpuSeconds;
        } catch (IOException e) {
            throw new LabException("JMeter's output cannot be read: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while JMeter ran.");
        }
    }

    private static double follow(Process process, Progress progress) throws IOException {
        double cpuSeconds = 0;
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                cpuSeconds = process.info()
                        .totalCpuDuration()
                        .map(d -> d.toMillis() / 1_000.0)
                        .orElse(cpuSeconds);
                Matcher summary = SUMMARY.matcher(line);
                if (summary.matches())
                    progress.samples(Long.parseLong(summary.group(1)), Long.parseLong(summary.group(3)));
            }
        }
        return cpuSeconds;
    }

    /**
     * Makes JMeter's own HTML dashboard of stored samples.
     *
     * @param folder an old one is replaced
     */
    void dashboard(Path samples, Path folder) {
        Path log = samples.resolveSibling(samples.getFileName() + "-dashboard.log");
        try {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Process process = processes.java(
                    Jdks.own(),
                    samples.getParent(),
                    null,
                    List.of(
                            "-Xmx1g",
                            "-Djava.awt.headless=true",
                            "-jar",
                            home.resolve("bin/ApacheJMeter.jar").toString(),
                            "-g",
                            samples.toString(),
                            "-f",
                            "-o",
                            folder.toAbsolutePath().toString(),
                            "-j",
                            log.toString()));
            follow(process, (done, errors) -> {});
            if (process.waitFor() != 0 || !Files.exists(folder.resolve("index.html")))
                throw new LabException("JMeter made no dashboard. Last error in " + log + ": " + lastError(log));
        } catch (IOException e) {
            throw new LabException("JMeter's output cannot be read: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while JMeter made its dashboard.");
        }
    }

    private static String lastError(Path log) {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("ERROR"))
                    .reduce((first, last) -> last)
                    .orElse("none");
        } catch (IOException e) {
            return "none";
        }
    }
}
