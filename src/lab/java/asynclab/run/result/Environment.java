package asynclab.run.result;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.plan.Configuration;
import asynclab.server.Server;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The set-up of a result: the machine, its load before the start, versions, flags, seed. It has no paths. */
public final class Environment {

    private Environment() {}

    public static Map<String, Object> read(Options options, long seed) {
        var machine = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var facts = new LinkedHashMap<String, Object>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("processor", lineOf(Path.of("/proc/cpuinfo"), "model name"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("memoryBytes", machine.getTotalMemorySize());
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("openFilesLimit", lineOf(Path.of("/proc/self/limits"), "Max open files"));
        facts.put("loadBefore", Math.round(machine.getSystemLoadAverage() * 100) / 100.0);
        facts.put("busyBefore", Math.round(busyShare() * 100) / 100.0);
        facts.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        if (options.jdk() != null) facts.put("serverJdk", Jdks.version(options.jdk()));
        facts.put("serverJvmFlags", String.join(" ", Server.JVM_FLAGS));
        facts.put("jmeter", jmeterVersion(options.jmeterHome()));
        facts.putAll(Configuration.of(options.project()).shared());
        facts.put("seed", seed);
        facts.put("commit", commit(options.project()));
        return facts;
    }

    /** What follows the start of a line; null if the system has no such line. */
    public static String lineOf(Path file, String start) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(start))
                    .findFirst()
                    .map(line -> line.substring(start.length())
                            .replaceFirst("^\\s*:?\\s*", "")
                            .replaceAll("\\s+", " ")
                            .trim())
                    .orElse(null);
        } catch (IOException notThisSystem) {
            return null;
        }
    }

    private static String jmeterVersion(Path home) {
        try (var jar = new JarFile(home.resolve("bin/ApacheJMeter.jar").toFile())) {
            return jar.getManifest().getMainAttributes().getValue("Implementation-Version");
        } catch (IOException e) {
            throw new LabException("There is no JMeter at " + home + ": " + e.getMessage(), e);
        }
    }

    /**
     * The busy share of the processors over two idle seconds of the lab; 0 if the system does not report it. The load average
     * would include the build that started the lab.
     */
    public static double busyShare() {
        var machine = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        machine.getCpuLoad(); // the next call measures from here
        try {
            TimeUnit.SECONDS.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Math.max(0, machine.getCpuLoad());
    }

    /** Commit and JDKs. An interrupted run can continue only with the same commit and JDKs. Null if the commit is not known. */
    private static String code(Options options) {
        String commit = commit(options.project());
        if (commit == null || commit.endsWith("-dirty")) return null;
        return commit + ", " + System.getProperty("java.vm.version")
                + (options.jdk() == null ? "" : ", server " + Jdks.version(options.jdk()));
    }

    /**
     * A file or folder with the progress of a run. An interrupted run of the same code, JDK, server and speed continues from it.
     *
     * @return null if the code has changes that are not committed, or if no commit is known
     */
    public static Path kept(Options options, String name) {
        String code = code(options);
        if (code == null) return null;
        try {
            Path folder = options.work()
                    .resolve("kept")
                    .resolve((code + ", " + options.server() + ", speed " + options.speed())
                            .replaceAll("[^\\w.]+", "-"));
            return Files.createDirectories(folder).resolve(name);
        } catch (IOException e) {
            throw new LabException("The progress of the run cannot be stored: " + e.getMessage(), e);
        }
    }

    /**
     * Files with changes that are not committed; null without git. Results are left out, and so are the three pages with tables
     * made from results.
     */
    public static List<String> changedFiles(Path project) {
        String status = status(project, "normal");
        return status == null
                ? null
                : status.lines()
                        .map(line -> line.replaceFirst("^\\s*\\S+\\s+", ""))
                        .toList();
    }

    /** Whether git has this file as it is now. */
    public static boolean isCommitted(Path project, Path file) {
        return "".equals(git(project, "status", "--porcelain", "--ignored", "--", file.toString()));
    }

    private static String status(Path project, String untracked) {
        return git(
                project,
                "status",
                "--porcelain",
                "--untracked-files=" + untracked,
                "--",
                ".",
                ":(exclude)results",
                ":(exclude)README.md",
                ":(exclude)src/site/markdown/frameworks.md",
                ":(exclude)src/site/markdown/benchmarks.md");
    }

    /**
     * The commit. A published result does not make it dirty. So all results of a series have the same commit, even if the series
     * publishes, and the series can be continued.
     */
    private static String commit(Path project) {
        String commit = git(project, "describe", "--always");
        return commit == null || "".equals(status(project, "no")) ? commit : commit + "-dirty";
    }

    private static String git(Path project, String... arguments) {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process git =
                    new ProcessBuilder(command).directory(project.toFile()).start();
            try (InputStream out = git.getInputStream()) {
                String said = new String(out.readAllBytes(), StandardCharsets.UTF_8).trim();
                return git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0 ? said : null;
            }
        } catch (IOException noGit) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
