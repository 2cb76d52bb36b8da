package asynclab.lab;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** What a result depends on besides the code: the machine, its load before the start, versions, flags, seed. No paths. */
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
        facts.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        if (options.jdk() != null) facts.put("serverJdk", Jdks.version(options.jdk()));
        facts.put("serverJvmFlags", String.join(" ", Server.JVM_FLAGS));
        facts.put("jmeter", jmeterVersion(options.jmeterHome()));
        facts.put("plan", "sha256 " + sha256(options.plan()));
        facts.put("jettyXml", "sha256 " + sha256(options.jettyXml()));
        facts.put("seed", seed);
        facts.put("commit", commit(options.project()));
        return facts;
    }

    private static String lineOf(Path file, String start) {
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

    private static String sha256(Path file) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new LabException("Cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String commit(Path project) {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .directory(project.toFile())
                    .start();
            try (InputStream out = git.getInputStream()) {
                String commit = new String(out.readAllBytes(), StandardCharsets.UTF_8).trim();
                return git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0 ? commit : null;
            }
        } catch (IOException noGit) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
