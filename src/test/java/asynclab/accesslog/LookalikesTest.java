package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.format.UnreadableLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that look like those of a product and are of another server, with another unit or another time. */
class LookalikesTest {

    /** Reactor Netty 1.0.1 writes the start, Undertow, WildFly and Quarkus write the end. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_time_of_lines_that_several_servers_write_is_inferred(boolean start) {
        var lines = new StringBuilder();
        for (int second = 0; second < 60; second++) {
            boolean slow = second % 10 == 9;
            lines.append(String.format(
                    "192.0.2.1 - - [20/Nov/2026:10:00:%02d +0000] \"GET /a HTTP/1.1\" 200 5 %d ms%n",
                    start && slow ? second - 5 : second, slow ? 5_000 : 40));
        }
        ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
        log.assertSays("The time is the " + (start ? "start" : "end"));
        log.assertSure();
        assertEquals(40_000, log.firstDurationMicros());
        ReadLog.of(lines.toString(), LogOptions.of("reactor-netty", null)).assertSays("The time is the start");
    }

    /** nginx writes seconds with three decimals. GlassFish, Nexus, Artifactory, Squid and Dropwizard write whole milliseconds in the same places. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    2026-11-20T10:00:0{i}+00:00|f3ab|192.0.2.17|-|GET|/a|200|412|5120|{s}|curl/8.11.0
                    192.0.2.17 - - [20/Nov/2026:10:00:0{i} +0000] "GET /a HTTP/1.1" 200 512 310 {s} "curl/8.11.0" [192.0.2.140:8080]
                    {"timestamp":"2026-11-20T10:00:0{i}+00:00","remoteAddr":"192.0.2.17","method":"GET","uri":"/a","status":"200","requestTime":"{s}"}
                    {"timestamp":"2026-11-20T10:00:0{i}+00:00","remoteAddress":"192.0.2.17","contentLength":5,"method":"GET","uri":"/a","status":"200","requestTime":{s}}
                    """)
    void fractions_of_a_second_are_no_milliseconds_of_a_product(String template) {
        assertMillis(template);
    }

    /** The number before the agent is milliseconds of Nexus, whose threads are Jetty's, and may be microseconds of a Tomcat. */
    @Test
    void the_threads_tell_a_log_of_nexus_from_one_of_tomcat() {
        String line =
                "192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] \"GET /a HTTP/1.1\" 200 - 5120 5400 \"curl/8.11.0\" [%s]\n";
        ReadLog.of(line.formatted("qtp1530295320-41").repeat(20), LogOptions.NONE)
                .assertSays("the request.log of Nexus");
        assertThrows(
                UnreadableLog.class,
                () -> ReadLog.of(line.formatted("http-nio-8080-exec-1").repeat(20), LogOptions.NONE));
    }

    /**
     * The formats of Flask, GlassFish and API Gateway without a duration are refused by name. Lines with one more field are not theirs. A
     * timestamp in milliseconds is no duration.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    192.0.2.17 - - [20/Nov/2026 10:00:0{i}] "GET /a HTTP/1.1" 200 512 {ms}ms
                    "192.0.2.17" "-" "20/Nov/2026:10:00:0{i} +0000" "GET /a HTTP/1.1" 200 512 "{s}"
                    {"timestamp_ms":179516880{i}100,"method":"GET","path":"/a","status":200,"duration_ms":{ms}}
                    {"time":"2026-11-20T10:00:0{i}.000Z","requestId":"1","requestTime":"20/Nov/2026:10:00:01 +0000","httpMethod":"GET","path":"/a","responseLength":5,"latency_ms":{ms}}
                    """)
    void lines_that_have_a_duration_are_not_refused(String template) {
        assertMillis(template);
    }

    /** nginx is a language. Formats whose names begin with it are others. */
    @Test
    void the_name_of_a_language_does_not_mean_a_format_that_the_lines_are_not_of() {
        String line = "192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\" rt=0.030\n";
        ReadLog log = ReadLog.of(line.repeat(20), LogOptions.of("nginx", null));
        assertEquals(30_000, log.firstDurationMicros());
    }

    /** Hypercorn and aiohttp are languages, and formats without a duration. Uvicorn is only the second. */
    @Test
    void a_name_of_a_format_without_a_duration_is_refused_by_its_sentence_if_it_is_no_language() throws IOException {
        Path log = Path.of("src/test/resources/accesslog/real/hypercorn-D.log");
        assertEquals(22, ReadLog.of(log, "hypercorn").requests().size());
        String line = "192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\" rt=0.030\n";
        for (String name : List.of("uvicorn", "quarkus-common")) {
            var refused =
                    assertThrows(UnreadableLog.class, () -> ReadLog.of(line.repeat(20), LogOptions.of(name, null)));
            assertTrue(refused.getMessage().contains("has no duration"), refused.getMessage());
        }
    }

    /** A column of $request_time has 0.000 in many lines. The length of the request after it is no status, and no size is a duration. */
    @Test
    void zeros_with_three_decimals_are_durations() {
        var lines = new StringBuilder();
        for (int i = 0; i < 40; i++)
            lines.append(String.format(
                    Locale.ROOT,
                    "192.0.2.%d - - [20/Nov/2026:10:00:%02d +0000] \"GET /a/%d HTTP/1.1\" %.3f %d 200 %d \"-\" \"Mozilla/5.0\"%n",
                    i,
                    i,
                    i % 7,
                    i % 3 == 0 ? 0 : i / 1e3,
                    500 + i * 7 % 90,
                    300 + i * 371 % 900));
        ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
        assertEquals(
                List.of(0L, 1_000L, 2_000L),
                log.requests().stream()
                        .limit(3)
                        .map(LoggedRequest::durationMicros)
                        .toList(),
                log.read().words());
    }

    /** The time at nginx and that at the server behind it, without names: the first would be taken for that of the server. */
    @Test
    void two_times_of_a_proxy_without_names_are_refused() {
        String line = "192.0.2.1 - - [20/Nov/2026:10:00:0%d +0000] \"GET /a HTTP/1.1\" 200 5%d \"-\" \"x\" %s %s .%n";
        var lines = new StringBuilder();
        for (int i = 0; i < 8; i++)
            lines.append(String.format(line, i, i * i, i == 4 ? "42.310" : "0.12" + i, i == 4 ? "0.180" : "0.12" + i));
        String both = lines.toString();
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(both, LogOptions.NONE));
        assertTrue(
                refused.getMessage().contains("42.310") || refused.getMessage().contains("0.120"),
                refused.getMessage());
    }

    /** Caddy with {@code duration_format ms}. */
    @Test
    void whole_numbers_of_caddy_are_not_seconds_for_sure() {
        var lines = new StringBuilder();
        for (int i = 0; i < 40; i++)
            lines.append(String.format(
                    "{\"level\":\"info\",\"ts\":17951688%02d.1,\"logger\":\"http.log.access\",\"request\":{\"method\":\"GET\",\"uri\":\"/a\"},\"duration\":%d,\"status\":200}%n",
                    i, 7 + i * 31 % 200));
        ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
        assertEquals(7_000, log.firstDurationMicros(), log.read().words());
    }

    /** Each option that the refusal shows reads the column that it is for. */
    @Test
    void the_options_for_two_named_durations_read_one_each() {
        var lines = new StringBuilder();
        for (int i = 0; i < 8; i++)
            lines.append(String.format(
                    "2026-11-20 10:00:0%d.000 GET /a 200 total_ms=%d exec_ms=%d%n", i, 500 + 7 * i, 30 + i));
        String both = lines.toString();
        String message = assertThrows(UnreadableLog.class, () -> ReadLog.of(both, LogOptions.NONE))
                .getMessage();
        List<Long> micros = Pattern.compile("-DlogFormat='([^']*)'")
                .matcher(message)
                .results()
                .map(option -> ReadLog.of(both, LogOptions.of(option.group(1), "ms")))
                .map(ReadLog::firstDurationMicros)
                .toList();
        assertEquals(List.of(500_000L, 30_000L), micros, message);
    }

    @Test
    void the_option_for_a_named_field_keeps_the_unit_that_its_name_says() {
        String line = "{\"time\":\"2026-11-20T10:00:01.100Z\",\"method\":\"GET\",\"path\":\"/a\",\"status\":200,"
                + "\"duration_us\":500000,\"took_us\":30000}\n";
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(line.repeat(5), LogOptions.NONE));
        assertTrue(refused.getMessage().contains("duration=duration_us:us"), refused.getMessage());
    }

    /** As gcloud and jq write it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "gcp", "json:time=timestamp,duration=httpRequest.latency:text"})
    void json_over_several_lines_is_refused_with_what_helps(String format) {
        String lines =
                """
                [
                  {
                    "httpRequest": {
                      "latency": "0.120s",
                      "requestMethod": "GET",
                      "requestUrl": "http://a/a"
                    },
                    "timestamp": "2026-11-20T10:00:00Z"
                  }
                ]
                """;
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(lines, LogOptions.of(format, null)));
        assertTrue(refused.getMessage().contains("jq -c '.[]' access.json"), refused.getMessage());
    }

    /** A gateway's name for its own time, not for that of the server behind it. */
    @Test
    void the_time_of_a_proxy_is_not_that_of_its_server() {
        String line =
                "{\"timestamp\":1692357381941,\"proxyResponseTimeMs\":150,\"apiResponseTimeMs\":90,\"httpMethod\":\"GET\",\"uri\":\"/test\",\"status\":200}\n";
        assertThrows(UnreadableLog.class, () -> ReadLog.of(line.repeat(20), LogOptions.NONE));
    }

    /** What a cache answered, what HAProxy or Traefik did not send to a server, and what JMeter adds up from other samples. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    cloudfront-json~{"date":"2026-11-20","time":"10:00:00","x-edge-location":"FRA2","cs-method":"GET","cs-uri-stem":"/a","sc-status":"200","time-taken":"8.214","x-edge-result-type":"Miss"}~"Miss"~"Hit"
                    gcp~{"timestamp":"2026-11-20T10:00:00Z","httpRequest":{"requestMethod":"GET","requestUrl":"http://a/a","status":200,"latency":"8.214s","cacheHit":false}}~false~true
                    azure-frontdoor~{"time":"2026-11-20T10:00:00Z","properties":{"trackingReference":"1","httpMethod":"GET","requestUri":"http://a/a","httpStatusCode":"200","timeTaken":"8.214","cacheStatus":"MISS"}}~"MISS"~"HIT"
                    haproxy~127.0.0.1:48514 [25/Nov/2026:13:48:09.848] web app/app1 0/0/0/8214/8214 200 5259 - - ---- 1/1/0/0/0 0/0 "GET /a HTTP/1.1"~0/0/0/8214/8214~0/0/-1/-1/1002
                    traefik~192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] "GET /a HTTP/1.1" 200 5120 "-" "-" 1 "r" "http://10.0.0.5" 8214ms~"http://10.0.0.5"~"-"
                    traefik-json~{"StartUTC":"2026-11-20T10:00:00.1Z","RequestMethod":"GET","RequestPath":"/a","DownstreamStatus":200,"Duration":8214500000,"OriginDuration":8214000000,"OriginStatus":200}~8214000000,"OriginStatus":200~0,"OriginStatus":0
                    jmeter-xml~<httpSample t="8214" ts="1638325618694" lb="/a" rc="200" rm="OK"/>~"OK"~"Number of samples in transaction : 2, number of failing samples : 0"
                    """)
    void requests_that_reached_no_server_are_left_out(String format, String line, String sent, String other) {
        String lines = (line + "\n").repeat(20) + line.replace(sent, other) + "\n";
        ReadLog log = ReadLog.of(lines, LogOptions.of(format, null));
        assertEquals(20, log.requests().size(), log.read().words());
        assertEquals(8_214_000, log.firstDurationMicros());
    }

    /** JMeter writes a line for a Transaction Controller, too. */
    @Test
    void a_transaction_of_jmeter_is_not_counted_beside_its_samples() {
        String head = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,URL\n";
        String sample = "1638325618694,120,/a,200,OK,Users 1-1,true,http://127.0.0.1/a\n";
        String whole =
                "1638325618694,240,Test,200,\"Number of samples in transaction : 2, number of failing samples : 0\",Users 1-1,true,null\n";
        ReadLog log = ReadLog.of(head + sample + sample + whole, LogOptions.NONE);
        assertEquals(2, log.requests().size());
    }

    /** An embedded resource is a part of its page in XML, and no sample in CSV. Those of a transaction are samples of their own. */
    @Test
    void a_sample_of_jmeter_within_another_one_is_a_part_of_it() {
        String sample = "<httpSample t=\"%d\" ts=\"1638325618694\" lb=\"%s\" rc=\"200\" rm=\"OK\"%s\n";
        String part = "  " + sample.formatted(1, "/page-0", ">")
                + "    <java.net.URL>http://127.0.0.1/a.js</java.net.URL>\n  </httpSample>\n";
        String page = sample.formatted(120, "/page", ">") + part + part + "</httpSample>\n";
        String transaction =
                "<sample t=\"240\" ts=\"1638325618694\" lb=\"Test\" rc=\"200\" rm=\"Number of samples in transaction : 1, number of failing samples : 0\">\n  "
                        + page.strip().replace("\n", "\n  ") + "\n</sample>\n";
        String single = sample.formatted(45, "/single", "/>");
        String lines =
                "<testResults version=\"1.2\">\n" + single + page + transaction + single + single + "</testResults>\n";
        List<String> paths = ReadLog.of(lines, LogOptions.NONE).requests().stream()
                .map(LoggedRequest::path)
                .toList();
        assertEquals(List.of("/single", "/page", "/page", "/single", "/single"), paths);
    }

    /** The status of nginx' last server and of its retry, a redirect, a backend, and the time at which a collector got the line. */
    @Test
    void fields_of_a_backend_or_a_collector_are_not_those_of_the_request() {
        String line = "{\"timestamp\":\"2026-11-20T10:00:0%d.100Z\",\"received_at\":\"2026-11-20T10:00:09.900Z\","
                + "\"receiveTimestamp\":\"2026-11-20T10:00:09.900123Z\",\"upstream_status\":\"%s\",\"method\":\"GET\","
                + "\"backendUrl\":\"http://10.0.0.5/inner/long/path\",\"redirect_url\":\"%s\",\"path\":\"/a\",\"status\":200,\"duration_ms\":120}%n";
        var lines = new StringBuilder();
        for (int i = 0; i < 8; i++)
            lines.append(
                    String.format(line, i, i == 5 ? "502, 200" : "502", i % 4 == 3 ? "https://a.example/login" : ""));
        ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
        assertEquals(8, log.requests().size(), log.read().words());
        assertTrue(
                log.requests().stream().allMatch(it -> it.path().equals("/a") && it.status() == 200),
                log.read().words());
        assertEquals(7, log.seconds(), log.read().words());
        log.assertSure();
    }

    /** An offset behind GMT, and syslog's time, which has as many characters as Tornado's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    [2026-11-20 12:00:0{i} GMT+02:00] "GET /a HTTP/1.1" 200 5120 {ms} ms~true
                    2026-11-20 11:00:0{i} +01 GET /a 200 5120 {ms} ms~true
                    Nov 20 10:00:0{i} web app[712]: GET /a 200 5120 - {ms} ms~false
                    """)
    void a_zone_and_a_time_without_one_are_seen(String template, boolean zoned) {
        ReadLog log = assertMillis(template);
        assertEquals(
                zoned,
                !log.read().words().contains("It has no time zone"),
                log.read().words());
        Instant first = Instant.ofEpochMilli(log.read().firstMicros() / 1_000);
        assertEquals(
                "10:00:00",
                LocalTime.ofInstant(first, ZoneOffset.UTC)
                        .format(DateTimeFormatter.ISO_LOCAL_TIME)
                        .substring(0, 8));
    }

    /** A server that is not WebLogic may have the names of its columns, and milliseconds. */
    @Test
    void whole_numbers_under_the_names_of_weblogic_are_not_seconds_for_sure() {
        var lines = new StringBuilder("#Version: 1.0\n#Fields: date time cs-method cs-uri sc-status time-taken\n");
        for (int i = 0; i < 40; i++)
            lines.append(String.format("2026-11-20 10:00:%02d GET /a 200 %d%n", i, 7 + i * 31 % 200));
        ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
        assertEquals(7_000, log.firstDurationMicros(), log.read().words());
    }

    private static ReadLog assertMillis(String template) {
        List<Integer> millis = List.of(120, 45, 780, 3, 12, 250, 60, 9);
        var lines = new StringBuilder();
        for (int i = 0; i < millis.size(); i++)
            lines.append(template.replace("{i}", "" + i)
                            .replace("{s}", String.format(Locale.ROOT, "%.3f", millis.get(i) / 1e3))
                            .replace("{ms}", "" + millis.get(i)))
                    .append('\n');
        ReadLog log = ReadLog.of(lines.toString(), LogOptions.NONE);
        assertEquals(
                millis,
                log.requests().stream()
                        .map(request -> Math.round(request.durationMicros() / 1e3f))
                        .toList(),
                log.read().words());
        return log;
    }
}
