package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Locale;
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

    private static void assertMillis(String template) {
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
    }
}
