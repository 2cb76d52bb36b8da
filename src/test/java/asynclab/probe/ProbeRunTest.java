package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.example.SlowService;
import asynclab.options.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dtarget=} on the example of the book, from the options to the pages. */
class ProbeRunTest {

    private static final int HOLD_MILLIS = 20;

    @TempDir
    Path folder;

    private LabSession lab;

    @AutoClose
    private SlowService service;

    @BeforeEach
    void a_service() throws Exception {
        service = new SlowService(0, 2, HOLD_MILLIS);
        lab = new LabSession("project=" + folder, "users=2", "timeout=60");
    }

    private String target(String path) {
        return "target=http://127.0.0.1:" + service.port() + path;
    }

    @Test
    void it_writes_what_it_found_and_judges_the_thresholds() throws Exception {
        Path result = folder.resolve("results/local/probe");
        String said = assertThrows(
                        LabException.class,
                        () -> lab.run(target("/blocking"), "assert=perSecond<1000,unloadedMs<" + HOLD_MILLIS))
                .getMessage();
        assertTrue(said.startsWith("unloadedMs<20 is not met: it is "), said);

        for (String file : List.of("summary.json", "index.html", "probe-throughput.png"))
            assertTrue(Files.size(result.resolve(file)) > 0, file);
        String report = Files.readString(result.resolve("report.md"));
        assertTrue(report.contains("perSecond<1000 is met: it is "), report);
        assertTrue(report.contains("Of fewer than 100 responses, the p99 is the longest."), report);
        assertTrue(
                report.contains("mvn verify -Plab -Dtarget=\"http://127.0.0.1:" + service.port()
                        + "/blocking\" -Dassert=\"perSecond<1000,unloadedMs<20\" -Dusers=2 -Dtimeout=60"),
                report);
        assertTrue(lab.printed().contains("users  req/s  mean ms"), lab::printed);

        Files.delete(result.resolve("report.md"));
        service.close();
        assertEquals(result, lab.run(target("/blocking"), "run=false", "assert=perSecond<1000"));
        assertEquals(report.replaceAll("- unloadedMs<.*\n", ""), Files.readString(result.resolve("report.md")));
    }

    @Test
    void a_result_that_cannot_be_written_is_refused_before_load_is_sent() throws Exception {
        Path results = Files.createFile(folder.resolve("results"));
        var e = assertThrows(LabException.class, () -> lab.run(target("/blocking")));
        assertTrue(e.getMessage().endsWith(": " + results + " is not a folder."), e.getMessage());
    }

    @Test
    void what_cannot_run_is_one_sentence_and_nothing_is_written() {
        for (String[] wrong : new String[][] {
            {"/nothing", "users=1", "answered 404. Check the path."},
            {"/blocking", "assert=target.throughput>1", "-Dassert must be FIGURE, then one of"},
            {"/blocking", "run=false", "There is no stored result of a service to report."}
        }) {
            var e = assertThrows(LabException.class, () -> lab.run(target(wrong[0]), wrong[1]));
            assertTrue(e.getMessage().contains(wrong[2]), e.getMessage());
        }
        assertTrue(Files.notExists(folder.resolve("results")));
    }
}
