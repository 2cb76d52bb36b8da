package asynclab.lab;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds a JDK for a server that needs a newer one than the lab runs on. */
public final class Jdks {

    private Jdks() {}

    /** The java command of the JDK this lab runs on. */
    static String own() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    /**
     * The java command of a JDK of that feature version or later: this one if it will do, else one named by an environment
     * variable such as JAVA_HOME_21, else one in the usual places; null if there is none.
     */
    public static String atLeast(int feature) {
        if (Runtime.version().feature() >= feature) return own();
        return candidates().stream()
                .filter(home -> version(home) >= feature)
                .map(home -> home.resolve("bin/java").toString())
                .findFirst()
                .orElse(null);
    }

    private static List<Path> candidates() {
        var homes = new ArrayList<Path>();
        System.getenv().forEach((name, value) -> {
            if (name.matches("(JAVA|JDK)_?HOME.*") && !value.isBlank()) homes.add(Path.of(value));
        });
        Path user = Path.of(System.getProperty("user.home"));
        for (Path parent : List.of(
                Path.of("/usr/lib/jvm"),
                Path.of("/Library/Java/JavaVirtualMachines"),
                Path.of("C:/Program Files/Java"),
                user.resolve(".jdks"),
                user.resolve(".sdkman/candidates/java"))) {
            if (!Files.isDirectory(parent)) continue;
            try (Stream<Path> children = Files.list(parent)) {
                children.sorted()
                        .forEach(home -> homes.add(
                                Files.isDirectory(home.resolve("Contents/Home"))
                                        ? home.resolve("Contents/Home")
                                        : home));
            } catch (IOException unreadable) {
                // then there is none for us in it
            }
        }
        return homes;
    }

    /** The feature version a JDK's own {@code release} file names, or 0. */
    private static int version(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) return 0;
        try (Reader release = Files.newBufferedReader(home.resolve("release"))) {
            var facts = new Properties();
            facts.load(release);
            return Runtime.Version.parse(facts.getProperty("JAVA_VERSION", "0").replace("\"", ""))
                    .feature();
        } catch (IOException | IllegalArgumentException unknown) {
            return 0;
        }
    }
}
