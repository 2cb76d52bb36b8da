package asynclab;

import asynclab.cli.Lab;
import asynclab.options.Options;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
