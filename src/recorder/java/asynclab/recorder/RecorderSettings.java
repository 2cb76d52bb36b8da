package asynclab.recorder;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.servlet.FilterConfig;

/**
 * The parameters of a recorder. The system property {@code asynclab.recorder.NAME} comes first, then the filter's init-param
 * {@code NAME}, then the context-param {@code asynclab.recorder.NAME}. A wrong value is reported, and the default is used.
 *
 * @param on whether it records from the start; default {@code true}
 * @param log the file of the log, or {@code none} for null. The default is {@code asynclab-recorder.log} in the server's folder of
 *     logs. The name of the file gets the context path of the application.
 * @param logBytes the size of a file, from 10,000; default 20,000,000
 * @param logFiles how many files are kept, from 1 to 999; default 5
 * @param contention whether the JVM measures how long threads are blocked; default {@code false}, because it costs processor time
 * @param complaints a sentence for each wrong value
 */
record RecorderSettings(
        boolean on, Path log, long logBytes, int logFiles, boolean contention, List<String> complaints) {

    private static final String NONE = "none";

    static RecorderSettings of(FilterConfig config) {
        var complaints = new ArrayList<String>();
        String context = config.getServletContext().getContextPath();
        return new RecorderSettings(
                "true".equals(checked(config, "on", "true", "true|false", "true or false", complaints)),
                log(value(config, "log"), context, complaints),
                Long.parseLong(checked(config, "logBytes", "20000000", "[1-9]\\d{4,14}", "from 10000", complaints)),
                Integer.parseInt(checked(config, "logFiles", "5", "[1-9]\\d{0,2}", "from 1 to 999", complaints)),
                "true".equals(checked(config, "contention", "false", "true|false", "true or false", complaints)),
                complaints);
    }

    /** @return null for none */
    RecorderLog openLog(ServerFacts facts, Consumer<String> say) {
        return log == null ? null : new RecorderLog(log, logBytes, logFiles, facts, say);
    }

    private static String value(FilterConfig config, String name) {
        String full = "asynclab.recorder." + name;
        String value = System.getProperty(full);
        if (value == null) value = config.getInitParameter(name);
        return value == null ? config.getServletContext().getInitParameter(full) : value;
    }

    private static String checked(
            FilterConfig config, String name, String usual, String pattern, String allowed, List<String> complaints) {
        String value = value(config, name);
        if (value == null || value.matches(pattern)) return value == null ? usual : value;
        complaints.add(name + " must be " + allowed + ", but was \"" + value + "\"; it is " + usual);
        return usual;
    }

    private static Path log(String value, String context, List<String> complaints) {
        if (NONE.equals(value)) return null;
        try {
            Path log = value == null ? usualFolder().resolve("asynclab-recorder.log") : Path.of(value);
            if (log.getFileName() == null || Files.isDirectory(log)) log = log.resolve("asynclab-recorder.log");
            return log.resolveSibling(named(log.getFileName().toString(), context))
                    .toAbsolutePath();
        } catch (InvalidPathException e) {
            complaints.add("log must be a path or none, but was \"" + value + "\"; nothing is written");
            return null;
        }
    }

    private static String named(String file, String context) {
        if (context.isEmpty()) return file;
        String suffix = context.replaceAll("[^A-Za-z0-9._]+", "-");
        int dot = file.lastIndexOf('.');
        return dot <= 0 ? file + suffix : file.substring(0, dot) + suffix + file.substring(dot);
    }

    /** The log folder of an installed server, else the working directory. An embedded Tomcat has a temporary base without a conf. */
    private static Path usualFolder() {
        String jetty = System.getProperty("jetty.base");
        if (jetty != null) return Path.of(jetty, "logs");
        String tomcat = System.getProperty("catalina.base");
        return tomcat != null && Files.isDirectory(Path.of(tomcat, "conf")) ? Path.of(tomcat, "logs") : Path.of("");
    }
}
