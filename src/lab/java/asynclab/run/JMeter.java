package asynclab.run;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.run.plan.Engines;
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

/** A stock JMeter without its GUI, in a process of its own, as a user runs it: {@code jmeter -n -t plan.jmx -l out.jtl}. */
public final class JMeter {

    private static final Pattern SUMMARY =
            Pattern.compile("summary = +(\\d+) in [\\d:]+ = +([\\d.,]+)/s .*Err: +(\\d+) .*");
    private static final int REPORT_SECONDS = 6; // JMeter's summariser accepts no interval below five
    private static final long MANY = 200_000; // requests
    /** Without the optimising compiler. In a run of a few minutes, this compiler uses more CPU time than it saves. */
    private static final List<String> FOR_FEW = List.of("-XX:TieredStopAtLevel=1", "-Xms512m", "-Xmx2g");
    /**
     * With 10,000 users, a garbage collector that scans all thread stacks in a pause stops the users for a third of a second each
     * time.
     */
    private static final List<String> FOR_MANY = List.of("-XX:+UseZGC", "-XX:MaxRAMPercentage=25");
    /** Neither {@link Samples} nor JMeter's dashboard reads these columns. */
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

    /** Gets the number of samples and of failed samples every few seconds. */
    public interface SampleListener {
        void samples(long done, long errors);
    }

    /** Runs a plan of few requests to its end. */
    public double run(Path plan, Map<String, Object> properties, Path samples, SampleListener listener) {
        return run(plan, properties, 0, samples, listener);
    }

    /**
     * Runs a plan to its end, here or on the engines.
     *
     * @param properties the plan's properties, without the prefix {@code -J}
     * @param requests the expected number
     * @param samples the file for the samples; an old one is replaced
     * @return JMeter's CPU time in seconds
     */
    public double run(Path plan, Map<String, Object> properties, long requests, Path samples, SampleListener listener) {
        Path log = samples.resolveSibling(samples.getFileName() + ".log");
        List<String> arguments = new ArrayList<>(requests < MANY ? FOR_FEW : FOR_MANY);
        arguments.addAll(List.of("-Xss256k", "-Djava.util.prefs.userRoot=" + samples.getParent()));
        arguments.addAll(jmeter(log));
        arguments.addAll(List.of(
                "-n",
                "-t",
                plan.toString(),
                "-l",
                samples.toString(),
                "-Jjmeterengine.nongui.port=0", // no listening port, so two runs do not conflict
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
        } catch (IOException e) {
            throw new LabException("The old file of samples cannot be deleted: " + e.getMessage(), e);
        }
        return runProcess(arguments, samples, samples, log, listener);
    }

    private List<String> jmeter(Path log) {
        return List.of(
                "-Djava.awt.headless=true",
                "-jar",
                home.resolve("bin/ApacheJMeter.jar").toString(),
                "-j",
                log.toString());
    }

    /** @param result the file that JMeter must write. @return JMeter's CPU time in seconds */
    private double runProcess(List<String> arguments, Path samples, Path result, Path log, SampleListener listener) {
        try {
            Process process = processes.java(Jdks.own(), samples.getParent(), null, arguments);
            double cpuSeconds = follow(process, listener);
            int exit = process.waitFor();
            if (exit != 0 || !Files.exists(result))
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

    private static double follow(Process process, SampleListener listener) throws IOException {
        double cpuSeconds = 0;
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                cpuSeconds = process.info()
                        .totalCpuDuration()
                        .map(d -> d.toMillis() / 1_000.0)
                        .orElse(cpuSeconds);
                Matcher summary = SUMMARY.matcher(line);
                if (summary.matches())
                    listener.samples(Long.parseLong(summary.group(1)), Long.parseLong(summary.group(3)));
            }
        }
        return cpuSeconds;
    }

    /**
     * Makes JMeter's own HTML dashboard from stored samples.
     *
     * @param folder the folder of the dashboard; an old folder is replaced
     */
    void dashboard(Path samples, Path folder) {
        Path log = samples.resolveSibling(samples.getFileName() + "-dashboard.log");
        try {
            Files.createDirectories(folder.getParent());
        } catch (IOException e) {
            throw new LabException("The folder of the dashboard cannot be made: " + e.getMessage(), e);
        }
        var arguments = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-Xmx1g"));
        arguments.addAll(jmeter(log));
        arguments.addAll(List.of("-g", samples.toString(), "-f", "-o", folder.toString()));
        runProcess(arguments, samples, folder.resolve("index.html"), log, (done, errors) -> {});
    }

    /** JMeter writes its log in the machine's own charset, so some of its bytes may not be UTF-8. */
    static String lastError(Path log) {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains("ERROR"))
                    .reduce((first, last) -> last)
                    .orElse("none");
        } catch (IOException e) {
            return "none";
        }
    }
}
