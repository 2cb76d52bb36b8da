package asynclab.run.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.LabSession;
import asynclab.cli.Lab;
import asynclab.document.Document.CheckStatus;
import asynclab.document.Judgement;
import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/**
 * Thresholds of a stored result. Nothing is measured. The slowest blocking request of this result took 25008 ms, predicted 25000.
 */
class ThresholdTest {

    @TempDir
    Path folder;

    private LabSession lab;

    @BeforeEach
    void a_stored_result() throws IOException {
        FixtureResult.copyTo(folder.resolve("results/five-threads"));
        lab = new LabSession(
                "experiment=five-threads",
                "run=false",
                "results=" + folder.resolve("results"),
                "work=" + folder.resolve("work"));
    }

    private Summary summary(String thresholds) throws IOException {
        return Summary.read(lab.run("assert=" + thresholds).resolve("summary.json"));
    }

    private String refused(String thresholds) {
        return assertThrows(LabException.class, () -> summary(thresholds)).getMessage();
    }

    private List<Element> testCases() throws Exception {
        var xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("work/TEST-five-threads.xml").toFile());
        var cases = new ArrayList<Element>();
        var found = xml.getElementsByTagName("testcase");
        for (int i = 0; i < found.getLength(); i++) cases.add((Element) found.item(i));
        return cases;
    }

    @Test
    void thresholds_that_are_met_are_stored_and_reported_as_test_cases() throws Exception {
        String asked =
                "blocking.maxMs<26000, async.errors=0,blocking.maxMs>=0.99*predicted,async.maxMs<0.5*blocking.maxMs,"
                        + "async.maxMs<=published,async.usableThreads>1";
        Summary summary = summary(asked);

        assertEquals(6, summary.thresholds().size());
        assertEquals(
                List.of("measured 25008", "measured 0", "measured 25008, and 0.99*predicted is 24750"),
                summary.thresholds().stream().limit(3).map(Judgement::detail).toList());
        assertTrue(Files.readString(folder.resolve("results/local/five-threads/report.md"))
                .contains("| met | blocking.maxMs<26000 | measured 25008 |"));
        assertEquals(6 + summary.validity().size(), testCases().size());
        assertEquals(
                summary.validity().stream()
                        .filter(c -> c.status() == CheckStatus.NOT_APPLICABLE)
                        .count(),
                testCases().stream()
                        .filter(c -> c.getElementsByTagName("skipped").getLength() > 0)
                        .count());
        assertTrue(testCases().stream()
                .noneMatch(c -> c.getElementsByTagName("failure").getLength() > 0));
    }

    @Test
    void a_missed_threshold_gives_a_sentence_with_the_figure_and_a_failed_test_case() throws Exception {
        assertEquals(
                "blocking.maxMs<20000 is not met: measured 25008; blocking.maxMs<=predicted is not met: measured 25008, and predicted is 25000.",
                refused("blocking.maxMs<20000,async.errors=0,blocking.maxMs<=predicted"));

        var failures = testCases().stream()
                .filter(c -> c.getElementsByTagName("failure").getLength() > 0)
                .map(c -> c.getAttribute("name"))
                .toList();
        assertEquals(List.of("blocking.maxMs<20000", "blocking.maxMs<=predicted"), failures);
        Summary stored = Summary.read(folder.resolve("results/local/five-threads/summary.json"));
        assertEquals(
                List.of(false, true, false),
                stored.thresholds().stream().map(Judgement::met).toList());
    }

    /** Only the second run of this arm has the check {@code order}. */
    @Test
    void a_test_case_of_a_later_run_has_the_number_of_its_run() throws Exception {
        Path stored = folder.resolve("results/five-threads/summary.json");
        Files.writeString(
                stored,
                Files.readString(stored)
                        .replace("\"check\" : \"order\"", "\"check\" : \"stolen\"")
                        .replaceFirst(
                                "\"check\" : \"jmx\",\\s+\"arm\" : \"async\"",
                                "\"check\" : \"order\", \"arm\" : \"blocking\"")
                        .replace("\"arm\" : \"async\"", "\"arm\" : \"blocking\""));
        lab.run();
        List<String> names =
                testCases().stream().map(c -> c.getAttribute("name")).toList();
        assertTrue(
                names.containsAll(List.of("blocking samples", "blocking samples, run 2", "blocking order, run 2")),
                names::toString);
    }

    @Test
    void every_run_must_meet_a_threshold_and_a_missing_figure_meets_none() throws Exception {
        Summary one = Summary.read(folder.resolve("results/five-threads/summary.json"));
        ArmResult arm = one.arms().get(0);
        ArmResult slower = one.arms().get(1);
        ArmResult twice = slower.with(List.of(slower.runs().get(0), arm.runs().get(0)));
        Summary summary = FixtureResult.withArms(one, List.of(twice));
        var outcome = Threshold.parse("async.maxMs<6000").get(0).of(summary);
        assertEquals(new Judgement("async.maxMs<6000", false, "measured 25008 in run 2"), outcome);
        assertFalse(Threshold.parse("async.steadyThroughput>=0").get(0).of(one).met());
    }

    @Test
    void a_malformed_threshold_gives_one_sentence_with_the_allowed_names() {
        assertTrue(refused("async.p99Ms!4100")
                .startsWith("-Dassert must be ARM.FIGURE, then one of < <= = >= >, then a bound, but was "));
        assertTrue(refused("async.p98Ms<4100")
                .contains(" has p98Ms. Figures that are measured: clientCpuSeconds, cpuMicrosPerRequest, "));
        assertTrue(refused("async.clientCpuSeconds<predicted")
                .contains(" has clientCpuSeconds. Figures that are predicted: "));
        assertTrue(refused("fast.p99Ms<4100").endsWith(" has \"fast\". Arms of this run: blocking, async."));
        assertTrue(refused("async.p99Ms<fast.p99Ms").contains(" has \"fast\"."));
        var e = assertThrows(
                LabException.class,
                () -> Lab.options("experiment=all", "assert=async.errors=0", "project=.", "run=false"));
        assertEquals("-Dassert needs exactly one experiment. Name it with -Dexperiment.", e.getMessage());
    }

    /** The profile {@code lab} fails the build with the sentence in the file. */
    @Test
    void the_command_writes_the_sentence_to_the_file_that_the_build_reads() throws Exception {
        Path failure = folder.resolve("failure.txt");
        int code = lab.inItsOwnJvm(folder, "-Dlab.failure=" + failure, "maven {}", "assert=async.errors>0");
        assertEquals(2, code, () -> "see " + folder);
        assertEquals("async.errors>0 is not met: measured 0.", Files.readString(failure));
    }
}
