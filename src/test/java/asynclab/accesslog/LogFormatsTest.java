package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.format.UnreadableLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs that real servers wrote ({@code src/test/shop/fixtures.sh}): recognised, and by the server's own format string. */
class LogFormatsTest {

    private static final Path LOGS = Path.of("src/test/resources/accesslog");

    /** Without a format string. The unit and whether a time is a start or an end are those that the server documents. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    tomcat-9-1.log    | milliseconds | 1000000
                    tomcat-9-2.log    | milliseconds | 1000000
                    tomcat-9-3.log    | seconds      | 1000
                    tomcat-9-4.log    | milliseconds | 1000
                    tomcat-10.1-1.log | microseconds | 1000000
                    tomcat-10.1-2.log | microseconds | 1000
                    jetty-12.log      | microseconds | 1000000
                    nginx-1.log       | seconds      | 1000000
                    nginx-2.log       | seconds      | 1000
                    nginx-3.log       | seconds      | 1000000
                    apache-1.log      | microseconds | 1000000
                    apache-2.log      | milliseconds | 1
                    apache-3.log      | microseconds | 1000
                    own-text.log      | milliseconds | 1
                    own-json.log      | milliseconds | 1
                    jmeter.csv        | milliseconds | 1000
                    """)
    void a_format_is_recognised_from_the_lines(String file, String unit, long resolutionMicros) throws IOException {
        ReadLog log = ReadLog.of(LOGS.resolve(file), null);
        log.assertSays("The duration is in " + unit);
        assertEquals(resolutionMicros, log.read().resolutionMicros(), log.read().words());
        assertTrue(log.requests().size() >= 50, log.read().words());
        assertTrue(
                log.read().bad().keySet().stream().allMatch("answered without the upstream server"::equals)
                        || file.startsWith("own"),
                log.read().badWords()); // ours also logs other events
        assertTrue(log.requests().stream()
                        .filter(it -> it.path().startsWith("/") || file.endsWith("csv"))
                        .count()
                >= 50);
    }

    /** Logs that one server wrote of the same requests by different formats agree, request by request. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    tomcat-9-1.log    | tomcat-9                                                 | tomcat-9-4.log    | `%{begin:msec}t %{end:msec}t %D "%r" %s` | 1000
                    tomcat-9-1.log    | `tomcat-8.5:%h %l %u %t "%r" %s %b %D`                   | tomcat-9-3.log    | `tomcat:%{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t %I %m %U%q %s %T` | 1000
                    tomcat-9-2.log    | `%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" %D %F` | tomcat-9-3.log | `%* %*` | 1000
                    tomcat-10.1-1.log | `tomcat-10.1:%h %l %u %{begin}t "%r" %s %b %D` | tomcat-10.1-2.log | `%{begin:yyyy-MM-dd HH:mm:ss.SSS}t "%r" %s %{ms}T %{us}T %F` | 1
                    tomcat-10.1-1.log | `tomcat-11:common %D`                                    | tomcat-10.1-1.log | tomcat-10.1 | 1
                    apache-1.log      | `%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %D` | apache-3.log   | `%h %l %u %{end:%d/%b/%Y %T}t.%{end:msec_frac}t %{us}T "%r" %s` | 1
                    apache-1.log      | apache                                                   | apache-2.log      | `%{%Y-%m-%dT%H:%M:%S}t.%{usec_frac}t %m %U%q %>s %{ms}T %T` | 1000
                    nginx-1.log       | `$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time $upstream_response_time $upstream_status` | nginx-2.log | `$msec $request_method $request_uri $status rt=$request_time urt="$upstream_response_time"` | 1000
                    nginx-3.log       | `json:time=time,duration=request_time:s,request=request,status=status` | nginx-3.log | `{"time":"$time_iso8601","request":"$request","status":$status,"request_time":$request_time,"agent":"$http_user_agent"}` | 1000
                    """)
    void formats_of_the_same_requests_agree(String one, String format, String other, String otherFormat, long micros)
            throws IOException {
        ReadLog a = ReadLog.of(LOGS.resolve(one), format.replace("common", "%h %l %u %t \"%r\" %s %b"));
        ReadLog b = ReadLog.of(LOGS.resolve(other), otherFormat.equals("%* %*") ? null : otherFormat);
        b.requests()
                .removeIf(request -> request.method().equals("GARBAGE")); // Apache makes a request of it in some fields
        assertEquals(
                a.requests().size(),
                b.requests().size(),
                a.read().badWords() + b.read().badWords());
        var others = new ArrayList<>(b.requests()); // requests that end together may be written in another order
        for (LoggedRequest request : a.requests())
            assertTrue(
                    others.remove(others.stream()
                            .filter(it -> isSame(request, it, micros))
                            .findFirst()
                            .orElse(null)),
                    request + " is not in " + other);
    }

    private static boolean isSame(LoggedRequest one, LoggedRequest other, long micros) {
        boolean line = one.status() == other.status()
                && (one.status() == 400 || (one.method().equals(other.method()) && isPath(one.path(), other.path())));
        return line
                && Math.abs(one.durationMicros() - other.durationMicros()) <= micros
                && Math.abs(one.startMicros() - other.startMicros()) <= 1_010_000; // a second, and rounding
    }

    /** %U of Apache is decoded and without the query. */
    private static boolean isPath(String one, String other) {
        return one.equals(other) || (one.contains("%3Cscript") && other.contains("<script"));
    }

    @Test
    void upstream_times_of_nginx_are_added_and_lines_without_one_are_counted_apart() throws IOException {
        ReadLog log = ReadLog.of(
                LOGS.resolve("nginx-2.log"),
                "$msec $request_method $request_uri $status rt=$request_time urt=\"$upstream_response_time\"");
        assertEquals(2L, log.read().bad().get("answered without the upstream server"));
        ReadLog lists = ReadLog.of(
                """
                1795397788.994 GET /a 200 2.2 0.1, 0.2 : 1.500 502, 200
                """,
                LogOptions.of(
                        "$msec $request_method $request_uri $status $request_time $upstream_response_time $upstream_status",
                        ""));
        assertEquals(1_800_000, lists.firstDurationMicros());
        assertEquals(1795397788994_000L - 1_800_000, lists.requests().get(0).startMicros(), "nginx stamps the end");
    }

    /** A zone may have a colon, and be a field of its own. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    +0100  |
                    +01:00 |
                    +0100  | `{date} {time} {zone} {method} {path} {status} {duration:text}`
                    +01:00 | `%{yyyy-MM-dd HH:mm:ss.SSS}t %{XXX}t %m %U %s %{ms}Tms`
                    """)
    void a_zone_after_a_space_belongs_to_the_time(String zone, String format) {
        String line = "2026-11-21 11:15:30.100 " + zone + " GET /a 200 12ms\n";
        ReadLog log = ReadLog.of(line, LogOptions.of(format, null));
        assertEquals(
                1795256130_088_000L,
                log.requests().get(0).startMicros(),
                log.read().words());
        assertFalse(log.read().words().contains("no time zone"), log.read().words());
        ReadLog.of(line.replace(zone + " ", ""), LogOptions.NONE).assertSays("It has no time zone and is read as UTC.");
    }

    /** PostgreSQL writes whole hours so. */
    @Test
    void a_zone_may_be_hours_behind_the_time() {
        ReadLog log = ReadLog.of("2026-11-21 11:15:30.100+01 GET /a 200 12ms\n", LogOptions.NONE);
        assertEquals(1795256130_088_000L, log.requests().get(0).startMicros());
        assertFalse(log.read().words().contains("no time zone"), log.read().words());
    }

    /** Before the lines of {@code kubectl logs --prefix} there may be a time. */
    @Test
    void a_line_without_a_time_does_not_get_that_of_the_line_before() {
        String line = "[pod/web-1/web] 2026-11-20T10:00:01.5Z "
                + "{\"method\":\"GET\",\"uri\":\"/a\",\"status\":200,\"duration_ms\":12}\n";
        String untimed = line.replaceFirst("2026\\S+ ", "");
        assertEquals(
                3,
                ReadLog.of(line + line + untimed + line, LogOptions.NONE)
                        .requests()
                        .size());
    }

    @Test
    void the_fraction_of_a_second_time_is_not_added_to_the_first() {
        String format =
                "[%{begin:%d/%b/%Y:%T}t.%{begin:usec_frac}t] [%{end:%d/%b/%Y:%T}t.%{end:usec_frac}t] %m %U %>s %D";
        String line = "[21/Nov/2026:10:15:30.100000] [21/Nov/2026:10:15:30.900000] GET /a 200 800000\n";
        ReadLog log = ReadLog.of(line, LogOptions.of(format, null));
        assertEquals(1795256130_100_000L, log.requests().get(0).startMicros());
    }

    @Test
    void a_queueing_time_of_our_own_log_is_known_waiting_before_the_service() throws IOException {
        LoggedRequest last = ReadLog.of(LOGS.resolve("own-text.log"), null).requests().stream()
                .filter(it -> it.path().startsWith("/hello-servlet-blocking"))
                .reduce((x, y) -> y)
                .orElseThrow();
        assertTrue(last.durationMicros() >= 30_000, last.toString());
        ReadLog log = ReadLog.of(
                "x: GET /a 200 arrived 2026-11-21T10:15:30.123Z queued 4 planned 50 held 51 total 52\n",
                LogOptions.NONE);
        assertEquals(52_000, log.firstDurationMicros());
        assertEquals(4_000, log.requests().get(0).waitedMicros());
        assertEquals(1795256130_119_000L, log.requests().get(0).startMicros());
    }

    /** The same lines mean other things on other servers, and nothing in them says so. */
    @Test
    void the_name_of_the_server_decides_unit_and_moment() {
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30.000 +0100] \"GET /a HTTP/1.1\" 200 5 3000\n";
        String other = line.replace(".000 ", ".001 "); // so the times are not to a second
        for (String server : List.of("tomcat-9", "tomcat-10.1", "jetty", "apache")) {
            LoggedRequest request = ReadLog.of(line + other, LogOptions.of(server, null))
                    .requests()
                    .get(0);
            long micros = server.equals("tomcat-9") ? 3_000_000 : 3_000;
            assertEquals(micros, request.durationMicros(), server);
            assertEquals(
                    1795252530_000_000L - (server.startsWith("tomcat") ? micros : 0), request.startMicros(), server);
        }
        assertEquals(
                3_000_000L,
                ReadLog.of(line, LogOptions.of("jetty", "ms")).firstDurationMicros(),
                "durationUnit goes before all else");
        ReadLog.of(line, LogOptions.NONE).assertDoubt("is a guess");
    }

    /** Long requests among short ones: in the right unit, stamps that are starts lag by the duration, and others do not. */
    @Test
    void unit_and_moment_are_proved_by_how_the_times_lag() {
        for (boolean start : new boolean[] {true, false}) {
            var lines = new StringBuilder();
            for (int second = 0; second < 60; second++) {
                long micros = second % 10 == 9 ? 5_000_000 : 40_000;
                lines.append(String.format(
                        "127.0.0.1 - - [21/Nov/2026:10:15:%02d +0000] \"GET /a HTTP/1.1\" 200 5 %d%n",
                        start && micros > 1_000_000 ? second - 5 : second, micros));
            }
            ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
            log.assertSays("The time is the " + (start ? "start" : "end"));
            assertEquals(start, log.read().doubts().isEmpty(), log.read().words());
            assertEquals(40_000, log.firstDurationMicros());
        }
    }

    private static List<String> numbers() {
        var numbers = new ArrayList<String>();
        for (int at = 0; at < 300; at++)
            numbers.add(String.format(
                    "127.0.0.1 - - [21/Nov/2026:10:%02d:%02d +0000] \"GET /a HTTP/1.1\" 200 5 %d",
                    at / 60, at % 60, 100 + 37 * at % 150));
        return numbers;
    }

    /** As a query without an order exports it. The times of seconds would lag by chance. */
    @Test
    void a_log_in_no_order_proves_no_unit() {
        List<String> lines = numbers();
        Collections.shuffle(lines, new Random(7));
        ReadLog.of(String.join("\n", lines), LogOptions.NONE).assertDoubt("milliseconds is a guess");
    }

    /** As a store of logs exports it. The times go back by an hour, too, and each is before those above it. */
    @Test
    void a_log_that_stands_newest_first_is_read_as_in_the_order_of_writing() {
        var night = new ArrayList<String>();
        for (int at = 0; at < 9_000; at += 15)
            night.add(
                    String.format("2026-11-20 %02d:%02d:%02d.123 GET /a 200 12ms", at / 3_600, at / 60 % 60, at % 60));
        for (List<String> lines : List.of(night, numbers())) {
            ReadLog written = ReadLog.of(String.join("\n", lines), LogOptions.NONE);
            Collections.reverse(lines);
            ReadLog newestFirst = ReadLog.of(String.join("\n", lines), LogOptions.NONE);
            assertEquals(written.read().words(), newestFirst.read().words());
            assertEquals(written.read().doubts(), newestFirst.read().doubts());
            assertEquals(written.seconds(), newestFirst.seconds(), 2); // random moments of whole seconds
        }
    }

    @Test
    void starts_of_one_second_are_spread_within_it_the_same_each_time() {
        String lines = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 0\n".repeat(1_000);
        ReadLog log = ReadLog.of(lines, LogOptions.of("apache", null));
        long second = TimeUnit.SECONDS.toMicros(1795256130);
        int[] tenths = new int[10];
        for (LoggedRequest request : log.requests()) tenths[(int) ((request.startMicros() - second) / 100_000)]++;
        for (int tenth : tenths) assertEquals(100, tenth, 40); // four standard deviations, with a fixed seed
        assertEquals(
                log.requests(), ReadLog.of(lines, LogOptions.of("apache", null)).requests());
        log.assertSays("random moment of its second");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    `%h %D`                     | has no time
                    `%h %t "%r"`                | has no duration
                    `%h %t "%r" %^FB`           | has no duration
                    `tomcat:%h %t "%r" %s %F`   | has no duration
                    `%{weeks}T %t`              | must be ns, us, ms, s or fracsec
                    `%{%Q}t %D`                 | %Q of the time format
                    `%{yyyy-bb}t %D`            | must have a date and a time of day
                    `%{%Y-%m-%d}t %{%T}t %D`    | {date} {time} {zone}
                    `json:duration=a`           | has no field for the time
                    `json:size=a`               | must be one of time
                    `combined`                  | has no duration
                    `%t %D`                     | None of the first 1 lines
                    """)
    void a_wrong_format_string_is_refused_in_a_sentence(String format, String sentence) {
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 3000\n";
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(line, LogOptions.of(format, null)));
        assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ` `                                                                    | The log is empty
                    `lorem ipsum`                                                          | no column is a request
                    `[21/Nov/2026:10:15:30 +0000] hello`                                   | no column is a request
                    `1.1.1.1 - - [21/Nov/2026:10:15:30 +0000] "GET / HTTP/1.1" 200 512`    | No column of the log is the duration
                    `{"a":1}`                                                              | no field that is known as the time
                    `{"a`                                                                  | are not JSON objects
                    """)
    void the_refusal_of_an_unknown_log_names_what_is_missing(String line, String sentence) {
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(line + "\n", LogOptions.NONE));
        assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
        assertEquals(
                "durationUnit must be s, ms, us or ns, but was \"h\".",
                assertThrows(UnreadableLog.class, () -> LogOptions.of("", "h")).getMessage());
    }
}
