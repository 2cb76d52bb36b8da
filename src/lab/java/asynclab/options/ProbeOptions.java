package asynclab.options;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code probe}: the requests to send, and how many at most. Picocli sets the fields, nothing else does. */
public final class ProbeOptions extends Options {

    /** The name of its folder among the results. */
    public static final String NAME = "probe";

    private static final int MOST_PORT = 65_535;
    private static final List<String> OF_THE_CLIENT =
            List.of("connection", "content-length", "expect", "upgrade", "transfer-encoding");

    @Parameters(paramLabel = "URL", arity = "1..*", description = "address of the service; several with `-Dweights`")
    private List<String> urls = new ArrayList<>();

    @Option(names = "--weights", split = ",", paramLabel = "1..1000", description = "how often each URL is requested")
    private List<Integer> weights = new ArrayList<>();

    @Option(names = "--users", paramLabel = "1..8000", description = "most users at a time, without think time")
    public int users = 400;

    @Option(names = "--max-rps", paramLabel = "0..100000", description = "most requests in a second; 0: no limit")
    public int maxRps;

    @Option(names = "--timeout", paramLabel = "1..600", description = "seconds after which a request has failed")
    public int timeout = 30;

    @Option(names = "--method", paramLabel = "METHOD", description = "method of the requests")
    private String method = "GET";

    @Option(
            names = "--header",
            paramLabel = "HEADER",
            description = "`Name: value`, or @FILE with one on each line; never printed or stored")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--body", paramLabel = "TEXT", description = "body of each request, or @FILE")
    private String body;

    @Option(
            names = "--other",
            paramLabel = "URL",
            description = "a second, cheap URL of the service, such as a static page; does it wait, too?")
    private String other;

    @Option(
            names = "--actuator",
            paramLabel = "URL",
            description = "Spring Boot's actuator, such as http://host/actuator")
    private String actuator;

    @Option(names = "--metrics", paramLabel = "URL", description = "metrics of the service in Prometheus' text format")
    private String metrics;

    @Option(names = "--jmx", paramLabel = "HOST:PORT", description = "JMX of the service's JVM")
    public String jmx;

    /** Checks everything except the service itself. @throws LabException if an option is wrong, or if a file cannot be read */
    @Override
    public void check() {
        super.check();
        if (!weights.isEmpty() && weights.size() != urls.size())
            throw new LabException("-Dweights must have a number for each of the " + urls.size() + " URLs, but has "
                    + weights.size() + ".");
        if (!method.matches("[A-Z]+") || method.equals("CONNECT")) // which opens a tunnel and requests nothing
        throw new LabException("-Dmethod must be a method in capital letters, such as POST, and not CONNECT, but was \""
                + method + "\".");
        if (jmx != null && !isHostAndPort(jmx))
            throw new LabException("-Djmx must be HOST:PORT, but was \"" + jmx + "\".");
        urls();
        headers();
        body();
        if (other() != null && method.equals("GET") && urls().contains(other()))
            throw new LabException("-Dother must be another URL than those of the load, but was \"" + other + "\".");
        actuator();
        metrics();
    }

    private static boolean isHostAndPort(String text) {
        return text.matches("[^/\\s]+:\\d{1,5}") && Integer.parseInt(text.replaceFirst(".*:", "")) <= MOST_PORT;
    }

    /** The addresses of the service. */
    public List<URI> urls() {
        return urls.stream().map(url -> uri("-D" + experiment(), url)).toList();
    }

    /** The weight of each URL. */
    public List<Integer> weights() {
        return weights.isEmpty() ? Collections.nCopies(urls.size(), 1) : List.copyOf(weights);
    }

    public String method() {
        return method;
    }

    public Duration timeLimit() {
        return Duration.ofSeconds(timeout);
    }

    /** Names and values. An error message does not show the value of a header, because it may be a secret. */
    public List<Map.Entry<String, String>> headers() {
        var all = new ArrayList<Map.Entry<String, String>>();
        for (String header : headers)
            if (header.startsWith("@"))
                new String(file("-Dheader", header), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .forEach(line -> add(all, line));
            else add(all, header);
        return all;
    }

    private static void add(List<Map.Entry<String, String>> to, String header) {
        int colon = header.indexOf(':');
        String name = colon < 0 ? "" : header.substring(0, colon).strip();
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+"))
            throw new LabException("-Dheader must be \"Name: value\", or @FILE with one on each line.");
        if (OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT)))
            throw new LabException("-Dheader cannot set " + name + ", because the client sets it.");
        to.add(Map.entry(name, header.substring(colon + 1).strip()));
    }

    /** The body; null for none. */
    public byte[] body() {
        if (body == null) return null;
        return body.startsWith("@") ? file("-Dbody", body) : body.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] file(String option, String at) {
        String name = at.substring(1);
        try {
            return Files.readAllBytes(project().resolve(name));
        } catch (IOException | IllegalArgumentException e) {
            throw new LabException("The file \"" + name + "\" of " + option + " cannot be read.", e);
        }
    }

    /** A second, cheap URL of the service; null for none. */
    public URI other() {
        return other == null ? null : uri("-Dother", other);
    }

    /** Spring Boot's actuator; null for none. */
    public URI actuator() {
        return actuator == null ? null : uri("-Dactuator", actuator);
    }

    /** The service's metrics in Prometheus' text format; null for none. */
    public URI metrics() {
        return metrics == null ? null : uri("-Dmetrics", metrics);
    }

    /** The address in a text. @throws LabException if it is none */
    private static URI uri(String option, String text) {
        try {
            URI uri = new URI(text);
            boolean web = List.of("http", "https").contains(String.valueOf(uri.getScheme()));
            if (web && uri.getHost() != null && uri.getUserInfo() == null) return uri;
        } catch (URISyntaxException e) {
            // the exception below says it
        }
        throw new LabException(option + " must be a URL without a user, such as http://host:8080/path?query, but was \""
                + text + "\".");
    }
}
