package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.format.UnreadableLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the log of a proxy says of the server behind it, and what it does not say. */
class ProxyLogsTest {

    private static final Path SHAPES = Path.of("src/test/resources/accesslog/shape");

    @ParameterizedTest
    @CsvSource({"istio.log, 5", "istio-json.log, 4"})
    void the_calls_that_a_service_makes_through_its_sidecar_are_no_requests_to_it(String file, long calls)
            throws IOException {
        ReadLog log = ReadLog.of(SHAPES.resolve(file), null);
        assertEquals(12, log.requests().size());
        assertEquals(calls, log.read().bad().get("not requests"), log.read().badWords());
        log.assertSure();
    }

    @ParameterizedTest
    @CsvSource({"istio-gateway", "istio-json-gateway"})
    void a_log_with_outbound_clusters_alone_is_a_gateways_or_a_doubt(String name) throws IOException {
        Path file = SHAPES.resolve(name + ".log");
        ReadLog.of(file, null).assertDoubt("-DlogFormat=" + name + " says so");
        ReadLog.of(file, name).assertSure();
    }

    private static String envoy(String answer, String times, String host) {
        return String.format(
                "[2026-11-20T10:00:01.100Z] \"GET /a HTTP/1.1\" %s 0 24 %s \"-\" \"x\" \"1\" \"shop\" \"%s\"%n",
                answer, times, host);
    }

    /** The slowest requests of an overloaded service are those that the proxy gives up. */
    @Test
    void a_request_that_its_server_did_not_answer_takes_as_long_as_the_proxy_waited() {
        ReadLog log = ReadLog.of(
                envoy("200 -", "121 120", "10.0.0.1:80").repeat(40)
                        + envoy("504 UT", "15000 -", "10.0.0.1:80")
                        + envoy("0 DC", "700 -", "10.0.0.1:80")
                        + envoy("0 DC", "5 -", "-")
                        + envoy("503 UF", "250 -", "10.0.0.1:80"),
                LogOptions.NONE);
        assertEquals(42, log.requests().size());
        assertEquals(15_000_000, log.requests().get(40).durationMicros());
        assertEquals(700_000, log.requests().get(41).durationMicros());
        assertEquals(2L, log.read().bad().get("answered without the upstream server"));
        log.assertDoubt("2 of 42 requests got no answer from the server behind the proxy");
    }

    @Test
    void a_timeout_at_a_load_balancer_of_AWS_takes_from_its_creation_to_its_end() {
        String line =
                "https 2026-11-20T10:%s app/shop/1 192.0.2.17:40000 10.0.0.1:80 %s 180 48 \"GET https://shop:443/a HTTP/1.1\""
                        + " \"x y\" ECDHE TLSv1.2 arn:aws:1 \"Root=1-9e37\" \"shop\" \"arn:aws:2\" 0 2026-11-20T10:00:00.000000Z"
                        + " \"forward\" \"-\" \"-\" \"10.0.0.1:80\" \"-\" \"-\" \"-\"%n";
        ReadLog log = ReadLog.of(
                String.format(line, "00:00.120000Z", "0.000 0.120 0.000 200 200")
                                .repeat(20)
                        + String.format(line, "01:00.000000Z", "0.001 -1 -1 504 -")
                        + String.format(line, "00:02.000000Z", "-1 -1 -1 503 -"),
                LogOptions.NONE);
        assertEquals(21, log.requests().size());
        assertEquals(59_999_000, log.requests().get(20).durationMicros());
        long first = log.requests().get(0).startMicros();
        assertEquals(1_000, log.requests().get(20).startMicros() - first, "after the time to send it to the target");
        assertEquals(1L, log.read().bad().get("answered without the upstream server"));
        log.assertDoubt("1 of 21 requests got no answer");
    }

    @Test
    void timeouts_without_a_time_are_a_doubt() {
        String line =
                "2026-11-20T10:00:01.100000Z lb 192.0.2.17:40000 10.0.0.1:80 0.000087 %s 0 48 \"GET http://shop:80/a HTTP/1.1\" \"x\" - -%n";
        ReadLog log = ReadLog.of(
                String.format(line, "0.120000 0.000420 200 200").repeat(20) + String.format(line, "-1 -1 504 0"),
                LogOptions.NONE);
        assertEquals(20, log.requests().size());
        assertEquals(1L, log.read().bad().get("without an answer of the upstream server"));
        log.assertDoubt("the log has no time of them");
    }

    /** HAProxy's Tr begins at the server, and its Ta before the queue. Names such as time_response do not say which of them it is. */
    @Test
    void a_wait_that_is_longer_than_the_duration_is_not_a_part_of_it() {
        String line = "{\"time\":\"2026-11-20T10:00:01.100Z\",\"method\":\"GET\",\"uri\":\"/a\",\"status\":200,"
                + "\"time_queue\":%d,\"time_response\":121}%n";
        String first = String.format(line, 40);
        var names =
                LogOptions.of("json:time=time,server=time_response:ms,wait=time_queue:ms,method=method,path=uri", null);
        for (ReadLog log : List.of(
                ReadLog.of(first + String.format(line, 400), LogOptions.of("", "ms")), ReadLog.of(first, names))) {
            assertEquals(121_000, log.firstDurationMicros());
            assertEquals(40_000, log.requests().get(0).waitedMicros());
            log.assertSure();
        }
        ReadLog.of(first, LogOptions.of("", "ms")).assertDoubt("server=time_response,wait=time_queue");
        String text = "2026-11-20 10:00:01.100 GET /a 200 run_ms=121 queue_ms=400\n";
        assertEquals(121_000, ReadLog.of(text, LogOptions.NONE).firstDurationMicros());
    }

    /** The same in text, and the time of a backend. The option in the doubt settles it. */
    @ParameterizedTest
    @CsvSource({
        "total_ms=%d backend_ms=20, That backend_ms is the server, 20, 500",
        "run_ms=%d queue_ms=40, That run_ms contains the waiting of queue_ms, 460, 500"
    })
    void parts_of_a_duration_in_text_are_a_doubt(String fields, String doubt, long millis, long settled) {
        String lines = String.format("2026-11-20 10:00:01.100 GET /a 200 " + fields + "%n", 500);
        ReadLog log = ReadLog.of(lines, LogOptions.NONE);
        assertEquals(1_000 * millis, log.firstDurationMicros());
        log.assertDoubt(doubt);
        String option = log.read().doubts().toString().replaceAll("(?s).*-DlogFormat='([^']*)'.*", "$1");
        ReadLog other = ReadLog.of(lines, LogOptions.of(option, null));
        assertEquals(1_000 * settled, other.firstDurationMicros(), option);
        other.assertSure();
    }

    /** HAProxy's Tq and Tt begin where the response before ended, and TR and Ta at the first byte of the request. */
    @ParameterizedTest
    @CsvSource({
        "%TR/%Tw/%Tc/%Tr/%Tt, give the format string with %Ta in the place of %Tt",
        "%Ti/%Tw/%Tc/%Tr/%Tt, give the format string with %Ta in the place of %Tt",
        "%Tq/%Tw/%Tc/%Tr/%Ta, give the format string with %Ti in the place of %Tq"
    })
    void times_of_HAProxy_with_a_part_of_the_idle_time_are_refused(String times, String advice) {
        String start = "haproxy:[%tr] %HM %HU %ST ";
        String line = "[20/Nov/2026:10:00:01.100] GET /a 200 5010/40/2/90/5145\n";
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(line, LogOptions.of(start + times, null)));
        assertTrue(refused.getMessage().contains(advice), refused.getMessage());
        ReadLog older = ReadLog.of(line, LogOptions.of(start + "%Tq/%Tw/%Tc/%Tr/%Tt", null));
        assertEquals(93_000, older.firstDurationMicros());
    }

    @Test
    void a_timeout_of_Kong_takes_as_long_as_Kong_waited() {
        String line =
                "{\"latencies\":{\"request\":%d,\"kong\":1,\"proxy\":%d},\"request\":{\"uri\":\"/a\",\"method\":\"GET\"},"
                        + "\"response\":{\"status\":%d},\"started_at\":1795168801100,\"upstream_status\":\"%d\"}%n";
        ReadLog log = ReadLog.of(
                String.format(line, 121, 120, 200, 200).repeat(20) + String.format(line, 60_003, -1, 504, 504),
                LogOptions.NONE);
        assertEquals(21, log.requests().size());
        assertEquals(60_003_000, log.requests().get(20).durationMicros());
    }

    /** A servlet that writes an export for 8 s holds its thread for 8 s. Envoy's time of the server ends after 12 ms. */
    @Test
    void a_long_time_after_the_headers_of_the_response_is_a_doubt() {
        String quick = envoy("200 -", "121 120", "10.0.0.1:80").repeat(40);
        ReadLog log = ReadLog.of(quick, LogOptions.NONE);
        log.assertSure();
        assertEquals(List.of(), log.read().remarks());
        log = ReadLog.of(quick + envoy("200 -", "8000 12", "10.0.0.1:80"), LogOptions.NONE);
        log.assertDoubt("The durations end with the headers of the response, and 63 %");
        List<String> remarks = log.read().remarks();
        assertTrue(remarks.get(0).contains("bodies that the server writes"), remarks::toString);
    }

    @ParameterizedTest
    @CsvSource({"alb", "elb", "linkerd"})
    void a_log_without_the_time_of_the_bodies_has_a_remark(String name) throws IOException {
        ReadLog log = ReadLog.of(SHAPES.resolve(name + ".log"), null);
        log.assertSure();
        List<String> remarks = log.read().remarks();
        assertTrue(remarks.get(0).startsWith("The durations end with the headers"), remarks::toString);
    }
}
