package asynclab.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asynclab.cli.Lab;
import asynclab.options.LabException;
import asynclab.server.Processes;
import asynclab.traffic.processor.ProcessorTimes;
import asynclab.traffic.processor.ProcessorTimes.ClassTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code -DcpuFile=} with what pidstat recorded of a real server, and with what this machine's pidstat and sar write. */
class RecordedProcessorsTest {

    private static final String RECORDED = "src/test/resources/asynclab/processor";
    private static final Map<String, Double> PLANTED =
            Map.of("GET /light", 2.0, "GET /middle", 5.0, "GET /heavy", 20.0);

    private static final String PIDSTAT =
            "# Time UID PID %usr %CPU CPU Command\n10:15:30 0 77 1.00 3.00 0 java\n10:15:31 0 77 1.00 3.00 0 java\n";
    private static final String SADF =
            "# hostname;interval;timestamp;CPU;%idle\nh;1;2026-11-25 10:15:30 UTC;-1;97.00\nh;1;2026-11-25 10:15:31 UTC;-1;9\n";
    private static final String CSV = "\"time\",\"cpu\"\n2026-11-25T10:15:30Z,\"3.0\"\n2026-11-25T10:15:31Z,4%\n";

    @TempDir
    Path results;

    /**
     * A JDK's HTTP server with three endpoints that burn 2, 5 and 20 ms by the clock of their thread, and with a thread that burns 80 ms a second,
     * under {@code pidstat -u -h -p PID 1} for three minutes. The server's own processor time is in the times, some 0.3 ms a request. On the busy
     * machine other programs delayed pidstat, so that its clock skipped four seconds.
     * The deviation then is up to 25 %, and the intervals are wider. On the quiet one it is at most 15 %.
     */
    @ParameterizedTest
    @ValueSource(strings = {"quiet", "busy"})
    void times_burnt_on_a_real_server_are_found(String machine) throws IOException {
        ProcessorResult read = CpuFileTest.read(Lab.options(
                "results=" + results,
                "log=" + RECORDED + "/" + machine + ".log.gz",
                "cpuFile=" + RECORDED + "/" + machine + ".txt",
                "cores=2"));
        ProcessorTimes times = read.times();
        String section = read.section().toString();
        assertTrue(section.contains("A percentage is of one processor, as its format says."), section);
        assertTrue(section.contains("CPU ms a request"), section);
        assertFalse(section.contains("a longer window"), section);
        assertNull(times.refused());
        for (ClassTime time : times.classes()) {
            double planted = PLANTED.get(String.join("+", time.endpoints()));
            assertTrue(time.lowMs() <= planted && planted <= time.highMs(), time::toString);
            assertEquals(planted, time.cpuMs(), (machine.equals("quiet") ? 0.15 : 0.25) * planted, time::toString);
        }
        assertEquals(PLANTED.size(), times.classes().size());
        assertEquals(0.08, times.background(), 0.03);
    }

    /** Whatever is in a file, it is read or refused by a sentence. */
    @ParameterizedTest
    @ValueSource(strings = {PIDSTAT, SADF, CSV})
    void a_damaged_file_is_read_or_refused(String lines) throws IOException {
        var random = new SplittableRandom(9);
        String letters = "\"\n;,:. #%-9aM";
        Path file = results.resolve("cpu.txt");
        int refused = 0;
        for (int round = 0; round < 2_000; round++) {
            var damaged = new StringBuilder(lines);
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                int at = random.nextInt(damaged.length());
                char letter = letters.charAt(random.nextInt(letters.length()));
                if (random.nextBoolean()) damaged.deleteCharAt(at);
                else damaged.setCharAt(at, letter);
            }
            Files.writeString(file, damaged);
            try {
                assertFalse(CpuFile.read(file).rows().isEmpty(), damaged::toString);
            } catch (LabException e) {
                assertTrue(
                        e.getMessage().contains("-DcpuFile") && e.getMessage().endsWith("."), e::getMessage);
                refused++;
            }
        }
        assertTrue(refused > 0 && refused < 2_000, refused + " are refused");
    }

    /** The output of the tool that this machine has. */
    @ParameterizedTest
    @CsvSource({"pidstat -u -h -p PID 1 2, ONE, 2", "pidstat -u -p PID 1 2, ONE, 2", "sar -u 1 2, ALL, 2"})
    void the_output_of_the_installed_tool_is_read(String command, CpuFile.Unit unit, int rows) throws Exception {
        assumeTrue(Processes.isInstalled(command.split(" ")[0]), "install sysstat to run this test");
        Path file = results.resolve("cpu.txt");
        Process tool = new ProcessBuilder(
                        command.replace("PID", "" + ProcessHandle.current().pid())
                                .split(" "))
                .redirectOutput(file.toFile())
                .redirectErrorStream(true)
                .start();
        assertTrue(tool.waitFor(4, TimeUnit.MINUTES), command);
        CpuFile read = CpuFile.read(file);
        assertEquals(unit, read.unit(), () -> command);
        assertEquals(rows, read.rows().size(), () -> command);
    }
}
