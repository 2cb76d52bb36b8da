package asynclab.soak;

import asynclab.server.Server;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a server without load.
 *
 * @param backend the ledger of the server behind the gateways
 * @param admitted requests inside the admission filter
 * @param liveHeapBytes after a garbage collection
 */
record ServerAtRest(
        Map<String, Long> ledger,
        Map<String, Long> backend,
        int scheduledTasks,
        int admitted,
        int permits,
        int freePermits,
        int waitingForPermits,
        int listeners,
        int threads,
        Map<String, Integer> threadsByName,
        long openDescriptors,
        long liveHeapBytes) {

    static ServerAtRest read(Server server, Server backend) throws IOException {
        JsonNode permits = get(server, "/permits");
        JsonNode published = get(server, "/publish?text=over");
        JsonNode stats = get(server, "/stats");
        var probe = server.probe();
        var names = new TreeMap<String, Integer>();
        for (String thread : probe.threadNames())
            names.merge(thread.replaceAll("[0-9a-f]*[0-9][0-9a-f.:]*", "#"), 1, Integer::sum);
        return new ServerAtRest(
                new LinkedHashMap<>(probe.ledger()),
                new LinkedHashMap<>(backend.probe().ledger()),
                probe.scheduledTasks(),
                stats.path("admission").path("all").path("inFlight").asInt(-1),
                permits.path("permits").asInt(-1),
                permits.path("free").asInt(-1),
                permits.path("waiting").asInt(-1),
                published.path("listeners").asInt(-1),
                probe.jvmThreads(),
                names,
                probe.openDescriptors(),
                probe.liveHeapBytes());
    }

    private static JsonNode get(Server server, String path) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + server.port() + path).toURL().openConnection();
        connection.setRequestProperty("Connection", "close");
        connection.setReadTimeout(60_000);
        try (InputStream body = connection.getInputStream()) {
            return new ObjectMapper().readTree(body);
        }
    }
}
