package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asynclab.LabSession;
import asynclab.document.ResultJson;
import asynclab.example.SlowService;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line of the jar, from its words to its exit code. {@link JarIT} runs the jar itself. */
class ToolTest {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String NGINX =
            "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent $request_time";
    private static final String FORMAT = "--log-format=" + NGINX;
    private static final String ESCAPE = "\u001b";

    @TempDir
    Path folder;

    private Path log;
    private String out;
    private String err;

    @BeforeEach
    void write() throws IOException {
        var lines = new ArrayList<String>();
        for (int i = 0; i < 400; i++) {
            boolean slow = i % 4 == 0;
            lines.add(String.format(
                    Locale.ROOT,
                    "192.0.2.1 - - [%s] \"GET %s HTTP/1.1\" 200 5 %.3f",
                    STAMP.format(Instant.ofEpochSecond(1_700_000_000 + i / 10)),
                    slow ? "/slow" + ESCAPE + "[2J" : "/fast",
                    slow ? 0.9 : 0.02));
        }
        log = Files.write(folder.resolve("access.log"), lines);
    }

    private int run(Terminal terminal, String... words) {
        var printed = new StringWriter();
        var said = new StringWriter();
        int code = Tool.run(new PrintWriter(printed, true), new PrintWriter(said, true), terminal, words);
        out = printed.toString();
        err = said.toString();
        return code;
    }

    private int log(String... more) {
        return run(
                Terminal.NONE,
                Stream.concat(Stream.of("log", log.toString(), FORMAT, "--threads=3"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            lag access.log                             | There is no command "lag". The nearest is "log".
            log                                        | The command log needs FILE: access logs of your own traffic, plain or packed.
            log LOG --threads                          | --threads needs a value: request threads of each server of the log.
            log LOG --threads=0                        | --threads must be a whole number from 1 to 100000, but was "0".
            log LOG --duration-unit=min                | --duration-unit must be s or ms or us or ns, but was "min".
            log LOG --thread 5                         | There is no option --thread. The nearest is --threads.
            log LOG --results=DIR                      | There is no option --results.
            log LOG --replay                           | There is no option --replay.
            log LOG --cpu-unit=one                     | --cpu-unit needs --cpu-file, the file that it describes.
            log LOG --connection-share=0.5             | --connection-share needs --connections, the size of the pool.
            probe ftp://host                           | URL must be a URL without a user, such as http://host:8080/path?query, but was "ftp://host".
            probe http://h/ --max-rps=-1               | --max-rps must be a whole number from 0 to 100000, but was "-1".
            probe http://h/ --header=secret            | --header must be "Name: value", or @FILE with one on each line.
            probe http://h/ --publish                  | There is no option --publish.
            probe http://h/ --assert=async.p99Ms<3     | --assert must be FIGURE, then one of < <= = >= >, then a number,
            log LOG --connections=9 --connection-share=GET,0 | --connection-share must be a number from 0 to 1, or ENDPOINT=NUMBER,
            """)
    void a_wrong_option_is_one_sentence(String words, String sentence) throws IOException {
        assertRefused(words, sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            log LOG FORMAT --cpu-file=nowhere --cores=2 | --cpu-file must name a file, but there is no
            log LOG --assert=poolLastsTimes            | --assert must be FIGURE, then one of < <= = >= >, then a number,
            log LOG --junit=DIR/log.xml                | --junit needs --assert, the thresholds that it writes.
            log LOG --report=LOG                       | --report cannot write LOG/asynclab-log.html: LOG is not a folder.
            log LOG --assert=requests>0 --junit=DIR    | --junit cannot write DIR: DIR is a folder.
            log DIR                                    | FILE must name files, but DIR is a folder.
            log DIR/nowhere.log                        | FILE must name files, but there is no DIR/nowhere.log.
            log - -                                    | FILE must name each log once, but standard input is named several times.
            log LOG LOG                                | FILE must name each log once, but LOG is named several times.
            log EMPTY                                  | The log cannot be read. empty: The log is empty.
            log COMMON                                 | The log cannot be read. common:
            """)
    void what_cannot_be_read_or_written_is_one_sentence(String words, String sentence) throws IOException {
        assertRefused(words, sentence);
    }

    private void assertRefused(String words, String sentence) throws IOException {
        Files.createFile(folder.resolve("empty"));
        Files.writeString(
                folder.resolve("common"),
                "192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] \"GET /a HTTP/1.1\" 200 5\n".repeat(30));
        List<String> before = files();
        assertEquals(
                2,
                run(Terminal.NONE, Stream.of(words.split(" ")).map(this::placed).toArray(String[]::new)));
        assertEquals("", out);
        assertTrue(err.startsWith("asynclab: " + placed(sentence)), err);
        assertEquals(1, err.lines().count(), err);
        assertFalse(err.contains("-D"), err);
        assertEquals(before, files());
    }

    private String placed(String words) {
        return words.replace("FORMAT", FORMAT)
                .replace("LOG", log.toString())
                .replace("EMPTY", folder.resolve("empty").toString())
                .replace("COMMON", folder.resolve("common").toString())
                .replace("DIR", folder.toString());
    }

    @Test
    void the_answer_is_wrapped_and_obeys_no_character_of_the_log() {
        assertEquals(0, log());
        assertEquals("", err);
        assertFalse(out.contains(ESCAPE), out);
        assertTrue(out.contains("GET /slow"), out);
        assertTrue(out.startsWith("  Make GET /slow"), out);
        assertTrue(out.replaceAll("\\s+", " ").contains("--connections and --cores are not given"), out);
        assertFalse(out.contains("-Dco"), out);
        out.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertEquals(2, run(Terminal.NONE, "log", ESCAPE + "[2J"));
        assertTrue(err.endsWith("\ufffd[2J.\n"), err);
        assertEquals(0, run(new Terminal(60, true, false), "log", log.toString(), FORMAT));
        assertTrue(out.contains(ESCAPE + "[1mThe log" + ESCAPE + "[0m"), out);
        out.lines()
                .map(line -> line.replaceAll(ESCAPE + "\\[\\d+m", ""))
                .forEach(line -> assertTrue(line.length() <= 60, line));
    }

    @Test
    void the_answer_is_the_one_of_maven() throws IOException {
        assertEquals(0, log("--json", "--connections=2"));
        var own = (ObjectNode) ResultJson.mapper().readTree(out);
        Path stored = new LabSession(
                        "log=" + log, "logFormat=" + NGINX, "threads=3", "connections=2", "results=" + folder)
                .run();
        String maven = Files.readString(stored.resolve("summary.json"));
        var other = (ObjectNode) ResultJson.mapper()
                .readTree(maven.replaceAll("-DconnectionShare=?", "--connection-share")
                        .replaceAll("-Dcores=?", "--cores"));
        assertEquals(
                "java -jar asynclab.jar log " + log + " '" + FORMAT + "' --threads=3 --json --connections=2",
                own.remove("command").asText());
        other.remove("command");
        assertEquals(other, own);
    }

    @Test
    void a_threshold_that_is_not_met_is_exit_code_1() throws IOException {
        Path junit = folder.resolve("new/log.xml");
        assertEquals(1, log("--assert=requests=400,requests>400", "--junit=" + junit));
        assertTrue(out.contains("requests=400 is met: it is 400"), out);
        assertTrue(out.contains("requests>400 is not met: it is 400"), out);
        String xml = Files.readString(junit);
        assertTrue(xml.contains("tests=\"2\" failures=\"1\""), xml);
        assertTrue(xml.contains("<failure message=\"it is 400\">"), xml);
        assertEquals(0, log("--assert=requests=400"));
        assertEquals(List.of("access.log", "new/log.xml"), files());
    }

    @Test
    void a_probe_is_judged_too_and_shows_no_secret() throws Exception {
        Path junit = folder.resolve("probe.xml");
        try (var service = new SlowService(0, 2, 5)) {
            String url = "http://127.0.0.1:" + service.port() + "/blocking";
            assertEquals(
                    1,
                    run(
                            Terminal.NONE,
                            "probe",
                            url,
                            "--users=1",
                            "--header=X-Key: s3cret",
                            "--json",
                            "--assert=errors=0,limit>1",
                            "--junit=" + junit));
            var result = ResultJson.mapper().readTree(out);
            assertEquals(
                    "java -jar asynclab.jar probe \"" + url + "\" --assert \"errors=0,limit>1\" --users 1 --header …",
                    result.get("command").asText());
            assertEquals("limit>1", result.at("/thresholds/1/threshold").asText());
            assertFalse(result.at("/thresholds/1/met").asBoolean());
        }
        assertTrue(Files.readString(junit).contains("tests=\"2\" failures=\"1\""));
        assertFalse((out + err).contains("s3cret"), out);
    }

    @Test
    void the_report_is_one_page_of_its_own() throws IOException {
        Path report = folder.resolve("reports/today");
        assertEquals(0, log("--report=" + report));
        assertTrue(out.endsWith("The report is " + report.resolve("asynclab-log.html") + ".\n"), out);
        assertEquals(List.of("access.log", "reports/today/asynclab-log.html"), files());
        String page = Files.readString(report.resolve("asynclab-log.html"));
        assertTrue(page.contains("java -jar asynclab.jar log "), "no command");
        assertTrue(page.contains("\"id\":\"in-flight\"") && page.contains("echarts"), "no plots");
        assertFalse(page.contains("<img class") || page.contains("-Dcores"), "of elsewhere");
    }

    @Test
    void the_manual_and_the_help_are_of_the_same_declarations() {
        assertEquals(0, run(new Terminal(100, false, false), "manual"));
        String manual = out;
        manual.lines().forEach(line -> assertTrue(line.length() <= 100, line));
        for (String command : List.of("log", "manual", "completion")) {
            assertTrue(manual.contains("\nNAME\n    asynclab " + command + "\n"), manual);
            assertEquals(0, run(new Terminal(96, false, false), command, "--help"));
            out.lines()
                    .filter(line -> line.startsWith("      "))
                    .forEach(line -> assertTrue(manual.contains("\n    " + line + "\n"), line));
        }
        assertFalse(manual.contains("`") || manual.contains("-Dcores") || manual.contains("[]"), manual);
        assertEquals(0, run(Terminal.NONE));
        assertTrue(out.contains("\n  log "), out);
        assertEquals(0, run(Terminal.NONE, "--version"));
        assertTrue(out.startsWith("asynclab "), out);
    }

    @Test
    void bash_completes_commands_and_options() throws Exception {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "there is no bash");
        assertEquals(0, run(Terminal.NONE, "completion"));
        Path script = Files.writeString(folder.resolve("completion"), out);
        assertEquals("log", completed(script, "asynclab lo"));
        assertEquals("--threads", completed(script, "asynclab log --thr"));
    }

    private static String completed(Path script, String line) throws Exception {
        int last = line.split(" ").length - 1;
        Process bash = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        "source " + script + "; COMP_WORDS=(" + line + "); COMP_CWORD=" + last
                                + "; _complete_asynclab; echo ${COMPREPLY[@]}")
                .start();
        var completed = new ByteArrayOutputStream();
        bash.getInputStream().transferTo(completed);
        assertTrue(bash.waitFor(60, TimeUnit.SECONDS));
        return completed.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void progress_comes_after_two_seconds_and_on_a_terminal_in_one_line() {
        long[] seconds = new long[1];
        var said = new StringWriter();
        var line = new ProgressLine(
                new PrintWriter(said, true), new Terminal(50, false, true), 1_000, () -> seconds[0] * 1_000_000_000);
        line.reads(10, 100);
        line.says("computes");
        assertEquals("", said.toString());
        seconds[0] = 4;
        line.reads(2_000, 400);
        assertEquals("\r\u001b[K4 s: 2,000 lines read, 40 % of the bytes, about 6", said.toString());
        line.close();
        assertTrue(said.toString().endsWith("\r\u001b[K"));
        said.getBuffer().setLength(0);
        seconds[0] = 0;
        line = new ProgressLine(new PrintWriter(said, true), Terminal.NONE, 0, () -> seconds[0] * 1_000_000_000);
        for (seconds[0] = 1; seconds[0] < 15; seconds[0]++) line.reads(seconds[0], 1);
        line.close();
        assertEquals(
                List.of("2 s: 2 lines read", "12 s: 12 lines read"),
                said.toString().lines().toList());
    }

    @Test
    void corpus_predicts_a_file_and_writes_its_page() throws IOException {
        int code = run(Terminal.NONE, "corpus", "results/corpus/sources/cask.json", "--report", folder.toString());
        assertEquals(0, code, err);
        assertTrue(out.startsWith("  Of 1 published throughput figure from 1 source, 100 % are within 10 %"), out);
        assertTrue(Files.readString(folder.resolve("asynclab-corpus.html")).contains("cask PR 159"));
    }

    @Test
    void corpus_says_what_is_wrong_with_a_file() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.json"), "{\"id\":\"mine\",\"arms\":[]}");
        assertEquals(2, run(Terminal.NONE, "corpus", file.toString()));
        assertEquals(
                "asynclab: mine.json: mine.arms must be a list of one to 1000 arms, but was missing or empty.\n", err);
        String one = "results/corpus/sources/cask.json";
        assertEquals(2, run(Terminal.NONE, "corpus", one, one));
        assertEquals("asynclab: Each benchmark must have an id of its own, but \"cask\" is there twice.\n", err);
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertEquals(2, run(Terminal.NONE, "corpus", empty.toString()));
        assertTrue(err.startsWith("asynclab: There is no benchmark in "), err);
        assertTrue(err.endsWith("empty. A folder must have files that end with .json.\n"), err);
    }

    @Test
    void explain_says_what_is_impossible_about_a_source() {
        assertEquals(0, run(Terminal.NONE, "explain", "--source", "results/corpus/sources/djw.json"), err);
        assertTrue(out.contains("it needs a hold time of\n1.26 s or less"), out);
        assertTrue(out.contains("gevent 1 s, limited by users: 2,000 users ÷ 1 s = 2,000 req/s\n  req/s"), out);
        assertTrue(out.contains("Load tool: wrk\n\n"), out);
        assertEquals(2, run(Terminal.NONE, "explain", "--source", "results/corpus/sources/djw.json", "--users", "3"));
        assertEquals("asynclab: --users must be left out with source=, but was \"3\".\n", err);
    }

    @Test
    void explain_says_what_it_does_not_read_of_a_source() throws IOException {
        String cask = Files.readString(Path.of("results/corpus/sources/cask.json"));
        Path file = Files.writeString(folder.resolve("mine.json"), cask.replace("\"ratio\"", "\"rps\""));
        assertEquals(0, run(Terminal.NONE, "explain", "--source", file.toString()), err);
        assertTrue(out.contains("Not read:  published.rps\n"), out);
    }
}
