package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.probe.PlayedService;
import asynclab.run.plan.ArrivalPlan;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedHold;
import asynclab.server.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The plan of open loads in a stock JMeter, as a server sees it. */
class OpenPlanIT {

    private static final ArrivalPlan ARRIVALS = ArrivalPlan.perSecond(List.of(8.0, 0.0, 3.0));
    private static final int SEED = 5;
    private static final int WARM_UP = 6;
    /** JMeter writes it if it interrupts what is not answered when its schedule ends. */
    private static final String INTERRUPTED = "thread(s) still running";

    private static final int MOST_SECONDS = 60;

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** @param seconds the pause at the end of the schedule */
    private void run(int port, Path samples, Path holds, int seconds) {
        Map<String, Object> properties = new LinkedHashMap<>(ARRIVALS.properties(WARM_UP, 1, 2, seconds));
        properties.put("host", "127.0.0.1");
        properties.put("port", port);
        properties.put("path", "/held");
        properties.put("holds", holds);
        properties.put("shortLabel", "held");
        properties.put("seed", SEED);
        try (var processes = new Processes()) {
            new JMeter(processes, Path.of(System.getProperty("lab.jmeterHome")), Engines.NONE)
                    .run(Path.of("jmeter/open.jmx").toAbsolutePath(), properties, samples, (done, errors) -> {});
        }
    }

    private static boolean wasInterrupted(Path samples) throws IOException {
        return Files.readString(Path.of(samples + ".log"), StandardCharsets.ISO_8859_1)
                .contains(INTERRUPTED);
    }

    @Test
    void each_arrival_has_its_hold_time_of_the_file_and_the_warm_up_comes_first() throws Exception {
        Files.createDirectories(work);
        Path samples = work.resolve("plan-open.jtl");
        Path holds =
                Files.writeString(work.resolve("plan-open-holds.txt"), "10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n");
        try (var service = new PlayedService()) {
            service.on("/", exchange -> {
                seen.add(exchange.getRequestURI().toString());
                PlayedService.answer(exchange, 200, "ok");
            });
            int seconds = 2;
            do { // until JMeter is in time: on a busy machine its first samples take a while
                seconds *= 2;
                seen.clear();
                run(service.port(), samples, holds, seconds);
            } while (seconds < MOST_SECONDS && wasInterrupted(samples));
        }

        var load = new LoadPlan(ARRIVALS, 0, PlannedHold.fixed("held", 15), null, ClientPlan.USUAL, SEED);
        Samples read = Samples.read(samples, new PlanDraws(load, SEED), Engines.NONE);
        assertEquals(WARM_UP, read.warmup());
        assertEquals(ARRIVALS.requests(), read.all().size());
        assertEquals(Map.of(), read.errors());
        assertEquals(0, read.notAsDrawn());
        assertEquals(1 + ARRIVALS.requests(), seen.size(), () -> "" + seen); // each hold time once, and the warm-up
        for (String row : Files.readAllLines(samples)) {
            if (!row.contains(",held,")) continue;
            int number = Integer.parseInt(row.replaceFirst(".*,arrivals 1-(\\d+),.*", "$1")) - 1 - WARM_UP;
            assertEquals(true, seen.contains("/held?ms=" + (10 + number)), row);
        }
    }
}
