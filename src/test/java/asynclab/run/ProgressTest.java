package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The line with the progress of a run. The test sets the clock. */
class ProgressTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();

    private Progress progress(Progress.Plan plan) {
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return new Progress("async-1", plan, () -> " | 1 of 98 threads busy", out, nanos::get);
    }

    private String line(Progress progress, double second, long done, long errors) {
        printed.reset();
        nanos.set((long) (second * 1e9));
        progress.samples(done, errors);
        return printed.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void the_rate_is_that_of_the_last_interval_and_the_line_names_the_phase() {
        Progress progress = progress(new Progress.Plan(2_500, 10_000, true, 60));
        assertEquals(
                "async-1, warm-up: 600 of 2500 | 100 req/s | 0 errors | about 54 s left | 1 of 98 threads busy",
                line(progress, 6, 600, 0));
        assertEquals(
                "async-1, warm-up: 2500 of 2500 | 475 req/s | 0 errors | about 50 s left | 1 of 98 threads busy",
                line(progress, 10, 2_500, 0));
        assertEquals(
                "async-1, measurement: 500 of 10000 | 50 req/s | 3 errors | about 40 s left | 1 of 98 threads busy",
                line(progress, 20, 3_000, 3));
        assertEquals("", line(progress, 26, 3_000, 3), "without a new sample nothing is printed");
    }

    @Test
    void the_rest_of_a_late_run_follows_from_its_last_rate_and_a_predicted_number_has_about() {
        Progress progress = progress(new Progress.Plan(0, 1_000, false, 10));
        line(progress, 10, 100, 0);
        assertEquals(
                "async-1, measurement: 400 of about 1000 | 30 req/s | 0 errors | about 20 s left | 1 of 98 threads busy",
                line(progress, 20, 400, 0));
        assertEquals(
                "async-1, measurement: 1000 of about 1000 | 60 req/s | 0 errors | about 0 s left | 1 of 98 threads busy",
                line(progress, 30, 1_000, 0));
    }
}
