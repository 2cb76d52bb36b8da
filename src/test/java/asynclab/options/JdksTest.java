package asynclab.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.cli.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which JDK a server runs on. */
class JdksTest {

    private static final Path OWN = Path.of(System.getProperty("java.home"));

    @TempDir
    Path folder;

    private Path jdk(String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(version));
        Files.createDirectory(home.resolve("bin"));
        Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true);
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static String refused(String asked) {
        return assertThrows(LabException.class, () -> Jdks.named(asked)).getMessage();
    }

    @Test
    void it_is_found_by_its_home_or_by_its_number() throws Exception {
        assertEquals(OWN, Jdks.named(Integer.toString(Runtime.version().feature())));
        Path home = jdk("21.0.4");
        assertEquals(home, Jdks.named(home.toString()));
        assertEquals("21.0.4", Jdks.version(home));
        assertEquals("21.0.4", Jdks.later(home, 21));
        assertNull(Jdks.later(home, 22), "too old");
        assertNull(Jdks.later(null, 17), "the lab's own");
    }

    @Test
    void one_that_is_not_there_or_too_old_is_one_sentence() throws Exception {
        assertEquals(
                "-Djdk must name an installed JDK, but no JDK 999 is in the usual places or named by JAVA_HOME_999."
                        + " Give the path of its home.",
                refused("999"));
        assertEquals(
                "-Djdk must be the home of a JDK or its number, but was \"" + folder + "\".",
                refused(folder.toString()));
        Path old = jdk("11.0.2");
        assertEquals("-Djdk must be Java 17 or later, but " + old + " is Java 11.", refused(old.toString()));
        Path oldest = jdk("1.8.0_392");
        assertEquals("-Djdk must be Java 17 or later, but " + oldest + " is Java 8.", refused(oldest.toString()));
    }

    @Test
    void a_server_runs_on_the_one_asked_for_and_an_arm_that_needs_a_later_one_does_not_run() throws Exception {
        Path home = jdk("17.0.1");
        Options options = Lab.options("project=.", "war=.", "jdk=" + home);
        assertEquals(home.resolve("bin/java").toString(), Jdks.java(options.jdk(), 0));
        assertNull(Jdks.java(options.jdk(), 21));
        assertEquals("-Djdk is a JDK 17.0.1, not 21 or later", Jdks.whyNone(options.jdk(), 21));
        assertEquals("no JDK 999 was found", Jdks.whyNone(null, 999));
        assertTrue(options.command("80-20").contains(" -Djdk=17"));
        assertEquals(Jdks.own(), Jdks.java(null, 0));
    }
}
