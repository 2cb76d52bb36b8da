package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.document.Markdown;
import asynclab.exchange.Ending;
import asynclab.model.Latencies;
import asynclab.options.LabException;
import asynclab.report.Report;
import asynclab.report.VerdictText;
import asynclab.run.result.ArmResult;
import asynclab.run.result.CheckKind;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Timeline;
import asynclab.run.result.figures.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job at speed 10, with a real Jetty, a real JMeter and a real report. The test checks counts only, never a time. */
class LabIT {

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();

    @TempDir
    Path results;

    private LabSession lab;

    @BeforeEach
    void a_session() throws IOException {
        Files.createDirectories(work);
        lab = LabSession.ofBuild(Path.of(""), work.resolve("lab"), "results=" + results, "speed=10");
    }

    @Test
    void e1_runs_from_one_command_to_a_report() throws Exception {
        Path folder = lab.run("arms=blocking,async");
        Summary summary = Summary.read(folder.resolve("summary.json"));

        assertEquals(
                List.of("blocking", "async"),
                summary.arms().stream().map(ArmResult::name).toList());
        for (ArmResult arm : summary.arms()) assertIsWhole(arm, folder);
        assertEquals(CheckKind.MACHINE_IDLE, summary.validity().get(0).check());
        for (String check : List.of("samples", "draws", "ledger")) {
            var made = made(check, summary);
            assertTrue(!made.isEmpty() && made.stream().allMatch(ValidityCheck::ok), () -> check + ": " + made);
        }
        // whether every reading came in time depends on the machine
        assertEquals(2, made("jmx", summary).size());

        try (var written = Files.list(results)) {
            assertEquals(List.of(results.resolve("local")), written.toList(), "only -Dpublish writes elsewhere");
        }

        String report = Files.readString(folder.resolve("report.md"));
        assertTrue(report.contains(Markdown.of(Report.figures(summary))), report);
        assertTrue(report.contains(VerdictText.of(summary)), report);
        assertTrue(lab.printed().contains(", measurement: 10000 of 10000 | "), lab::printed);
    }

    private static List<ValidityCheck> made(String check, Summary summary) {
        return summary.validity().stream()
                .filter(c -> c.check().toString().equals(check))
                .toList();
    }

    /** Every request is in the figures, and every file of the arm is in the folder. */
    private static void assertIsWhole(ArmResult arm, Path folder) throws IOException {
        assertEquals(10_000, arm.measured().samples());
        assertEquals(
                10_000,
                arm.measured().byLabel().values().stream()
                        .mapToLong(Latencies::samples)
                        .sum());
        assertEquals(100, arm.server().threads().maxThreads());
        assertEquals(2_500, arm.server().warmupRequests());
        assertEquals(12_500L - arm.measured().errors(), arm.server().ledger().ended(Ending.ANSWERED));
        assertTrue(Files.size(folder.resolve(arm.name() + ".hgrm")) > 0);
        var timeline = Timeline.read(folder.resolve(arm.name() + "-timeline.csv"));
        assertFalse(timeline.points("busyThreads", 1).isEmpty(), "the server has answered readings");
        assertEquals(
                arm.measured().byLabel().keySet(),
                Times.read(folder.resolve(arm.name() + "-times.csv")).keySet());
    }

    @Test
    void a_server_that_does_not_start_gives_one_sentence() {
        var e = assertThrows(LabException.class, () -> lab.run("jettyHome=" + work));
        assertTrue(e.getMessage().startsWith("The server did not start: "), e.getMessage());
    }

    @Test
    void a_folder_without_jmeter_gives_one_sentence() {
        var e = assertThrows(LabException.class, () -> lab.run("jmeterHome=" + work));
        assertTrue(e.getMessage().startsWith("There is no JMeter at "), e.getMessage());
    }
}
