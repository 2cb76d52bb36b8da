package asynclab.soak;

import asynclab.document.DocumentFolder;
import asynclab.document.ResultJson;
import asynclab.model.Latencies;
import asynclab.soak.HostileClients.AttackFigures;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The result of a soak, as stored in {@code summary.json}. {@link SoakReport} makes {@code report.md} of it.
 *
 * @param traces the stack traces and errors in the logs of the server and its backend, by their first line
 * @param before the server after the warm-up
 * @param after the server when every request and connection had ended
 */
public record SoakResult(
        int schema,
        String experiment,
        String server,
        Map<String, Object> environment,
        String command,
        @JsonUnwrapped SoakLoad load,
        @JsonUnwrapped SeenByClients clients,
        Map<String, Long> traces,
        ServerAtRest before,
        ServerAtRest after,
        List<SoakCheck> checks) {

    static final int SCHEMA = 2;

    /**
     * The load of a soak.
     *
     * @param warmupSeconds the time for which the same load ran before
     * @param maxInFlight the server's limit
     * @param peakInFlight the most requests in flight, rejected ones included
     * @param asked the number of requests that the users began
     */
    record SoakLoad(long seconds, long warmupSeconds, int users, int maxInFlight, long peakInFlight, long asked) {}

    /**
     * What the clients saw.
     *
     * @param seen for each kind of request its outcomes, and how often each occurred
     * @param unexpected each unexpected outcome, and how often it occurred
     * @param hostile the number of hostile clients
     * @param lateness the response time of asynchronous patterns minus their hold time
     * @param clientLateness the lateness of the client itself, which {@code lateness} contains
     */
    record SeenByClients(
            Map<String, Map<String, Long>> seen,
            Map<String, Long> unexpected,
            int hostile,
            Map<String, AttackFigures> attacks,
            Latencies lateness,
            Latencies clientLateness) {

        /** Responses that were read to their end. */
        long responses() {
            return seen.values().stream()
                    .flatMap(counts -> counts.entrySet().stream())
                    .filter(count -> count.getKey().matches("[0-9]{3}"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }
    }

    record SoakCheck(String check, boolean ok, String detail) {}

    /** Whether every check passed. */
    boolean holds() {
        return checks.stream().allMatch(SoakCheck::ok);
    }

    /** The same result with its checks. */
    SoakResult judged() {
        return new SoakResult(
                schema,
                experiment,
                server,
                environment,
                command,
                load,
                clients,
                traces,
                before,
                after,
                new SoakChecks(this).all());
    }

    public void write(Path folder) throws IOException {
        ResultJson.write(folder.resolve("summary.json"), this);
        DocumentFolder.write(SoakReport.of(this), folder);
    }

    /** Reads the parts one by one, because Jackson 2.18 cannot read a record with an unwrapped component. */
    public static SoakResult read(Path file) throws IOException {
        ObjectMapper mapper = ResultJson.mapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        JsonNode json = mapper.readTree(file.toFile());
        return new SoakResult(
                json.path("schema").asInt(),
                json.path("experiment").asText(),
                json.path("server").asText(),
                mapper.convertValue(json.get("environment"), new TypeReference<>() {}),
                json.path("command").asText(),
                mapper.treeToValue(json, SoakLoad.class),
                mapper.treeToValue(json, SeenByClients.class),
                mapper.convertValue(json.get("traces"), new TypeReference<>() {}),
                mapper.treeToValue(json.get("before"), ServerAtRest.class),
                mapper.treeToValue(json.get("after"), ServerAtRest.class),
                List.of(mapper.treeToValue(json.get("checks"), SoakCheck[].class)));
    }
}
