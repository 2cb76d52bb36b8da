package asynclab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.cli.Lab;
import asynclab.options.Jdks;
import asynclab.options.Options;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the lab with the same options each time, and keeps what it prints. A later value of an option replaces an earlier one. */
public final class LabSession {

    private final List<String> always;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /** @param always {@code name=value}, as {@link Lab#run} takes them */
    public LabSession(String... always) {
        this.always = List.of(always);
    }

    /** With the WAR, the servers and the JMeter that the build of the tests has. */
    public static LabSession ofBuild(Path project, Path work, String... more) {
        var options = new ArrayList<>(List.of("project=" + project.toAbsolutePath(), "work=" + work));
        for (String name : List.of("war", "jettyHome", "tomcatHome", "jmeterHome"))
            options.add(name + "=" + System.getProperty("lab." + name));
        options.addAll(List.of(more));
        return new LabSession(options.toArray(String[]::new));
    }

    public Options options(String... more) {
        return Lab.options(all(more));
    }

    /** @return the folder of the result */
    public Path run(String... more) {
        return Lab.run(out(), all(more));
    }

    /**
     * Runs the lab in a JVM of its own, which writes into {@code out.txt} of the folder.
     *
     * @param flag of the JVM
     * @param first words before the options of each time
     * @return the exit code
     */
    public int inItsOwnJvm(Path folder, String flag, String... first) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Jdks.own(), "-XX:TieredStopAtLevel=1", flag, "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), Lab.class.getName()));
        command.addAll(List.of(first));
        command.addAll(always);
        Process lab = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .start();
        assertTrue(lab.waitFor(4, TimeUnit.MINUTES), "the lab has not ended");
        return lab.exitValue();
    }

    private String[] all(String... more) {
        return Stream.concat(always.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /** Keeps what is written to it, as of a run. */
    public PrintStream out() {
        return new PrintStream(printed, true, StandardCharsets.UTF_8);
    }

    public String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
