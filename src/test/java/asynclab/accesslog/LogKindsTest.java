package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.Doubling;
import asynclab.accesslog.LogRead.Counted;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.UnreadableLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds of logs that were once read wrong without a doubt. Each has the smallest input that shows it. */
class LogKindsTest {

    private static final int SMALL_LINE = 8_000; // the longest has 65,536 bytes
    private static final Path KINDS = Path.of("src/test/resources/accesslog/kinds");
    private static final String CLF = "192.0.2.1 - - [20/Nov/2026:10:00:%02d +0000] \"GET /a HTTP/1.1\" 200 %d %d%n";

    private static ReadLog read(String text, String format) {
        return ReadLog.of(text, LogOptions.of(format, null));
    }

    private static String refused(String text, String format) {
        return assertThrows(UnreadableLog.class, () -> read(text, format)).getMessage();
    }

    /** The duration of the first and the last request in µs, and a part of the only doubts there may be. */
    @ParameterizedTest
    @CsvFileSource(files = "src/test/resources/accesslog/kinds/index.csv", delimiter = '~', quoteCharacter = '`')
    void each_kind_is_read_right(String file, String format, long first, long last, String doubt) throws IOException {
        String text = Files.readString(KINDS.resolve(file + ".log"));
        ReadLog log = read(text, format);
        List<LoggedRequest> requests = log.requests();
        assertEquals(first, log.firstDurationMicros(), log.read()::words);
        assertEquals(last, requests.get(requests.size() - 1).durationMicros(), log.read()::words);
        assertEquals("/a", requests.get(0).path());
        long expected = text.lines()
                .filter(line -> line.contains("/a") || line.contains("/b"))
                .count();
        assertEquals(expected, requests.size(), log.read().badWords());
        if (doubt == null) log.assertSure();
        else log.assertDoubt(doubt);
    }

    @Test
    void a_column_that_is_always_a_dash_is_named_with_the_setting_that_fills_it() throws IOException {
        for (String file : List.of("K1_dash_CLF", "K1_bytes_Quarkus_dash")) {
            String message = refused(Files.readString(KINDS.resolve(file + ".log")), null);
            assertTrue(message.contains("is always \"-\""), message);
            assertTrue(message.contains(" Column "), message);
            assertTrue(message.contains("quarkus.http.record-request-start-time=true"), message);
        }
    }

    @Test
    void two_columns_that_may_be_the_duration_are_shown_with_the_option_for_each() {
        var lines = new StringBuilder();
        for (int i = 0; i < 30; i++)
            lines.append(String.format(
                    "[20/Nov/2026:10:00:%02d +0000] \"GET /a/%d HTTP/1.1\" 200 5120 %d %d%n",
                    i, i, 100 + 7_919 * (i + 3) % 500, 200 + 6_101 * (i + 7) % 700));
        String message = refused(lines.toString(), null);
        assertTrue(message.contains("which of 2 columns is the duration"), message);
        assertTrue(message.contains("aaa bbb"), message);
        assertTrue(
                message.contains("If it is a: -DlogFormat='[{time}] \"{request}\" {status} {*} {duration} {*}'"),
                message);
        ReadLog second = read(lines.toString(), "[{time}] \"{request}\" {status} {*} {*} {duration:us}");
        assertEquals(200 + 6_101 * 7 % 700, second.firstDurationMicros());
    }

    /** Apache's {@code %s %D %B} is rare, and {@code %s %B %D} is usual. A size may be 0, and is not a few bytes. */
    @Test
    void a_duration_before_the_size_is_not_taken_as_the_size() {
        var usual = new StringBuilder();
        var swapped = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            int bytes = i % 20 == 0 ? 0 : 300 + 7_919 * i % 6_101;
            int micros = 1_500 + 48_611 * i % 88_001;
            usual.append(String.format(CLF, i / 2, bytes, micros));
            swapped.append(String.format(CLF, i / 2, micros, bytes));
        }
        assertTrue(refused(swapped.toString(), null).contains("which of 2 columns is the duration"));
        for (String text : List.of(usual.toString(), usual.toString().replace(" 200 0 ", " 200 77 ")))
            assertEquals(1_500, read(text, null).firstDurationMicros());
    }

    /** Sizes, counters, ports and lengths of requests are no durations, wherever they stand. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    depends on the path | %d
                    counts              | %d
                    is a port           | 8080
                    """)
    void sizes_counters_and_ports_are_not_taken_as_the_duration(String what, String number) {
        var lines = new StringBuilder();
        for (int i = 0; i < 40; i++)
            lines.append(String.format(
                    "192.0.2.1 - - [20/Nov/2026:10:00:%02d +0000] \"GET /p/%d HTTP/1.1\" 200 %d \"-\" \"x\" " + number
                            + "%n",
                    i,
                    i % 4,
                    500 + 300 * (i % 4),
                    what.equals("counts") ? 7_000 + i : 90 + i % 4));
        assertTrue(refused(lines.toString(), null).contains("No column of the log is the duration"), what);
    }

    @Test
    void a_fifth_of_the_requests_lost_is_a_refusal_and_a_twentieth_a_doubt() {
        String format = "tomcat-9:%h %l %u %t \"%r\" %s %b %D";
        String good = String.format(CLF, 1, 5, 30).repeat(90);
        String bad = "192.0.2.1 GET /other without anything\n";
        assertTrue(read(good + "starting\n", format).read().badWords().endsWith(": 1 not requests."));
        read(good + bad.repeat(4), format).assertSure();
        read(good + bad.repeat(10), format).assertDoubt("10 of 100 requests (10 %) are lost");
        String message = refused(good + bad.repeat(30), format);
        assertTrue(message.startsWith("30 of 120 requests (25 %) cannot be read, such as"), message);
        assertEquals(
                3,
                message.lines()
                        .filter(line -> line.contains("without anything"))
                        .count());
    }

    @Test
    void websockets_streams_and_health_checks_are_excluded_from_the_traffic() {
        String format = "%h %l %u %t \"%r\" %s %b %{ms}T";
        String line = "192.0.2.1 - - [20/Nov/2026:10:00:%02d +0000] \"%s\" %d 5 %d%n";
        var lines = new StringBuilder();
        for (int i = 0; i < 50; i++) lines.append(String.format(line, i, "GET /a HTTP/1.1", 200, 30));
        lines.append(String.format(line, 50, "GET /socket HTTP/1.1", 101, 18_000_000));
        lines.append(String.format(line, 51, "GET /events HTTP/1.1", 200, 7_200_000));
        lines.append(String.format(line, 52, "-", 408, 20_000));
        lines.append(String.format(line, 53, "GET /actuator/health HTTP/1.1", 200, 1));
        LogRead read = read(lines.toString(), format).read();
        assertEquals(50, read.requests());
        assertEquals(new Counted(1, 18_000), read.apart().get(Apart.WEBSOCKET));
        assertEquals(new Counted(1, 7_200), read.apart().get(Apart.STREAM));
        assertEquals(new Counted(1, 20), read.apart().get(Apart.NO_REQUEST));
        assertEquals(1, read.apart().get(Apart.HEALTH).requests());
        assertTrue(read.lastMicros() - read.firstMicros() < 60_000_000, "the window is the traffic's");
        assertEquals(4, read.remarks().size());
    }

    @Test
    void the_repeated_hour_at_the_end_of_summer_time_is_read_as_an_hour_later() {
        var clock = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
        Instant start = Instant.parse("2026-10-25T02:50:00Z");
        String lines = IntStream.range(0, 120)
                .mapToObj(i -> clock.format(start.plusSeconds(10 * i - (i < 60 ? 0 : 3_600))) + " GET /a 200 12ms")
                .collect(Collectors.joining("\n"));
        ReadLog log = read(lines, null);
        assertEquals(1_190, log.seconds(), 1);
        log.assertDoubt("goes back by an hour");
    }

    @Test
    void after_a_gap_in_the_repeated_hour_the_lines_are_still_an_hour_later() {
        String line = "2026-10-25 02:%02d:%02d.000 GET /a 200 12ms%n";
        var lines = new StringBuilder();
        for (int first : List.of(50, 0))
            for (int second = 0; second < 600; second += 10)
                lines.append(String.format(line, first + second / 60, second % 60));
        List<LoggedRequest> requests =
                read(lines + String.format(line, 30, 0), null).requests();
        long first = requests.get(0).startMicros();
        assertEquals(2_400, (requests.get(120).startMicros() - first) / 1e6, 1);
    }

    @Test
    void a_clock_of_twelve_hours_is_read_with_its_half_of_the_day() {
        String line = "2026-11-20 %s GET /a 200 12ms%n";
        ReadLog log = read(String.format(line.repeat(3), "12:05:00 AM", "12:05:00 PM", "01:05:00 pm"), null);
        assertEquals(13 * 3_600, log.seconds(), 1);
        log.assertSure();
    }

    /** Two logs of the same hour, one behind the other. */
    @Test
    void a_second_log_behind_the_first_proves_no_unit_and_no_hour() {
        var lines = new StringBuilder();
        for (int log = 0; log < 2; log++)
            for (int second = 0; second < 3_600; second += 2)
                lines.append(String.format(
                        "192.0.2.1 - - [20/Nov/2026:10:%02d:%02d +0000] \"GET /a HTTP/1.1\" 200 10 %d%n",
                        second / 60, second % 60, 100 + 37 * second % 150));
        ReadLog both = read(lines.toString(), null);
        assertEquals(100_000, both.firstDurationMicros(), both.read()::words);
        both.assertDoubt("milliseconds is a guess");
        String local = lines.toString().replaceAll(".*10:(\\d\\d:\\d\\d) .*", "2026-11-20 10:$1.000 GET /a 200 12ms");
        read(local, null).assertSure();
    }

    private static String json(String... lengths) {
        var lines = new StringBuilder();
        for (String length : lengths)
            lines.append("{'time':'2026-11-20T10:00:00.123Z','method':'GET','path':'/a','status':200,")
                    .append(length)
                    .append("}\n");
        return lines.toString().replace('\'', '"');
    }

    /** As a stream to a bucket writes them. */
    @Test
    void several_json_objects_in_a_line_are_refused_and_not_lost() {
        String each = json("'took_ms':12", "'took_ms':14");
        String message = refused(each.strip().replace("\n", "") + "\n", null);
        assertTrue(message.contains("one object in each line"), message);
        assertEquals(2, read(each.replace("}\n", "},\n"), null).requests().size());
    }

    @Test
    void the_name_of_a_field_of_nginx_means_seconds_only_with_three_decimals() {
        ReadLog whole = read(json("'requestTime':12", "'requestTime':14"), null);
        assertEquals(12_000, whole.firstDurationMicros(), whole.read()::words);
        whole.assertDoubt("is a guess");
        ReadLog decimals = read(json("'requestTime':0.012", "'requestTime':0.140"), null);
        assertEquals(12_000, decimals.firstDurationMicros());
        decimals.assertSure();
    }

    @Test
    void the_time_of_a_backend_may_be_a_part_of_the_applications_own() {
        read(json("'duration_ms':500,'backend_ms':20"), null).assertDoubt("duration=duration_ms:ms");
        read(json("'duration_ms':500,'upstream_ms':490"), null).assertSure();
        read(json("'duration_ms':500,'upstream_ms':20"), null).assertDoubt("ends with the headers");
    }

    @Test
    void a_stream_is_set_apart_if_only_the_servers_time_is_logged() {
        ReadLog log = read(json("'upstream_ms':20", "'upstream_ms':7200000"), null);
        assertEquals(1, log.read().apart().get(Apart.STREAM).requests());
    }

    @Test
    void one_short_time_among_many_proves_no_unit() {
        String lines = IntStream.range(0, 100)
                .mapToObj(i -> String.format(CLF, i % 60, 10, i == 50 ? 45 : 400 + 37 * i % 100))
                .collect(Collectors.joining());
        read(lines, null).assertDoubt("is a guess");
    }

    @Test
    void traefik_starts_at_the_finer_of_its_times() throws IOException {
        String words = ReadLog.of(KINDS.resolveSibling("real/traefik-json.log"), null)
                .read()
                .words();
        assertTrue(words.contains("The time is the start of the request"), words);
        assertFalse(words.contains("to a second"), words);
    }

    @Test
    void a_time_format_with_the_name_of_a_zone_is_read() {
        String format = "tomcat-10.1:[%{yyyy-MM-dd HH:mm:ss z}t] %m %U %s %D";
        ReadLog log = read("[2026-11-20 10:00:00 CET] GET /a 200 12\n", format);
        long seconds = log.requests().get(0).startMicros() / 1_000_000;
        assertEquals("2026-11-20T09:00:00Z", Instant.ofEpochSecond(seconds).toString());
    }

    @Test
    void a_queue_that_a_proxy_logs_is_known_waiting() {
        String line =
                "192.0.2.1:5000 [20/Nov/2026:10:00:01.100] in bk/w1 10/400/2/90/512 200 306 - - ---- 2/1/0/0/0 0/0 \"GET /a HTTP/1.1\"\n";
        ReadLog log = read(line.repeat(3), null);
        LoggedRequest first = log.requests().get(0);
        assertEquals(400_000, first.waitedMicros());
        assertEquals(100_000, first.durationMicros());
        assertEquals(10_000, first.startMicros() % 100_000);
        List<String> remarks = log.read().remarks();
        assertTrue(
                remarks.get(0).startsWith("100.0 % of the requests waited in a queue before the server, 400 ms"),
                remarks::toString);
    }

    @Test
    void an_unknown_name_gets_the_names_and_a_format_string_that_does_not_fit_is_shown_where() {
        String line = String.format(CLF, 1, 5, 30);
        String names = refused(line, "weblogik:%h %D");
        assertTrue(names.startsWith("-DlogFormat does not know \"weblogik\"."), names);
        for (String name :
                "alb elb haproxy envoy istio traefik caddy iis cloudfront weblogic undertow quarkus liberty gunicorn uwsgi squid varnish gorouter heroku kong echo gatling jmeter-xml nginx tomcat-9 jetty apache"
                        .split(" ")) assertTrue(names.contains(name), name);
        String misfit = refused(line, "%h %l %u %t \"%r\" %s [%b] %D");
        assertTrue(
                misfit.contains("does not fit from the field \"status\" on, which must end before [:\n  192.0.2.1"),
                misfit);
        assertEquals(
                misfit.lines().skip(1).findFirst().orElseThrow().indexOf("200"),
                misfit.lines().skip(2).findFirst().orElseThrow().indexOf('^'));
    }

    /** What users copy from configuration files. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    `<Valve className="org.apache.catalina.valves.AccessLogValve" pattern="%h %l %u %t &quot;%r&quot; %s %b %D"/>`
                    `LogFormat "%h %l %u %t \\"%r\\" %>s %b %{ms}T" timed`
                    `CustomLog "logs/access.log" "%h %l %u %t \\"%r\\" %>s %b %{ms}T"`
                    `server.tomcat.accesslog.pattern=%h %l %u %t "%r" %s %b %{ms}T`
                    `quarkus.http.access-log.pattern=%h %l %u %t "%r" %s %b %D`
                    `%h %l %u %t \\"%r\\" %s %b %{ms}T`
                    `"%h %l %u %t \\"%r\\" %s %b %{ms}T"`
                    `<pattern>%h %l %u [%t] "%r" %s %b %D</pattern>`
                    `--access-logformat '%(h)s %(l)s %(u)s %(t)s "%(r)s" %(s)s %(b)s %(M)s'`
                    `pattern: '%h %l %u %t "%r" %s %b %{ms}T'`
                    `inline_string: "%UPSTREAM_HOST% - - [%START_TIME%] \\"%REQ(:METHOD)% %REQ(:PATH)% %PROTOCOL%\\" %RESPONSE_CODE% %BYTES_SENT% %DURATION%\\n"`
                    """)
    void a_format_string_is_taken_as_it_stands_in_a_configuration_file(String pasted) {
        ReadLog log = read(String.format(CLF, 1, 5, 30) + String.format(CLF, 2, 5, 40), pasted);
        assertEquals(30_000, log.firstDurationMicros(), pasted);
        assertEquals("/a", log.requests().get(0).path());
    }

    @Test
    void a_log_format_of_nginx_may_be_in_several_quotes() {
        ReadLog log = read(
                "192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] \"GET /a HTTP/1.1\" 200 5 0.030\n",
                "log_format main '$remote_addr - $remote_user [$time_local] '\n    '\"$request\" $status '\n    '$body_bytes_sent $request_time';");
        assertEquals(30_000, log.firstDurationMicros());
    }

    /** The old reader took the square of the line, and its stack. */
    @ContractRow(58)
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "`10:4567890 `",
                "`[ `",
                "`\" `",
                "`a=\"`",
                "`1, +0000, `",
                "`{\"a\":`",
                "`GET / `",
                "`\\\" `",
                "`&quot;`",
                "`2026-11-20 10:00:01 `",
                "`12 ms `"
            })
    void hostile_first_lines_take_linear_time_and_no_stack(String piece) throws Exception {
        String head = String.format(CLF, 1, 5, 30).strip();
        Doubling.assertLinear(head + " ", piece, SMALL_LINE / piece.length(), line -> {
            try {
                LineParser.of("", List.of(head, line, head, line)).parse(line, new LogFields());
            } catch (UnreadableLog refusal) {
                assertTrue(refusal.getMessage().length() < 10_000, "a refusal does not repeat the line");
            }
        });
    }
}
