package asynclab.probe;

import asynclab.options.LabException;
import asynclab.options.ProbeOptions;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the service's own figures are read: Spring Boot's actuator, metrics in Prometheus' text format, JMX. */
final class FigureSources implements AutoCloseable {

    private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][\\w:]*)(\\{.*})?\\s+(\\S+).*");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ProbeClient client;
    private final List<Supplier<OwnFigures>> sources = new ArrayList<>();
    private final JmxFigures jmx;

    /** @throws LabException if a source does not have what it should have */
    FigureSources(ProbeOptions options, ProbeClient client) {
        this.client = client;
        if (options.metrics() != null) sources.add(() -> prometheus(text("-Dmetrics", options.metrics())));
        if (options.actuator() != null) sources.add(actuator(options.actuator()));
        jmx = options.jmx == null ? null : new JmxFigures(options.jmx);
        if (jmx != null) sources.add(jmx);
        if (!sources.isEmpty() && read().isEmpty())
            throw new LabException(
                    "The service's own figures have nothing of threads, connections, permits or processors. Leave out -Dmetrics, -Dactuator and -Djmx.");
    }

    boolean isEmpty() {
        return sources.isEmpty();
    }

    OwnFigures read() {
        return sources.stream().map(Supplier::get).reduce(OwnFigures.NONE, OwnFigures::and);
    }

    private String text(String option, URI uri) {
        HttpResponse<String> response;
        try {
            response = client.text(client.get(uri));
        } catch (CompletionException e) {
            throw new LabException(option + ": " + uri + " " + ProbeResponse.words(e) + ".", e);
        }
        if (response.statusCode() != 200)
            throw new LabException(option + ": " + uri + " answered " + response.statusCode() + ", and not 200.");
        if (response.body() != null) return response.body();
        throw new LabException(
                option + ": " + uri + " answered over " + ProbeClient.MOST_BYTES / 1_000_000 + " megabytes.");
    }

    static OwnFigures prometheus(String text) {
        var series = new HashMap<String, Map<String, Double>>();
        text.lines().forEach(line -> {
            Matcher found = SERIES.matcher(line);
            if (!found.matches() || !OwnFigures.isKnown(found.group(1))) return;
            String labels = found.group(2) == null ? "" : found.group(2);
            try {
                double value = Double.parseDouble(found.group(3));
                if (Double.isFinite(value))
                    series.computeIfAbsent(found.group(1), name -> new HashMap<>())
                            .put(labels, value);
            } catch (NumberFormatException e) {
                // no figure, such as +Inf
            }
        });
        return OwnFigures.of(series);
    }

    /** The figures that the actuator lists and that are of use. Each is a request. */
    private Supplier<OwnFigures> actuator(URI base) {
        String metrics = base.toString().replaceFirst("/(metrics)?/?$", "") + "/metrics";
        var names = new ArrayList<String>();
        json(URI.create(metrics)).path("names").forEach(name -> {
            if (OwnFigures.isKnown(name.asText().replace('.', '_'))) names.add(name.asText());
        });
        return () -> {
            var series = new HashMap<String, Map<String, Double>>();
            for (String name : names) {
                double value = json(URI.create(metrics + "/" + name))
                        .at("/measurements/0/value")
                        .asDouble(Double.NaN);
                if (Double.isFinite(value)) series.put(name.replace('.', '_'), Map.of("", value));
            }
            return OwnFigures.of(series);
        };
    }

    private JsonNode json(URI uri) {
        try {
            return JSON.readTree(text("-Dactuator", uri));
        } catch (JsonProcessingException e) {
            throw new LabException("-Dactuator: " + uri + " has no JSON.", e);
        }
    }

    @Override
    public void close() {
        if (jmx != null) jmx.close();
    }
}
