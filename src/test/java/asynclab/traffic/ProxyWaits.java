package asynclab.traffic;

import asynclab.accesslog.LogOptions;
import asynclab.logs.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/**
 * Compares the waiting for a thread that the log of a proxy shows with what the clients saw: response time less hold time, less that of the first
 * log of each proxy, where no request waits. {@code src/test/shop/proxies.sh} starts it with the
 * threads of the server, and pairs of a log and the result of {@code ProxyLoad}.
 */
public final class ProxyWaits {

    private ProxyWaits() {}

    public static void main(String[] arguments) throws IOException {
        int threads = Integer.parseInt(arguments[0]);
        System.out.println(
                "| log | requests | clients waited, mean ms | the log says, mean ms | difference, ms | deviation | by |");
        System.out.println("|---|---|---|---|---|---|---|");
        var unloaded = new HashMap<String, Double>(); // the way through a proxy without waiting, by the proxy
        for (int i = 1; i + 1 < arguments.length; i += 2) {
            Path log = Path.of(arguments[i]);
            double clients = Files.readAllLines(Path.of(arguments[i + 1])).stream()
                    .map(line -> line.split(","))
                    .mapToDouble(cells -> Double.parseDouble(cells[1]) - Double.parseDouble(cells[0]))
                    .average()
                    .orElseThrow();
            String name = log.getFileName().toString().replace(".log", "");
            String proxy = name.substring(0, name.lastIndexOf('-'));
            unloaded.putIfAbsent(proxy, clients);
            clients -= unloaded.get(proxy);
            var builder = new Traffic.Builder();
            LogFiles.read(List.of(log), LogOptions.NONE, LogFiles.MOST_BYTES, builder::add, (lines, size) -> {});
            Traffic traffic = builder.build();
            double known = 0;
            for (int j = 0; j < traffic.size(); j++) known += traffic.servedMicros(j) - traffic.startMicros(j);
            var unqueued = new QueueingRemoved(threads);
            unqueued.of(traffic);
            double computed = unqueued.waitedPercent() / 100 * unqueued.meanWaitMillis();
            double waited = known / traffic.size() / 1e3 + (unqueued.isPossible() ? computed : 0);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,d | %.1f | %.1f | %+.1f | %s | %s |%n",
                    name,
                    traffic.size(),
                    clients,
                    waited,
                    waited - clients,
                    clients == 0 ? "–" : String.format(Locale.ROOT, "%+.1f %%", 100 * (waited / clients - 1)),
                    known > 0 ? "the proxy's queue" : unqueued.isPossible() ? "order of arrival" : "nothing");
        }
    }
}
