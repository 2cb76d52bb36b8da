package asynclab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.management.MBeanServerConnection;

/**
 * A servlet container that can run the WAR.
 *
 * @param name its name in {@code -Darms=}, such as {@code jetty-9.4}
 * @param title its usual name, without its version
 * @param home how the name of its folder or file below {@code target/servers} begins; its version follows
 * @param workaround what it needs beyond 100 request threads and the WAR at its root; empty for nothing
 * @param limits which wire contracts it does not hold and why, by its source or documentation; empty if none is known
 * @param jakarta whether the WAR must be converted from {@code javax.servlet} first
 * @param layout writes its files and makes its command line
 * @param probe reads it over JMX by its own names. If it is null, the lab waits for the start over HTTP and reads over JMX only
 *     what every container publishes
 * @param served the path, with its query, that answers 200 when the server is ready; for a start that the lab waits for over HTTP
 */
public record Container(
        String name,
        String title,
        String home,
        String workaround,
        String limits,
        boolean jakarta,
        Layout layout,
        Function<MBeanServerConnection, ServerProbe> probe,
        String served) {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** By the numbers in their names: 9.0.99 comes before 9.0.122. */
    static final Comparator<Path> BY_VERSION = Comparator.comparing(Container::numbers, Arrays::compare);

    private static int[] numbers(Path installation) {
        return NUMBER.matcher(installation.getFileName().toString())
                .results()
                .mapToInt(number -> Integer.parseInt(number.group()))
                .toArray();
    }

    /** A container as it is, without known limits. The lab waits for it over HTTP. It is ready when the application has statistics. */
    public static Container of(String name, String title, String home, Layout layout) {
        return new Container(name, title, home, "", "", false, layout, null, "/stats");
    }

    Container needing(String more) {
        return new Container(name, title, home, more, limits, jakarta, layout, probe, served);
    }

    Container limitedBy(String known) {
        return new Container(name, title, home, workaround, known, jakarta, layout, probe, served);
    }

    Container onJakarta() {
        String converted = "the WAR converted by Tomcat's migration tool for Jakarta EE";
        return new Container(name, title, home, converted, limits, true, layout, probe, served);
    }

    Container laidBy(Layout other) {
        return new Container(name, title, home, workaround, limits, jakarta, other, probe, served);
    }

    Container watchedBy(Function<MBeanServerConnection, ServerProbe> reader) {
        return new Container(name, title, home, workaround, limits, jakarta, layout, reader, served);
    }

    /** The same server, which the lab waits for over HTTP at this path. */
    public Container servedAt(String path) {
        return new Container(name, title, home, workaround, limits, jakarta, layout, null, path);
    }

    /** Writes the files of a container into its base folder and returns how to start it. */
    public interface Layout {
        Launch lay(Site site) throws IOException;
    }

    /**
     * How to start a container, once its files are written.
     *
     * @param arguments the arguments of {@code java} after the JVM flags of {@link Server}
     * @param deployed the container undeploys the application when this file is removed; null if it does not
     * @param environment environment variables, added to those of the lab
     */
    public record Launch(List<String> arguments, Path deployed, Map<String, String> environment) {
        public Launch(List<String> arguments, Path deployed) {
            this(arguments, deployed, Map.of());
        }
    }

    /** The newest installation of this container in a folder, or null if there is none. */
    public Path find(Path servers) throws IOException {
        if (!Files.isDirectory(servers)) return null;
        try (var files = Files.list(servers)) {
            return files.filter(file -> file.getFileName().toString().startsWith(home))
                    .max(BY_VERSION)
                    .orElse(null);
        }
    }

    /** The version in the name of an installation. */
    public String version(Path found) {
        return found.getFileName()
                .toString()
                .substring(home.lastIndexOf('-') + 1)
                .replaceFirst("\\.jar$", "");
    }
}
