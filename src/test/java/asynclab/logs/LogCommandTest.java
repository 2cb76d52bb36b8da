package asynclab.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command on a log that nginx could have written: from the options to the pages. */
class LogCommandTest {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String HOSTILE = "/<script>alert(1)</script>|`x`*y*";

    private static final String FORMAT =
            "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent $request_time";

    private static final List<String> LINES = lines();

    @TempDir
    Path folder;

    private Path log;
    private LabSession lab;

    private static List<String> lines() {
        var random = new SplittableRandom(3);
        var lines = new ArrayList<String>();
        double seconds = 1_700_000_000;
        for (int i = 0; i < 3_000; i++) {
            seconds -= Math.log(1 - random.nextDouble()) / 100;
            boolean slow = i % 10 == 0;
            double took = (slow ? 1 : 0.02) * (0.5 + random.nextDouble());
            String path = i == 77 ? HOSTILE : slow ? "/checkout" : "/product/" + i;
            lines.add(String.format(
                    Locale.ROOT,
                    "127.0.0.1 - - [%s] \"GET %s HTTP/1.1\" 200 12 %.3f",
                    STAMP.format(Instant.ofEpochMilli((long) ((seconds + took) * 1_000))),
                    path,
                    took));
        }
        lines.add("no line of a log");
        return lines;
    }

    @BeforeEach
    void write() throws IOException {
        log = Files.write(folder.resolve("access.log"), LINES);
        lab = new LabSession("results=" + folder, "log=" + log, "logFormat=" + FORMAT);
    }

    @Test
    void the_command_answers_and_reports() throws IOException {
        Path result = lab.run("threads=14", "traffic=2", "assert=poolLastsTimes>0.5,inFlightMean<20");
        assertEquals(folder.resolve("local/log"), result);
        assertTrue(lab.printed().contains("1 of 3 endpoints hold"), lab::printed);
        assertTrue(
                lab.printed().contains("\nMake GET /checkout asynchronous: then a pool of 14 threads holds 2 times"),
                lab::printed);
        assertTrue(lab.printed().contains("poolLastsTimes>0.5 is met: it is "), lab::printed);
        for (String file : List.of("summary.json", "report.md", "index.html", "in-flight.png", "fleet.png"))
            assertTrue(Files.size(result.resolve(file)) > 0, file);
        String html = Files.readString(result.resolve("index.html"));
        String markdown = Files.readString(result.resolve("report.md"));
        assertFalse(html.contains("<script>alert"), "unescaped in HTML");
        assertFalse(markdown.contains("<script>") || markdown.contains("`x`") || markdown.contains("*y*"), markdown);
        assertTrue(html.contains("&lt;script&gt;alert(1)"));
        assertTrue(markdown.contains("1 of 3,001 lines"), markdown);
        assertTrue(markdown.contains("mvn verify -Plab -Dlog="), markdown);
    }

    @Test
    void a_log_of_a_few_requests_gives_a_doubtful_answer() throws IOException {
        Files.write(log, LINES.subList(0, 99));
        lab.run("threads=14");
        assertTrue(
                lab.printed()
                        .contains("\nThis answer is doubtful. The log has only 99 requests. Under 100 do not show"),
                lab::printed);
    }

    @Test
    void long_requests_that_may_keep_threads_make_the_answer_doubtful() throws IOException {
        var lines = new ArrayList<>(LINES);
        for (int i = 1; i < 3; i++) lines.set(i, LINES.get(i).replaceAll("[0-9.]+$", "700.000"));
        Files.write(log, lines);
        lab.run("threads=60");
        String doubt = "This answer is doubtful. Requests of over ten minutes are excluded, and 4[5-9] of them are in";
        assertTrue(lab.printed().matches("(?s).*\n" + doubt + ".*"), lab::printed);
    }

    /** Ten of twenty requests fail after a millisecond, or one of sixty. */
    @Test
    void many_early_failures_make_the_answer_doubtful() throws IOException {
        for (int of : new int[] {20, 60}) {
            var lines = new ArrayList<>(LINES);
            for (int i = 0; i < 3_000; i++)
                if (i % of < (of == 20 ? 10 : 1))
                    lines.set(i, LINES.get(i).replaceAll("200 12 [0-9.]+$", "503 12 0.001"));
            Files.write(log, lines);
            lab.run("threads=60");
        }
        String[] printed = lab.printed().split("\nThis answer is doubtful.", -1);
        assertEquals(2, printed.length, lab::printed);
        String doubt = " 50 % of the requests failed (status 429 or 5xx), after 1.0 ms on average.";
        assertTrue(printed[1].startsWith(doubt), lab::printed);
    }

    @Test
    void a_log_of_health_checks_alone_is_refused_with_what_it_has() throws IOException {
        Files.writeString(log, LINES.get(0).replace("/checkout", "/health") + "\n");
        var refused = assertThrows(LabException.class, () -> lab.run("threads=14"));
        assertTrue(
                refused.getMessage()
                        .startsWith(
                                "No request of the log is in the figures. Excluded from the figures: 1 health check, "),
                refused::getMessage);
    }

    /** A command that needs only the model starts without the rest. */
    @Test
    void it_loads_no_server_and_no_servlet() throws Exception {
        Path few = Files.write(folder.resolve("few.log"), LINES.subList(0, 300));
        Path classes = folder.resolve("classes.txt");
        var command = new LabSession("log", few.toString(), "--log-format=" + FORMAT, "--results=" + folder);
        assertEquals(0, command.inItsOwnJvm(folder, "-Xlog:class+load:file=" + classes), () -> "see " + folder);
        List<String> loaded = Files.readAllLines(classes);
        assertTrue(loaded.stream().anyMatch(line -> line.contains(" asynclab.traffic.Answer ")));
        for (String room :
                List.of("javax.servlet.", "org.eclipse.jetty.", "io.netty.", "asynclab.exchange.", "asynclab.bench."))
            assertEquals(
                    List.of(),
                    loaded.stream().filter(line -> line.contains(" " + room)).toList());
    }

    @Test
    void without_a_run_the_stored_result_is_reported_and_judged_again() throws IOException {
        assertThrows(LabException.class, () -> lab.run("run=false"));
        Path result = lab.run("threads=14");
        String report = Files.readString(result.resolve("report.md"));
        String summary = Files.readString(result.resolve("summary.json"));
        Files.delete(result.resolve("report.md"));
        Files.delete(log);
        lab.run("run=false");
        assertEquals(report, Files.readString(result.resolve("report.md")));
        assertEquals(summary, Files.readString(result.resolve("summary.json")));
        var missed = assertThrows(LabException.class, () -> lab.run("run=false", "assert=poolLastsTimes>5"));
        assertTrue(missed.getMessage().startsWith("poolLastsTimes>5 is not met: it is "), missed::getMessage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "publish=true | -Dpublish is no option of log, only of ",
                "experiment=sizing | -Dexperiment and -Dlog exclude each other.",
                "cpuUnit=one | -DcpuUnit needs -DcpuFile, the file that it describes.",
                "cores=4097 | -Dcores must be a whole number from 0 to 4096, but was \"4097\".",
                "cpuPercent=101 | -DcpuPercent must be a number from 0 to 100, but was \"101\".",
                "connections=100001 | -Dconnections must be a whole number from 0 to 100000, but was \"100001\".",
                "connections=x | -Dconnections must be a whole number from 0 to 100000, but was \"x\".",
                "connectionTimeoutMs=-1 | -DconnectionTimeoutMs must be a whole number from 0 to 3600000, but was \"-1\".",
                "limit=-2 | -Dlimit must be a whole number from 0 to 100000, but was \"-2\".",
                "maxWaitMs=0 | -DmaxWaitMs must be a whole number from 1 to 60000, but was \"0\".",
                "connectionShare=0.5 | -DconnectionShare needs -Dconnections, the size of the pool.",
                "assert=async.p99Ms<3 | -Dassert must be FIGURE",
                "traffic=0 | -Dtraffic must be numbers from 0.1 to 100, separated by commas, but was \"0\".",
                "log=nowhere.log | -Dlog must name files, but there is no"
            })
    void what_does_not_apply_is_refused(String option, String message) {
        var refused = assertThrows(LabException.class, () -> lab.run(option));
        assertTrue(refused.getMessage().startsWith(message), refused::getMessage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.5 | -DconnectionShare must be a number from 0 to 1, or ENDPOINT=NUMBER, separated by commas, but was \"1.5\".",
                "NaN | -DconnectionShare must be a number from 0 to 1, or ENDPOINT=NUMBER, separated by commas, but was \"NaN\".",
                "GET /checkout=-1 | -DconnectionShare must be a number from 0 to 1, or ENDPOINT=NUMBER, separated by commas, but was \"GET /checkout=-1\".",
                "=0.5 | -DconnectionShare must be a number from 0 to 1, or ENDPOINT=NUMBER, separated by commas, but was \"=0.5\".",
                "0.5,GET /checkout | -DconnectionShare must be a number from 0 to 1, or ENDPOINT=NUMBER, separated by commas, but was \"GET /checkout\".",
                "0.5,0.6 | -DconnectionShare must have one share for all other endpoints, but has several.",
                "GET /checkout=0.5,GET /checkout=0.6 | -DconnectionShare must have one share for \"GET /checkout\", but has several.",
                "GET /chekout=0.5 | -DconnectionShare names \"GET /chekout\", but the log has no such endpoint. It has: GET /checkout, GET /product/{id}, ",
            })
    void a_wrong_share_is_refused_by_its_name(String shares, String message) {
        var refused = assertThrows(LabException.class, () -> lab.run("connections=20", "connectionShare=" + shares));
        assertTrue(refused.getMessage().startsWith(message), refused::getMessage);
    }

    @Test
    void the_limits_are_answered_and_reported() throws IOException {
        Path result = lab.run(
                "threads=30",
                "connections=14",
                "connectionShare=GET /checkout=0.8,0.2",
                "cores=4",
                "cpuPercent=10",
                "limit=25",
                "maxWaitMs=200",
                "assert=failedPercent=0,overMaxWaitPercent<5");
        assertTrue(lab.printed().contains("\nvirtual threads, limit 25  lasts until "), lab::printed);
        assertTrue(lab.printed().matches("(?s).*14 connections (bind )?until .*"), lab::printed);
        assertTrue(lab.printed().contains("10 % of 4 processors is "), lab::printed);
        String markdown = Files.readString(result.resolve("report.md"));
        assertTrue(markdown.contains("| a limit of 25 for virtual threads |"), markdown);
        assertTrue(markdown.contains("| over 200 ms |"), markdown);
        for (String line : markdown.split("\n"))
            if (line.contains("more than")) assertTrue(line.contains("more than 10 times, if nothing"), line);
        assertTrue(markdown.contains("the p99 of the waiting is at most 200 ms"), markdown);
        assertFalse(markdown.contains("100 ms"), markdown);
    }
}
