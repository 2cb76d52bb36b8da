package asynclab.options;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the JDK for a server, if it is not the lab's own. */
public final class Jdks {

    /** The first Java with virtual threads. */
    public static final int VIRTUAL_THREADS = 21;

    private static final int OLDEST = 17;
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,9})"); // 8 of 1.8.0_392, 25 of 25.0.1

    private Jdks() {}

    /** The java command of the JDK this lab runs on. */
    public static String own() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    /**
     * The java command of a JDK of this feature version or later. The lab's own JDK comes first, then JDKs named by environment
     * variables such as JAVA_HOME_21, then those in the usual places.
     *
     * @return null if there is none
     */
    public static String atLeast(int feature) {
        if (Runtime.version().feature() >= feature) return own();
        return candidates().stream()
                .filter(home -> feature(home) >= feature)
                .map(home -> command(home).toString())
                .findFirst()
                .orElse(null);
    }

    /** The java command of this home, or of any JDK if it is null, of this feature version or later; null if there is none. */
    public static String java(Path home, int atLeast) {
        if (home == null) return atLeast(atLeast);
        return feature(home) >= atLeast ? command(home).toString() : null;
    }

    /** The version of the JDK that {@link #java} finds; null if it is the lab's own, or if there is none. */
    public static String later(Path home, int atLeast) {
        String java = java(home, atLeast);
        return java == null || java.equals(own())
                ? null
                : version(Path.of(java).getParent().getParent());
    }

    /** Why {@link #java} has no command: "no JDK 25 was found", or which older one {@code -Djdk} names. */
    public static String whyNone(Path home, int atLeast) {
        return home == null
                ? "no JDK " + atLeast + " was found"
                : "-Djdk is a JDK " + version(home) + ", not " + atLeast + " or later";
    }

    /**
     * The home of a JDK: the folder of this name, or the first JDK found with this feature version.
     *
     * @param asked a path, or a number such as 21
     * @throws LabException if there is none, or one too old for the WAR
     */
    static Path named(String asked) {
        boolean number = asked.matches("\\d{1,3}");
        Path home = number
                ? Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))), candidates().stream())
                        .filter(candidate -> feature(candidate) == Integer.parseInt(asked))
                        .findFirst()
                        .orElseThrow(() -> new LabException("-Djdk must name an installed JDK, but no JDK " + asked
                                + " is in the usual places or named by JAVA_HOME_" + asked
                                + ". Give the path of its home."))
                : Path.of(asked).toAbsolutePath();
        if (feature(home) == 0)
            throw new LabException("-Djdk must be the home of a JDK or its number, but was \"" + asked + "\".");
        if (feature(home) < OLDEST)
            throw new LabException(
                    "-Djdk must be Java " + OLDEST + " or later, but " + asked + " is Java " + feature(home) + ".");
        return home;
    }

    /** The java command of a JDK's home. */
    static Path command(Path home) {
        Path windows = home.resolve("bin/java.exe");
        return Files.exists(windows) ? windows : home.resolve("bin/java");
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
                // an unreadable folder contributes no JDK
            }
        }
        return homes;
    }

    /** The feature version of a JDK; 0 if the folder contains none. */
    public static int feature(Path home) {
        Matcher feature = FEATURE.matcher(version(home));
        return feature.lookingAt() ? Integer.parseInt(feature.group(1)) : 0;
    }

    /** The feature version of a java command; 0 if it is in no JDK's folder. */
    public static int featureOf(String java) {
        if (java.equals(own())) return Runtime.version().feature();
        Path home = Path.of(java).toAbsolutePath().normalize().getParent().getParent();
        return home == null ? 0 : feature(home);
    }

    /** The version in a JDK's {@code release} file, or 0. */
    public static String version(Path home) {
        if (!Files.isExecutable(command(home))) return "0";
        try (Reader release = Files.newBufferedReader(home.resolve("release"))) {
            var facts = new Properties();
            facts.load(release);
            return facts.getProperty("JAVA_VERSION", "0").replace("\"", "");
        } catch (IOException unknown) {
            return "0";
        }
    }
}
