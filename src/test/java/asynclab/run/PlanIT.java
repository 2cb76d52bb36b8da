package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.probe.PlayedService;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedHold;
import asynclab.server.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A burst of the plan in a stock JMeter, as a server sees it. */
class PlanIT {

    private static final int USERS = 6;
    private static final int BEFORE = 3;

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();

    /** A request: the port of its client, and its path. */
    private record Seen(int client, String path) {}

    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());

    private void run(int port, Path samples) {
        Path plan = Path.of("jmeter/plan.jmx").toAbsolutePath();
        try (var processes = new Processes()) {
            new JMeter(processes, Path.of(System.getProperty("lab.jmeterHome")), Engines.NONE)
                    .run(
                            plan,
                            Map.ofEntries(
                                    Map.entry("host", "127.0.0.1"),
                                    Map.entry("port", port),
                                    Map.entry("path", "/measured"),
                                    Map.entry("connectPath", "/before"),
                                    Map.entry("connectRequests", BEFORE),
                                    Map.entry("users", USERS),
                                    Map.entry("together", USERS),
                                    Map.entry("ramp", 0),
                                    Map.entry("loops", 1),
                                    Map.entry("longPercent", 0),
                                    Map.entry("keepAlive", false)),
                            samples,
                            (done, errors) -> {});
        }
    }

    @Test
    void each_user_sends_on_an_open_connection_after_all_users_have_warmed_theirs() throws Exception {
        Files.createDirectories(work);
        Path samples = work.resolve("plan-burst.jtl");
        try (var service = new PlayedService()) {
            service.on("/", exchange -> {
                seen.add(new Seen(
                        exchange.getRemoteAddress().getPort(),
                        exchange.getRequestURI().getPath()));
                PlayedService.answer(exchange, 200, "ok");
            });
            run(service.port(), samples);
        }

        var order = seen.stream().map(Seen::path).toList();
        assertEquals(
                Collections.nCopies(USERS * BEFORE, "/before"), order.subList(0, USERS * BEFORE), () -> "" + order);
        assertEquals(Collections.nCopies(USERS, "/measured"), order.subList(USERS * BEFORE, order.size()));
        var byClient = new TreeMap<Integer, Integer>();
        seen.forEach(request -> byClient.merge(request.client, 1, Integer::sum));
        assertEquals(Collections.nCopies(USERS, BEFORE + 1), List.copyOf(byClient.values()), () -> "" + seen);

        var load = new LoadPlan(
                USERS, 0, 1, null, 0, PlannedHold.fixed("1 s", 1000), null, 0, 0, ClientPlan.USUAL, 42, null);
        Samples read = Samples.read(samples, new PlanDraws(load, 42), Engines.NONE);
        assertEquals(USERS * BEFORE, read.warmup());
        assertEquals(USERS, read.all().size());
        assertEquals(Map.of(), read.errors());
        assertEquals(0, read.maxConnectMs());
    }
}
