package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units that a name, a value or a word tells, and units that nothing tells: those are a doubt in the verdict. */
class LogUnitsTest {

    private static final String CLF =
            "192.0.2.1 - - [20/Nov/2026:10:#:00 +0000] \"GET /a HTTP/1.1\" 200 512 \"-\" \"curl/8.11.0\" ";

    /** A line for each value, a minute after the one before. */
    private static String lines(String template, String... values) {
        var lines = new StringBuilder();
        for (int i = 0; i < values.length; i++)
            lines.append(template.replace("#", String.format(Locale.ROOT, "%02d", i % 60))
                            .replace("~", values[i]))
                    .append('\n');
        return lines.toString();
    }

    /** JSON lines with one duration. */
    private static String json(String name, String... values) {
        return lines(
                "{\"time\":\"2026-11-20T10:#:00.123Z\",\"method\":\"GET\",\"uri\":\"/a\",\"status\":200,\"" + name
                        + "\":~}",
                values);
    }

    private static ReadLog read(String text, String format, String unit, long firstMicros) {
        ReadLog log = ReadLog.of(text, LogOptions.of(format, unit));
        assertEquals(firstMicros, log.firstDurationMicros(), log.read()::words);
        return log;
    }

    @Test
    void a_request_time_without_three_decimals_is_not_taken_for_that_of_nginx() {
        for (String text : List.of(
                json("request_time", "13", "8", "22", "5"), lines(CLF + "request_time=~", "13", "8", "22", "5")))
            read(text, null, null, 13_000).assertDoubt("milliseconds is a guess");
        read(json("request_time", "13.4", "8.4", "22.4", "5.4"), null, null, 13_400)
                .assertDoubt("milliseconds is a guess");
        String acquia = lines(CLF + "pid=3100 request_time=~ request_id=\"v-0f2\"", "13117", "8117", "22117", "5117");
        read(acquia, "apache", null, 13_117).assertSure();
        read(json("request_time", "0.120", "0.045"), null, null, 120_000).assertSure();
    }

    /** The number may be %D, %{ms}T or %T. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    44    | 19    | 264  | 44000   | too small for %D of
                    3     | 0     | 0    | 3000000 | too small for %D of
                    44    | 130   | 5120 | 44      | They may be milliseconds, as of %{ms}T
                    """)
    void a_named_server_does_not_say_which_field_the_duration_is(
            String one, String two, String three, long micros, String doubt) {
        for (String server : List.of("jetty", "apache", "tomcat-10.1")) {
            for (String text : List.of(lines(CLF + "~", one, two, three), json("duration", one, two, three))) {
                read(text, server, null, micros).assertDoubt(doubt);
                long millis = Long.parseLong(one);
                read(text, server, "ms", 1_000 * millis).assertSure();
            }
        }
        read(lines(CLF + "~", "2044", "1130", "875"), "jetty", null, 2_044).assertSure();
        read(lines(CLF + "~", "1000", "0", "0"), "jetty", null, 1_000).assertSure();
        read(lines(CLF + "~", "0.120", "0.045"), "tomcat-9", null, 120_000).assertSure();
    }

    /** A slow service with %T. In milliseconds the same numbers are a quick one. */
    @Test
    void whole_seconds_of_a_slow_service_are_no_proof_of_milliseconds() {
        read(lines(CLF + "~", "9", "0", "4", "12", "102", "3"), null, null, 9_000)
                .assertDoubt("may also be whole seconds");
        read(lines(CLF + "~", "9", "0", "4", "12", "402", "3"), null, null, 9_000)
                .assertSure();
        read(lines(CLF + "~", "9", "2", "4", "12", "102", "3"), null, null, 9_000)
                .assertSure();
    }

    /** The same with an event stream of half an hour among a thousand requests. */
    @Test
    void a_long_stream_among_whole_seconds_is_no_proof_of_milliseconds() {
        String[] seconds = new String[1_000];
        for (int i = 0; i < seconds.length; i++) seconds[i] = i == 500 ? "1800" : String.valueOf((i + 3) % 4);
        read(lines(CLF + "~", seconds), null, null, 3_000).assertDoubt("may also be whole seconds");
    }

    /** The same with three event streams: the only values over 60 would be over ten minutes. */
    @Test
    void several_long_streams_among_whole_seconds_are_no_proof_of_milliseconds() {
        String[] seconds = new String[1_000];
        for (int i = 0; i < seconds.length; i++) seconds[i] = i % 400 == 100 ? "1800" : String.valueOf((i + 3) % 4);
        read(lines(CLF + "~", seconds), null, null, 3_000).assertDoubt("may also be whole seconds");
        for (int i = 0; i < seconds.length; i++) if (i % 200 == 50) seconds[i] = "240"; // milliseconds have such, too
        read(lines(CLF + "~", seconds), null, null, 3_000).assertSure();
    }

    /** A server that counts within its process answers some requests in 30 µs. */
    @Test
    void some_times_below_50_microseconds_among_long_ones_prove_no_unit() {
        read(json("elapsed", "0.030578", "7.685893", "2.553335", "0.031156"), null, null, 30_578)
                .assertDoubt("seconds is a guess");
        read(json("elapsed", "0.0312", "0.0443", "0.3321", "0.6012"), null, null, 31_200)
                .assertDoubt("seconds is a guess");
        read(lines(CLF + "~", "22", "541", "6672", "37", "1200"), null, null, 22_000)
                .assertDoubt("milliseconds is a guess");
        read(json("elapsed", "0.031", "7.686", "2.553", "0.031"), null, null, 31_000)
                .assertSure();
        read(lines(CLF + "~", "22", "541", "672", "37", "120"), null, null, 22_000)
                .assertSure();
    }

    /** Jetty up to 11 counts milliseconds and writes microseconds. Some Java services write nanoseconds in this way. A quick request has 0. */
    @Test
    void zeros_of_a_clock_of_milliseconds_do_not_contradict_a_finer_unit() {
        String text = lines(CLF + "~", "1000", "0", "0", "12000", "0", "3000");
        read(text, "jetty", null, 1_000).assertSure();
        read(text, null, null, 1_000).assertDoubt("microseconds is a guess");
        String ecs = "{\"@timestamp\":\"2026-11-20T10:#:00.123Z\",\"http\":{\"request\":{\"method\":\"GET\"}},"
                + "\"url\":{\"path\":\"/a\"},\"event\":{\"duration\":~}}";
        read(lines(ecs, "12000000", "0", "3000000", "0", "45000000"), null, null, 12_000)
                .assertSure();
    }

    /** Milliseconds with one decimal: what takes 40 µs is written as 0.0. */
    @Test
    void zeros_with_one_decimal_prove_no_seconds() {
        read(json("elapsed", "12.4", "0.0", "8.1", "22.6"), null, null, 12_400).assertDoubt("milliseconds is a guess");
    }

    /** What is around a format string, and the word behind its duration. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    jetty.requestlog.formatString=%{client}a - %u %t "%r" %s %O "%{Referer}i" "%{User-Agent}i" %D ~ 30 ~ 30
                    `tomcat-10.1:pattern="%h %l %u %t &quot;%r&quot; %s %b &quot;%{Referer}i&quot; &quot;%{User-Agent}i&quot; %D"` ~ 30 ~ 30
                    `logback-access:<pattern>%h %l %u [%t] "%r" %s %b "%i{Referer}" "%i{User-Agent}" %D</pattern>` ~ 30 ~ 30000
                    `tomcat-9:server.tomcat.accesslog.pattern=%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" %D` ~ 30 ~ 30000
                    `%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" %D us` ~ 30 us ~ 30
                    `%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" (%D microseconds)` ~ (30 microseconds) ~ 30
                    `%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" %Dms` ~ 70000ms ~ 70000000
                    `tomcat-10.1:%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" %D ms` ~ 30 ms ~ 30
                    """)
    void a_pasted_format_string_keeps_its_server_and_its_unit(String format, String value, long micros) {
        read(lines(CLF + "~", value, value), format, null, micros).assertSure();
    }

    /** Gunicorn's {@code %(T)s} is whole seconds, {@code %(D)s} the same in microseconds. */
    @Test
    void of_two_durations_of_a_format_string_the_finer_one_is_read() {
        String start = "%(h)s %(l)s %(u)s %(t)s \"%(r)s\" %(s)s %(b)s \"%(f)s\" \"%(a)s\" ";
        for (String format : List.of(start + "%(T)s/%(D)s", "gunicorn:" + start + "%(T)s/%(D)s"))
            read(lines(CLF + "~", "0/120210", "1/1045210"), format, null, 120_210)
                    .assertSure();
        String logback = "%h %l %u [%t] \"%r\" %s %b \"%i{Referer}\" \"%i{User-Agent}\" %T %D";
        read(lines(CLF + "~", "0 120", "1 1045"), logback, null, 120_000).assertSure();
    }

    @Test
    void a_time_in_seconds_since_1970_is_read_in_a_pasted_format_string() {
        String line = "1795168801 GET /a 200 ~";
        read(lines(line, "30", "40"), "%{%s}t %m %U %>s %D", null, 30).assertSure();
        String envoy = "%START_TIME(%s)% %REQ(:METHOD)% %REQ(:PATH)% %RESPONSE_CODE% %DURATION%";
        read(lines(line, "30", "40"), envoy, null, 30_000).assertSure();
        String iso = envoy.replace("%s", "%Y-%m-%dT%H:%M:%S%z");
        read(lines("2026-11-20T10:#:00+0000 GET /a 200 ~", "30", "40"), iso, null, 30_000)
                .assertSure();
    }

    @Test
    void a_unit_behind_the_duration_that_the_values_contradict_is_not_taken() {
        String format = "%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\" %D us";
        String text = lines(CLF + "~ us", "4", "70", "12", "5", "6", "3", "120");
        read(text, format, null, 4_000).assertSure();
    }

    /** However a name spells its unit. */
    @ParameterizedTest
    @CsvSource({
        "elapsedMilliSeconds, 12.4, 12400",
        "response_time_milli_seconds, 12.4, 12400",
        "responseTimeMilliSec, 12.4, 12400",
        "responseTimeMSec, 12.4, 12400",
        "turnAroundTimeMSecs, 12, 12000",
        "response_time_millisecond, 12, 12000",
        "durationMicroSeconds, 2410.5, 2411",
        "reqtime_microsec, 2410, 2410",
        "elapsedUSec, 2410, 2410",
        "latencyNanoSec, 2410000, 2410",
        "elapsedSeconds, 1.25, 1250000",
        "duration_secs, 1.25, 1250000"
    })
    void the_unit_in_a_name_is_read(String name, String value, long micros) {
        read(json(name, value, value, value), null, null, micros).assertSure();
    }

    @Test
    void the_server_before_a_format_string_decides_the_unit_of_its_json() {
        String text = json("elapsedTime", "12044", "11300", "18750");
        read(text, "tomcat-9:%h %l %u %t \"%r\" %s %b %D", null, 12_044_000).assertSure();
        read(text, "tomcat-10.1:%h %l %u %t \"%r\" %s %b %D", null, 12_044).assertSure();
    }

    @Test
    void many_lines_of_a_start_before_the_first_request_do_no_harm() {
        String start = "Bean 'clock' of type java.time.Clock is ready\n".repeat(600);
        String[] values = new String[700];
        Arrays.fill(values, "2044");
        read(start + json("elapsedTime", values), "jetty", null, 2_044).assertSure();
        read(start + lines(CLF + "~ms", "12", "45"), null, null, 12_000).assertSure();
    }

    @Test
    void another_field_of_an_unknown_unit_does_not_hide_that_of_the_duration() {
        String line = "{\"time\":\"2026-11-20T10:#:00.123Z\",\"method\":\"GET\",\"uri\":\"/a\",\"status\":200,"
                + "\"queue_time\":0,\"duration_ms\":~}";
        read(lines(line, "120", "45", "780", "95", "210"), null, null, 120_000).assertSure();
    }

    @Test
    void a_date_that_is_named_as_a_duration_is_the_time_of_the_line() {
        String line =
                "{\"ip\":\"192.0.2.17\",\"method\":\"GET\",\"path\":\"/a\",\"status\":\"200\",\"latency_ms\":\"~\","
                        + "\"requestTime\":\"20/Nov/2026:10:#:00 +0000\"}";
        ReadLog log = read(lines(line, "120", "45", "780"), null, null, 120_000);
        log.assertSure();
        assertEquals(120, log.seconds(), 2);
    }

    @Test
    void a_time_since_1970_that_is_named_as_a_duration_is_the_time_of_the_line() {
        String line = "{\"requestTimeMillis\":17951688#123,\"method\":\"GET\",\"path\":\"/a\",\"status\":200,"
                + "\"elapsedMillis\":~}";
        ReadLog log = read(lines(line, "120", "45", "780"), null, null, 120_000);
        log.assertSure();
        assertEquals(2, log.seconds(), 1);
    }

    @Test
    void colours_in_the_json_of_docker_do_not_hide_the_unit() {
        String line =
                "{\"log\":\"\\u001b[32mGET\\u001b[0m /a 200 ~ms\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-20T10:#:00.123Z\"}";
        read(lines(line, "12", "45"), null, null, 12_000).assertSure();
    }

    @Test
    void ltsv_has_its_durations_in_the_unit_of_their_label() {
        String line = "time:[20/Nov/2026:10:#:00 +0000]\thost:192.0.2.17\treq:GET /a HTTP/1.1\tstatus:200\tsize:512"
                + "\treqtime_microsec:~\tapptime:-\truntime:-";
        read(lines(line, "2410", "1780", "5230", "980"), null, null, 2_410).assertSure();
    }

    @Test
    void large_seconds_of_a_name_of_nginx_are_a_doubt_until_the_unit_is_given() {
        for (String text : List.of(
                json("request_time", "13.417", "8.170", "22.005"),
                json("http.request_time", "13.417", "8.170", "22.005"),
                lines(CLF + "request_time=~", "13.417", "8.170", "22.005"))) {
            read(text, null, null, 13_417_000).assertDoubt("request_time is in seconds is a guess");
            read(text, null, "ms", 13_417).assertSure();
        }
    }
}
