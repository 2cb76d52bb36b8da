package asynclab.portability;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.server.Container;
import asynclab.server.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Converts the WAR for containers of Jakarta EE, by Tomcat's migration tool. */
public final class JakartaWar {

    private static final long SECONDS = 120;

    private JakartaWar() {}

    /**
     * The WAR for a container: the WAR itself, or the target, into which it is converted.
     *
     * @param servers the folder of the migration tool
     */
    public static Path of(Processes processes, Container container, Path servers, Path war, Path target)
            throws IOException {
        if (!container.jakarta()) return war;
        Path work = target.getParent();
        Process process = processes.java(
                Jdks.own(),
                work,
                work.resolve("migration.log"),
                List.of("-jar", tool(servers).toString(), war.toString(), target.toString()));
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0)
                throw new LabException("the WAR could not be converted to Jakarta EE");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while the WAR was converted.");
        } finally {
            processes.stop(process);
        }
        return target;
    }

    private static Path tool(Path servers) throws IOException {
        try (var files = Files.list(servers)) {
            return files.filter(file -> file.getFileName().toString().startsWith("jakartaee-migration-"))
                    .findFirst()
                    .orElseThrow(() -> new LabException("jakartaee-migration is not in target/servers"));
        }
    }
}
