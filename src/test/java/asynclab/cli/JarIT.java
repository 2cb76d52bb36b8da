package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.Jdks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one file: what is in it, and that it runs in an empty folder with an empty home. */
class JarIT {

    private static final Path JAR = Path.of("target/asynclab.jar").toAbsolutePath();
    private static final long MOST_BYTES = 15_000_000;

    @TempDir
    Path folder;

    private int code;
    private String out;
    private String err;

    /** @param input of the process; null for none */
    private void run(Path input, String... words) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path work = Files.createDirectories(folder.resolve("work"));
        var command = new ArrayList<>(List.of(Jdks.own(), "-XX:TieredStopAtLevel=1", "-Duser.home=" + home, "-jar"));
        command.add(JAR.toString());
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().clear();
        builder.environment().put("HOME", home.toString());
        if (input != null) builder.redirectInput(input.toFile());
        Process process = builder.start();
        if (input == null) process.getOutputStream().close();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it has not ended");
        code = process.exitValue();
        out = Files.readString(folder.resolve("out"));
        err = Files.readString(folder.resolve("err"));
        for (Path empty : List.of(home, work))
            try (var files = Files.list(empty)) {
                assertEquals(List.of(), files.toList(), "nothing was to be written");
            }
    }

    @Test
    void it_answers_from_a_packed_log_on_standard_input() throws Exception {
        Path reports =
                Files.createTempDirectory(Files.createDirectories(Path.of(System.getProperty("lab.work"))), "reports");
        run(Path.of("results/log/pool.log.gz"), "log", "-", "--threads", "200", "--report", reports.toString());
        assertEquals(0, code, () -> out + err);
        try (var files = Files.list(reports)) {
            assertEquals(
                    1, files.filter(file -> file.toString().endsWith(".html")).count());
        }
        assertTrue(out.contains("\n  - standard input: 3,660 lines"), out);
        assertTrue(out.startsWith("  Not needed: at your traffic "), out);
        assertFalse(out.contains("\u001b"), out);
    }

    @Test
    void it_predicts_the_published_benchmarks_that_are_in_it() throws Exception {
        run(null, "corpus");
        assertEquals(0, code, () -> out + err);
        assertTrue(out.startsWith("  Of 164 published throughput figures from 29 sources,"), out);
    }

    @Test
    void it_refuses_an_empty_input_in_a_sentence() throws Exception {
        run(null, "log", "-");
        assertEquals(2, code);
        assertEquals("", out);
        assertEquals("asynclab: The log cannot be read. standard input: The log is empty.\n", err);
    }

    @Test
    void it_tells_its_version_and_explains_itself() throws Exception {
        run(null, "--version");
        assertTrue(out.matches("asynclab \\d.*\n"), out);
        run(null);
        assertTrue(out.startsWith("Usage: asynclab"), out);
        assertEquals(0, code);
        assertEquals("", err);
    }

    @Test
    void it_is_small_and_has_no_test_and_no_signature() throws IOException {
        assertTrue(Files.size(JAR) <= MOST_BYTES, () -> "" + JAR.toFile().length());
        for (String name : names()) {
            assertFalse(name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)"), name);
            if (name.startsWith("asynclab/") && name.endsWith(".class"))
                assertFalse(Files.exists(Path.of("src/test/java", name.replaceAll("(\\$.*)?\\.class", ".java"))), name);
        }
    }

    /** The JDK's own tool tells what is missing. A library may need others for what is not used here. */
    @Test
    void it_has_all_that_its_own_classes_need() {
        var missing = new StringWriter();
        var printer = new PrintWriter(missing, true);
        ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(printer, printer, "--multi-release", "17", "--missing-deps", JAR.toString());
        assertTrue(missing.toString().contains("not found"), missing::toString); // it has read the jar
        assertEquals(
                List.of(),
                missing.toString()
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.matches("asynclab\\.\\w+\\..*"))
                        .toList());
    }

    @Test
    void its_notice_names_every_library_and_version() throws Exception {
        var libraries = new TreeSet<String>();
        for (String name : names()) {
            if (name.startsWith("asynclab/") || name.startsWith("META-INF/") && !name.contains("/webjars/")) continue;
            if (name.startsWith("report/") || name.startsWith("corpus/")) continue;
            var source = getClass().getClassLoader().getResource(name);
            libraries.add(source.getPath().replaceFirst(".*/([^/]+)-([^-/]+)\\.jar!.*", "$1:$2"));
        }
        assertTrue(libraries.size() > 10, libraries::toString);
        try (var jar = new JarFile(JAR.toFile())) {
            String notice = new String(
                    jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8);
            for (String library : libraries) assertTrue(notice.contains(":" + library + " "), library);
        }
    }

    private static List<String> names() throws IOException {
        try (var jar = new JarFile(JAR.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .toList();
        }
    }
}
