package asynclab.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.document.Document.Bars;
import asynclab.options.TrafficOptions;
import asynclab.traffic.RecordedParts.EndpointParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log of our recorder has and the model does not: several servers, and requests that take more than one of a resource. */
class RecordedDoubtsTest {

    private static final int REQUESTS = 900; // more than three seconds
    private static final int FEW = 300;

    @TempDir
    Path folder;

    private LogResult answered(String files, String... options) throws IOException {
        var lab = new LabSession("results=" + folder, "log=" + files);
        return LogAnswer.of((TrafficOptions) lab.options(options), "asynclab log", LogProgress.SILENT);
    }

    private LogResult answered(PlantedLog planted) throws IOException {
        return answered(written("one.log", planted.lines));
    }

    private String written(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines).toString();
    }

    @Test
    void recorders_that_wrote_at_the_same_time_are_of_several_servers() throws IOException {
        List<String> lines = new PlantedLog(REQUESTS, false).lines;
        List<String> others = lines.stream()
                .map(line -> line.replaceFirst("(#Process: .*)000 cpu-us=(.*)", "$1700 cpu-us=9$2"))
                .toList();
        String files = written("one.log", lines) + "," + written("other.log", others);
        LogResult together = answered(files);
        String verdict = together.answer().verdict();
        assertTrue(
                verdict.startsWith(
                        "This answer is doubtful. Recorders of several servers or applications wrote at the same time"),
                verdict);
        assertFalse(together.answer().doubts().toString().contains("The process used"), verdict);
        String halves = answered(files, "instances=2").answer().verdict();
        assertFalse(halves.contains("doubtful"), halves);
    }

    @Test
    void a_second_connection_at_the_same_time_is_a_doubt() throws IOException {
        var planted = new PlantedLog(FEW, false)
                .changed(line -> PlantedLog.with(line, "x-conn-held-us", 2 * Long.parseLong(line.split(" ")[5]) + ""));
        String verdict = answered(planted).answer().verdict();
        assertTrue(verdict.contains("because requests take several connections at a time"), verdict);
        assertFalse(verdict.contains("compute on several threads"), verdict);
    }

    @Test
    void connections_for_which_a_request_waits_at_the_same_time_are_a_doubt() throws IOException {
        var planted = new PlantedLog(FEW, false)
                .changed(line -> PlantedLog.with(line, "x-conn-wait-us", 3 * Long.parseLong(line.split(" ")[5]) + ""));
        String verdict = answered(planted).answer().verdict();
        assertTrue(verdict.contains("67 % of the time of connections is beyond the durations"), verdict);
    }

    /** Nobody knows the pool, and the user gives another number. */
    @Test
    void more_blocking_requests_than_threads_are_a_doubt() throws IOException {
        var planted = new PlantedLog(FEW, false).changed(line -> PlantedLog.with(line, "x-wait-from", "container"));
        planted.lines.removeIf(line -> line.startsWith("#Server"));
        String file = written("unknown.log", planted.lines);
        String more = "Over half of the time more requests are in flight than the 2 threads";
        String verdict = answered(file, "threads=2").answer().verdict();
        assertTrue(verdict.contains(more), verdict);
        verdict = answered(
                        written("async.log", planted.changed(line -> PlantedLog.with(line, "x-async", "yes")).lines),
                        "threads=2")
                .answer()
                .verdict();
        assertFalse(verdict.contains(more), verdict);
    }

    @Test
    void a_model_that_predicts_another_waiting_is_doubtful() throws IOException {
        var planted = new PlantedLog(FEW, false);
        planted.lines.replaceAll(line -> line.replace("threads=12", "threads=6"));
        String verdict = answered(planted).answer().verdict();
        assertTrue(verdict.contains("There are more threads, connections or servers than the model has."), verdict);
    }

    @Test
    void processor_time_beyond_the_durations_is_a_doubt() throws IOException {
        var planted = new PlantedLog(FEW, false)
                .changed(line -> PlantedLog.with(line, "x-cpu-us", 2 * Long.parseLong(line.split(" ")[5]) + ""));
        String verdict = answered(planted).answer().verdict();
        assertTrue(verdict.contains("because requests compute on several threads or after their end"), verdict);
        assertFalse(verdict.contains("several connections"), verdict);
    }

    @Test
    void a_bar_is_as_long_as_its_request() throws IOException {
        var planted = new PlantedLog(FEW, false)
                .changed(line -> PlantedLog.with(line, "x-cpu-us", line.split(" ")[5])); // all of its time
        LogResult result = answered(planted);
        Bars bars = LogReport.of(result).sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Bars.class::isInstance)
                .map(Bars.class::cast)
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < bars.bars().size(); i++) {
            EndpointParts parts = result.recorded().endpoints().get(i);
            List<Double> values = bars.bars().get(i).values();
            assertEquals(
                    parts.threadWait().ms() + parts.meanMs(),
                    values.stream().mapToDouble(value -> value).sum(),
                    1e-6,
                    parts::name);
            assertTrue(values.stream().allMatch(value -> value >= 0), values::toString);
        }
    }
}
