package asynclab.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.options.TrafficOptions;
import asynclab.traffic.Traffic;
import asynclab.traffic.processor.ProcessorTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code -DcpuFile=} in the formats that people have. */
class CpuFileTest {

    private static final String FORMAT = "$msec \"$request\" $status $request_time";
    /** Of the formats' files: 2026-11-25T22:58:20Z. */
    private static final long FIRST = 1_795_647_500;

    private static final int INTERVALS = 100;

    @TempDir
    Path folder;

    private LabSession lab(Path log, Path cpu) {
        return new LabSession("results=" + folder, "log=" + log, "logFormat=" + FORMAT, "cpuFile=" + cpu);
    }

    /** What the command finds in the files, without the rest of its answer. */
    private ProcessorResult read(Path log, Path cpu, String... more) throws IOException {
        return read(lab(log, cpu).options(more));
    }

    static ProcessorResult read(Options asked) throws IOException {
        var options = (TrafficOptions) asked;
        var builder = new Traffic.Builder();
        LogReading.read(options, 1, builder, LogProgress.SILENT);
        return ProcessorResult.read(options, builder.build(), false, 1);
    }

    /** Requests of 10 and 50 ms whose number varies, and the use that they cause with 10 % of a processor beside them. */
    private static final double[] PERCENT_OF_ONE = new double[INTERVALS];

    private static final List<String> LINES = lines();

    private Path log;

    private static List<String> lines() {
        var random = new SplittableRandom(8);
        var lines = new ArrayList<String>();
        for (int second = 0; second < INTERVALS; second++) {
            PERCENT_OF_ONE[second] = 10;
            for (double ms : new double[] {10, 50}) {
                int number = random.nextInt(ms == 10 ? 40 : 25);
                for (int i = 0; i < number; i++)
                    lines.add(String.format(
                            Locale.ROOT,
                            "%.3f \"GET /takes-%s HTTP/1.1\" 200 %.3f",
                            FIRST + second + 0.1 + 0.8 * i / number + ms / 1e3,
                            ms == 10 ? "short" : "long",
                            ms / 1e3));
                PERCENT_OF_ONE[second] += number * ms / 10 * 0.8; // the processor is used for 80 % of a duration
            }
        }
        for (int i = 0; i < 2; i++) lines.add((FIRST + INTERVALS + 2) + ".000 \"GET /takes-short HTTP/1.1\" 200 0.010");
        return lines;
    }

    @BeforeEach
    void write() throws IOException {
        log = Files.write(folder.resolve("access.log"), LINES);
    }

    private static String stamp(String pattern, int second) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
                .withZone(ZoneOffset.UTC)
                .format(Instant.ofEpochSecond(FIRST + second));
    }

    private Path cpu(String head, IntFunction<String> line) throws IOException {
        var lines = new ArrayList<String>(head.isEmpty() ? List.of() : List.of(head.split("\n")));
        for (int i = 0; i < INTERVALS; i++) lines.add(line.apply(i));
        return Files.write(folder.resolve("cpu.txt"), lines);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Each file has the same use, so each gives the same times. */
    private Path file(String format) throws IOException {
        double[] one = PERCENT_OF_ONE;
        return switch (format) {
            case "own CSV" -> cpu("time,cpu", i -> text("%d,%.2f", FIRST + i + 1, one[i]));
            case "%CPU in a CSV" -> cpu("time,%CPU", i -> text("%d,%.2f", FIRST + i + 1, one[i]));
            case "no header" -> cpu("", i -> text("%d,%.2f", FIRST + i + 1, one[i]));
            case "Prometheus, ms" -> cpu(
                    "\"Time\",\"{instance=\"\"a:1\"\", job=\"\"b\"\"}\"",
                    i -> text("%d,%.2f", 1_000 * (FIRST + i + 1), one[i]));
            case "Grafana" -> cpu(
                    "\"Time\";\"Value\"", i -> text("\"%s\";\"%.2f%%\"", stamp("yyyy-MM-dd HH:mm:ss", i + 1), one[i]));
            case "a cloud's page, all" -> cpu(
                    "Label,CPUUtilization\nTimestamp,Average",
                    i -> text("%s,%.3f", stamp("yyyy-MM-dd'T'HH:mm:ss'Z'", i), one[i] / 4));
            case "pidstat, AM and PM" -> cpu(
                    "Linux 6.1.0 (host)\t11/25/26\t_x86_64_\t(4 CPU)\n\n# Time        UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command",
                    i -> text(
                            "%s     0       77   1.00    1.00    0.00    0.00   %.2f     0  my java",
                            stamp("hh:mm:ss a", i + 1), one[i]));
            case "pidstat, epoch" -> cpu(
                    "#      Time   UID  PID    %usr %system  %guest    %CPU   CPU  Command",
                    i -> text("%d   0   77   1.00    1.00    0.00   %.2f     0  java", FIRST + i + 1, one[i]));
            case "pidstat, comma" -> cpu(
                    "Linux 6.1.0 (host)\t2026-11-25\t_x86_64_\t(4 CPU)\n\n23:00:00   UID   PID   %usr %system  %guest   %wait    %CPU   CPU  Command",
                    i -> text("%s  0  77  1,00  1,00  0,00  0,00  %.2f  0  java", stamp("HH:mm:ss", i + 1), one[i])
                            .replace('.', ','));
            case "sadf" -> cpu(
                    "# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle",
                    i -> text(
                            "host;1;%s UTC;-1;1.00;0.00;1.00;0.50;0.25;%.3f",
                            stamp("yyyy-MM-dd HH:mm:ss", i + 1), 99.25 - one[i] / 4));
            case "sar" -> cpu(
                    "Linux 6.1.0 (host)\t11/25/26\t_x86_64_\t(4 CPU)\n\n10:58:20 PM     CPU     %user     %nice   %system   %iowait    %steal     %idle",
                    i -> text(
                            "%s     all      1.00      0.00      1.00      0.00      0.00    %.3f",
                            stamp("hh:mm:ss a", i + 1), 100 - one[i] / 4));
            default -> throw new IllegalArgumentException(format);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "own CSV, one, cpuStamp=end",
        "%CPU in a CSV, one, cpuStamp=end",
        "no header, one, cpuStamp=end",
        "'Prometheus, ms', one, cpuStamp=end",
        "Grafana, one, cpuZone=+00:00",
        "'a cloud''s page, all', all, cpuStamp=start",
        "'pidstat, AM and PM', '', cpuStamp=end",
        "'pidstat, epoch', '', cpuZone=Asia/Tokyo",
        "'pidstat, comma', '', cpuStamp=end",
        "sadf, '', cpuZone=Asia/Tokyo",
        "sar, '', cpuStamp=end"
    })
    void each_format_gives_the_same_times(String format, String unit, String other) throws IOException {
        var options = new ArrayList<>(List.of("cores=4", other));
        if (!unit.isEmpty()) options.add("cpuUnit=" + unit);
        ProcessorTimes times =
                read(log, file(format), options.toArray(String[]::new)).times();
        assertNull(times.refused());
        assertEquals(2, times.classes().size(), times::toString);
        assertEquals(40, times.classes().get(0).cpuMs(), 1);
        assertEquals(8, times.classes().get(1).cpuMs(), 0.4);
        assertEquals(0.1, times.background(), 0.01);
        assertEquals(0.8, times.shareOf(0), 0.02);
        assertEquals(99, times.intervals()); // the first one begins before the first request
    }

    /**
     * A value above 100 decides the unit. Without one the default does. The window of a rate is taken for the step. The report says all of
     * that.
     */
    @Test
    void nothing_is_guessed_silently() throws IOException {
        List<String> words = read(log, file("own CSV"), "cores=4").reading();
        assertTrue(
                words.get(1).startsWith("A percentage is of one processor, because there are values above 100."),
                words::toString);
        Path low = cpu("time,cpu", i -> text("%d,%.3f", FIRST + i + 1, PERCENT_OF_ONE[i] / 4));
        words = read(log, low, "cores=4").reading();
        assertTrue(
                words.get(1)
                        .startsWith(
                                "A percentage is of all processors of a server, because -DcpuUnit does not say otherwise."),
                words::toString);
        Path parts = cpu("time,cpu", i -> text("%d,%.4f", FIRST + i + 1, PERCENT_OF_ONE[i] / 400));
        words = read(log, parts, "cores=4").reading();
        assertEquals("No value is above 1. If the values are parts of 1, multiply them by 100.", words.get(2));
        assertEquals(
                "A value is taken as the mean of its interval. If it is a rate over a longer window, the times come out too small.",
                words.get(3));
    }

    @Test
    void the_use_is_of_each_of_several_servers() throws IOException {
        ProcessorTimes times =
                read(log, file("own CSV"), "cores=4", "instances=2").times();
        assertEquals(80, times.classes().get(0).cpuMs(), 2);
    }

    /** The file's local times are those of a zone. Without it none is within the log. */
    @Test
    void a_zone_is_told() throws IOException {
        Path local =
                cpu("time,cpu", i -> text("%s,%.2f", stamp("yyyy-MM-dd HH:mm:ss", i + 1 + 3_600), PERCENT_OF_ONE[i]));
        assertEquals(
                40,
                read(log, local, "cores=4", "cpuZone=Europe/Berlin")
                        .times()
                        .classes()
                        .get(0)
                        .cpuMs(),
                1);
        refused(
                "At least 20 intervals of -DcpuFile must be within the log, but none is. The file is from "
                        + "2026-11-25T23:58:20Z to 2026-11-26T00:00:00Z, and the log from 2026-11-25T22:58:20Z to "
                        + "2026-11-25T23:00:01Z. The file's times without a zone are read as UTC (-DcpuZone).",
                local,
                "cores=4");
    }

    @Test
    void times_of_the_day_go_on_after_midnight() throws IOException {
        Path late = folder.resolve("late.log");
        try (var lines = Files.lines(log)) {
            Files.write(
                    late,
                    lines.map(line -> text("%.3f", Double.parseDouble(line.substring(0, 14)) + 3_640)
                                    + line.substring(14))
                            .toList());
        }
        Path cpu = cpu(
                "# Time UID PID %CPU CPU Command",
                i -> text("%s 0 77 %.2f 0 java", stamp("HH:mm:ss", i + 1 + 3_640), PERCENT_OF_ONE[i]));
        assertEquals(40, read(late, cpu, "cores=4").times().classes().get(0).cpuMs(), 1);
    }

    @Test
    void the_first_date_of_joined_files_is_that_of_the_first_row() throws IOException {
        String head = "Linux 6.1.0 (host)\t2026-11-25\n";
        Path cpu = cpu(
                head + "# Time UID PID %CPU CPU Command",
                i -> (i == 59 ? head.replace("25", "26") : "")
                        + text("%s 0 77 3.00 0 java", stamp("HH:mm:ss", i + 1 + 3_640)));
        assertEquals(LocalDate.of(2026, 11, 25), CpuFile.read(cpu).date());
    }

    @Test
    void days_that_all_fit_are_refused() throws IOException {
        Path long2 = folder.resolve("days.log");
        Files.writeString(
                long2, Files.readString(log) + (FIRST + 3 * 86_400) + ".000 \"GET /takes-short HTTP/1.1\" 200 0.010\n");
        var refused = assertThrows(LabException.class, () -> read(long2, file("pidstat, AM and PM"), "cores=4"));
        assertEquals(
                "The times of -DcpuFile must have dates, because the log goes over several days that fit: from 2026-11-25 to 2026-11-27.",
                refused.getMessage());
    }

    private void refused(String message, Path cpu, String... options) {
        var refused = assertThrows(LabException.class, () -> read(log, cpu, options));
        assertEquals(message, refused.getMessage());
    }

    @Test
    void what_is_wrong_is_said_in_a_sentence() throws IOException {
        refused("-DcpuFile needs -Dcores, the processors of a server, from 1 to 4096.", file("sar"));
        refused(
                "-DcpuFile must name a file, but there is no " + folder.resolve("none.csv") + ".",
                folder.resolve("none.csv"),
                "cores=4");
        refused(
                "-DcpuZone must be a time zone such as UTC, +01:00 or Europe/Berlin, but was \"Mars\".",
                file("sar"),
                "cores=4",
                "cpuZone=Mars");
        refused("-DcpuUnit must be all or one, but was \"two\".", file("sar"), "cores=4", "cpuUnit=two");
        refused(
                "-DcpuFile must have lines with a time and a percentage, but cpu.txt has none in 101 lines.",
                cpu("time,cpu", i -> "now,much"),
                "cores=4");
        refused(
                "The date of -DcpuFile must be such as 2026-11-25, but line 1 has \"2026-13-25\".",
                cpu("Linux 6.1.0 (host)\t2026-13-25", i -> "10:15:30 0 77 3.00 0 java"),
                "cores=4");
        refused(
                "-DcpuFile must have a percentage above 0, but all 100 are 0.",
                cpu("time,cpu", i -> (FIRST + i) + ",0.0"),
                "cores=4");
    }

    @Test
    void a_row_that_cannot_be_is_named_with_its_range() throws IOException {
        refused(
                "A percentage of -DcpuFile must be a number, but line 52 of cpu.txt has \"much\".",
                cpu("time,cpu", i -> (FIRST + i) + "," + (i == 50 ? "much" : "3")),
                "cores=4");
        refused(
                "A percentage of -DcpuFile must be from 0 to 100, which is all processors, but line 52 has 130.",
                cpu("time,cpu", i -> (FIRST + i) + "," + (i == 50 ? "130" : "3")),
                "cores=4",
                "cpuUnit=all");
        refused(
                "A percentage of -DcpuFile must be from 0 to 400, which is 100 for each of -Dcores=4, but line 52 has 430.",
                cpu("time,cpu", i -> (FIRST + i) + "," + (i == 50 ? "430" : "3")),
                "cores=4");
        refused(
                "A percentage of -DcpuFile must be from 0 to 100, which is all processors, but line 52 has -1.",
                cpu("time,cpu", i -> (FIRST + i) + "," + (i == 50 ? "-1" : "3")),
                "cores=4");
        refused(
                "The times of -DcpuFile must ascend, but line 52 has \"1795647400\" after \"1795647549\".",
                cpu("time,cpu", i -> (FIRST + (i == 50 ? -100 : i)) + ",3"),
                "cores=4");
        refused(
                "-DcpuFile must have the use of one process, but cpu.txt has 2: 77, 78. Record it with pidstat -u -h -p PID 1.",
                cpu("# Time UID PID %CPU CPU Command", i -> (FIRST + i) + " 0 " + (77 + i % 2) + " 3.00 0 java"),
                "cores=4");
        refused(
                "A table of -DcpuFile must have two columns, time and percent, but line 1 of cpu.txt has 3.",
                cpu("", i -> (FIRST + i) + ",3,4"),
                "cores=4");
        var few = assertThrows(
                LabException.class, () -> read(log, cpu("time,cpu", i -> (FIRST + 10 * i) + ",3"), "cores=4"));
        assertTrue(
                few.getMessage()
                        .startsWith("At least 20 intervals of -DcpuFile must be within the log, but only 9 are."),
                few::getMessage);
    }

    /** Rows without a value are gaps. */
    @Test
    void a_gap_is_left_out() throws IOException {
        String[] nothing = {"", "null", "NaN", "undefined", "-"};
        Path gaps = cpu(
                "time,cpu",
                i -> (FIRST + i + 1) + ","
                        + (i % 10 == 5 ? nothing[i / 10 % nothing.length] : text("%.2f", PERCENT_OF_ONE[i])));
        ProcessorTimes times = read(log, gaps, "cores=4", "cpuUnit=one").times();
        assertEquals(89, times.intervals());
        assertEquals(40, times.classes().get(0).cpuMs(), 1);
    }

    @Test
    void much_use_without_requests_makes_the_answer_doubtful() throws IOException {
        LabSession lab = lab(log, cpu("time,cpu", i -> text("%d,%.2f", FIRST + i + 1, PERCENT_OF_ONE[i] + 230)));
        lab.run("cores=4", "cpuUnit=one");
        String doubt = "\nThis answer is doubtful. 2.4 of 4 processors are busy without requests,";
        assertTrue(lab.printed().contains(doubt), lab::printed);
    }

    /** A refusal is no error: the rest of the answer stands. */
    @Test
    void a_use_that_no_traffic_explains_is_refused_in_the_report() throws IOException {
        var random = new SplittableRandom(3);
        Path noise = cpu("time,cpu", i -> text("%d,%.2f", FIRST + i + 1, 100 * random.nextDouble()));
        LabSession lab = lab(log, noise);
        Path result = lab.run("cores=4");
        assertTrue(
                LogResult.read(result).processors().times().refused().startsWith("The processor time cannot be told."));
        assertTrue(
                Pattern.compile("(?m)^The processor time cannot be told\\. ")
                        .matcher(lab.printed())
                        .find(),
                lab::printed);
        String report = Files.readString(result.resolve("report.md"));
        assertTrue(report.contains("- The processor time cannot be told."), report);
    }
}
