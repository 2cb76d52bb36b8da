package asynclab.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.cli.Lab;
import asynclab.example.SlowService;
import asynclab.model.Bounds;
import asynclab.options.LabException;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Summary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service outside the WAR gets the load of a real JMeter. The lab does not know its ten threads. */
class TargetIT {

    private static final int THREADS = 10;
    private static final long HOLD_MILLIS = 200;

    private final Path work =
            Path.of(System.getProperty("lab.work")).resolve("target").toAbsolutePath();
    private SlowService service;

    @BeforeEach
    void a_service() throws Exception {
        service = new SlowService(0, THREADS, HOLD_MILLIS);
    }

    @AfterEach
    void it_ends() {
        service.close();
    }

    private Path run(String... more) {
        var out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        var arguments = new ArrayList<>(List.of(
                "project=" + Path.of("").toAbsolutePath(),
                "jmeterHome=" + System.getProperty("lab.jmeterHome"),
                "war=" + System.getProperty("lab.war"),
                "work=" + work,
                "results=" + work.resolve("results"),
                "users=40",
                "rampSeconds=1"));
        arguments.addAll(List.of(more));
        return Lab.run(out, arguments.toArray(String[]::new));
    }

    @Test
    void the_pool_is_found_and_the_endpoint_without_a_pool_is_faster() throws Exception {
        String root = "http://127.0.0.1:" + service.port();
        Path result = run("target=" + root + "/async", "baseline=" + root + "/blocking");
        Summary summary = Summary.read(result.resolve("summary.json"));
        ArmResult baseline = summary.arms().get(0);

        for (ArmResult arm : summary.arms()) assertEquals(0, arm.measured().errors());
        assertTrue(baseline.measured().throughput() <= THREADS * 1_000.0 / HOLD_MILLIS);
        assertTrue(baseline.measured().byLabel().get("alone").meanMs() >= HOLD_MILLIS);
        assertEquals(Bounds.Limiter.THREADS, baseline.diagnosis().limiter());
        // A request without load may take longer than its hold time. The limit that is found is too high by at most
        // this factor.
        double longer = baseline.measured().byLabel().get("alone").meanMs() / HOLD_MILLIS;
        assertTrue(baseline.predicted().station() <= 1.1 * THREADS * longer + 1, () -> "" + baseline.target());
    }

    @Test
    void a_service_that_fails_gives_one_sentence() {
        var e = assertThrows(LabException.class, () -> run("target=http://127.0.0.1:" + service.port() + "/nothing"));
        assertTrue(e.getMessage().startsWith("The target failed "), e.getMessage());
        assertTrue(e.getMessage().contains("404"), e.getMessage());
    }
}
