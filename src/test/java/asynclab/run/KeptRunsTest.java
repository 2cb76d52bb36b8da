package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.LabSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRunsTest {

    private static final String NAME = "five-threads";

    @TempDir
    Path work;

    private static Map<String, Object> started(String date, double load, double busy) {
        return Map.of("date", date, "loadBefore", load, "busyBefore", busy);
    }

    /** The check of the idle machine is about the busiest of the starts. */
    @Test
    void an_experiment_that_goes_on_has_its_first_date_and_the_highest_load_before_a_start() throws Exception {
        var lab = new LabSession("experiment=" + NAME, "project=.", "work=" + work);
        KeptRuns kept = KeptRuns.of(lab.options(), NAME);
        Map<String, Object> first = started("2026-07-01", 0.5, 0.02);
        assertEquals(first, kept.environment(first));
        Files.writeString(kept.folder().resolve("blocking-1.json"), "{}"); // a finished run
        kept.environment(started("2026-07-02", 0.1, 0.2));
        assertEquals(
                Map.of(
                        "date",
                        "2026-07-01",
                        "loadBefore",
                        0.5,
                        "busyBefore",
                        0.2,
                        "continued",
                        "on 2026-07-03, after 1 finished runs"),
                kept.environment(started("2026-07-03", 0.3, 0.1)));
    }
}
