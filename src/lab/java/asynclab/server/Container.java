package asynclab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A servlet container the WAR is tried on.
 *
 * @param name as in {@code -Darms=}, such as {@code jetty-9.4}
 * @param title as people call it, without its version
 * @param home how the name of its folder or file below {@code target/servers} begins; what follows is its version
 * @param workaround what had to be done for it beyond a pool of 100 threads and the WAR in its place; empty for nothing
 * @param limits what of the wire contracts it does not hold and why, by its own source or documentation; empty for nothing known
 * @param jakarta whether the WAR is to be converted from {@code javax.servlet} first
 * @param layout how it is set up
 */
public record Container(
        String name, String title, String home, String workaround, String limits, boolean jakarta, Layout layout) {

    /** One of which nothing is known that it does not hold. */
    public Container(String name, String title, String home, String workaround, boolean jakarta, Layout layout) {
        this(name, title, home, workaround, "", jakarta, layout);
    }

    /**
     * Where a container is to serve.
     *
     * @param home the container as it was unpacked; nothing is written there
     * @param base an empty folder for what it needs
     * @param war to be its root application
     * @param jettyXml the project's, for the server it was written for
     * @param port free a moment ago
     */
    public record Site(Path home, Path base, Path war, Path jettyXml, int port) {}

    /**
     * A container set up.
     *
     * @param arguments of {@code java}
     * @param deployed the file whose removal undeploys the application; null if it has no such habit
     * @param environment variables beyond the lab's own
     */
    public record Command(List<String> arguments, Path deployed, Map<String, String> environment) {
        public Command(List<String> arguments, Path deployed) {
            this(arguments, deployed, Map.of());
        }
    }

    /** Sets a container up in its folder. */
    public interface Layout {
        public Command lay(Site site) throws IOException;
    }

    /** @return the newest that is there, or null */
    public Path find(Path servers) throws IOException {
        if (!Files.isDirectory(servers)) return null;
        try (var files = Files.list(servers)) {
            return files.filter(file -> file.getFileName().toString().startsWith(home))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    /** What the name of its folder says. */
    public String version(Path found) {
        return found.getFileName()
                .toString()
                .substring(home.lastIndexOf('-') + 1)
                .replaceFirst("\\.jar$", "");
    }

    public Command lay(Site site) throws IOException {
        Command command = layout.lay(site);
        var arguments = new ArrayList<>(Server.JVM_FLAGS);
        arguments.add("-Djava.io.tmpdir=" + site.base);
        arguments.addAll(command.arguments);
        return new Command(arguments, command.deployed, command.environment);
    }
}
