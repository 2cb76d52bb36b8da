package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.ServerContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stubs hold and answer: hold times, status, length, distributions. */
class HoldContract extends ServerContract {

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"medianMs=20&sigma=0.5", "medianMs=20&meanMs=25", "meanMs=20", "percentiles=50:10,90:20,99.9:40"
            })
    void every_distribution_is_held_as_it_is_drawn_and_a_seed_draws_it_again(String query) throws Exception {
        var drawn = new HashSet<Long>();
        for (int seed = 0; seed < 5; seed++) {
            var response = get("/async?" + query + "&seed=" + seed);
            long planned = number(response, "X-Planned-Ms");
            assertTrue(number(response, "X-Held-Ms") >= planned);
            assertEquals(planned, number(get("/blocking?" + query + "&seed=" + seed), "X-Planned-Ms"));
            drawn.add(planned);
        }
        assertTrue(drawn.size() > 1, drawn::toString);
    }

    @ParameterizedTest
    @CsvSource({"200, 0", "200, 8000", "201, 5", "301, 0", "404, 9", "418, 0", "500, 0", "503, 8000", "599, 1"})
    void a_stub_answers_with_the_status_and_so_many_bytes_as_asked_for(int status, int bytes) throws Exception {
        for (String path : List.of("/async", "/blocking", "/process-non-blocking")) {
            var response = get(path + "?ms=1&status=" + status + "&bytes=" + bytes);
            assertEquals(status, response.statusCode(), path);
            assertEquals(".".repeat(bytes), response.body(), path);
            assertEquals("1", header(response, "X-Planned-Ms"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void a_status_that_has_no_body_comes_without_one_and_the_connection_serves_on(int status) throws Exception {
        var response = get("/async?ms=1&bytes=9&status=" + status);
        assertEquals(status, response.statusCode());
        assertEquals("", response.body());
        assertEquals("ok", get("/async?ms=1").body());
    }

    @Test
    void a_download_is_held_before_its_first_byte_as_long_as_asked_for_or_until_its_deadline() throws Exception {
        long before = System.nanoTime();
        var response = get("/download?bytes=20000&ms=300");
        assertTrue(System.nanoTime() - before >= 300_000_000);
        assertEquals("300", header(response, "X-Planned-Ms"));
        assertEquals(20_000, number(response, "Content-Length"));
        assertUnavailable("1", get("/download?bytes=20000&ms=60000&timeoutMs=20"));
    }

    @Test
    void what_is_held_that_does_not_say_can_be_a_file_of_percentiles() throws Exception {
        Path file = Files.writeString(Files.createTempFile("percentiles", ".csv"), "percentile,ms\n0,30\n100,40\n");
        try {
            Server server = start(named("-csv").withJvmFlags(List.of("-Dasynclab.default-hold=csv=" + file)));
            for (int i = 0; i < 5; i++) {
                long planned = number(get(server, "/async"), "X-Planned-Ms");
                assertTrue(planned >= 30 && planned <= 40, () -> "planned " + planned);
            }
        } finally {
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/async", "/blocking", "/worker"})
    void the_processing_time_comes_before_the_hold_time_and_is_no_part_of_it(String path) throws Exception {
        long before = System.nanoTime();
        var response = get(path + "?ms=30&processingMs=200");
        long millis = (System.nanoTime() - before) / 1_000_000;
        long held = number(response, "X-Held-Ms");
        assertEquals(30, number(response, "X-Planned-Ms"));
        assertTrue(held >= 30, held + " ms held");
        assertTrue(millis >= 200 + held, millis + " ms in all, " + held + " ms held");
        assertUnavailable("1", get(path + "?ms=60000&timeoutMs=20&processingMs=40"));
    }
}
