package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.accesslog.RecorderFacts.ProcessorTotal;
import asynclab.accesslog.format.UnreadableLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of our recorder's log, and the attributes that it gives to the log of a server. */
class RecorderLinesTest {

    private static final List<String> HEADER = List.of(
            "#Version: 1.0",
            "#Software: asynclab-recorder 1",
            "#Server: container=\"Apache Tomcat/9.0.117\" java=17 processors=2",
            "#Fields: date time cs-method cs-uri-stem sc-status x-time-us x-wait-us x-wait-from x-cpu-us x-off-cpu-us x-blocked-us"
                    + " x-conn-wait-us x-conn-held-us x-conn-count x-alloc-bytes x-dispatches x-async x-thread x-end");
    private static final String KNOWN =
            "2026-11-26 04:30:00.123456 GET /search 200 105321 2310 pool 812 104500 - 12 98011 1 53120 1 no platform answered";
    private static final String UNKNOWN =
            "2026-11-26 04:30:01.000001 GET /a 200 7 40 container - - - - - - - 2 yes virtual answered";

    private static ReadLog read(List<String> header, String... lines) {
        var all = new ArrayList<>(header);
        all.addAll(List.of(lines));
        return ReadLog.of(String.join("\n", all) + "\n", LogOptions.NONE);
    }

    private static long micros(String time) {
        Instant instant = Instant.parse(time);
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    }

    @Test
    void a_request_has_its_arrival_before_the_waiting_and_its_parts() {
        List<LoggedRequest> requests =
                read(HEADER, KNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN).requests();
        var parts = new RequestParts(true, true, 812, 12, 98_011, false);
        long first = micros("2026-11-26T04:30:00.123456Z");
        assertEquals(new LoggedRequest(first - 2_310, 2_310, 105_321, "GET", "/search", 200, parts), requests.get(0));
        assertEquals(
                new RequestParts(true, false, -1, -1, -1, true), requests.get(1).parts());
        assertEquals(7, requests.get(1).durationMicros(), "however fast");
    }

    @Test
    void facts_of_the_server_come_from_the_header_and_later_lines() {
        RecorderFacts facts = read(
                        HEADER,
                        KNOWN,
                        "#Server: container=\"Apache Tomcat/9.0.117\" java=17 threads=60 processors=2",
                        "#Process: 2026-11-26 04:30:01.000000 cpu-us=81234567",
                        "#Process: 2026-11-26 04:30:02.000000 cpu-us=many",
                        "#Dropped: 2026-11-26 04:30:01.000000 12",
                        "#Server: threads=80",
                        "#Dropped: 2026-11-26 04:30:02.000000 15")
                .read()
                .recorder();
        assertEquals(List.of("60", "80"), facts.server().get("threads"));
        assertEquals(80, facts.number("threads"));
        assertEquals("Apache Tomcat/9.0.117", facts.last("container"));
        assertEquals(List.of("2"), facts.server().get("processors"));
        assertEquals(0, facts.number("connections"));
        assertEquals(List.of(new ProcessorTotal(micros("2026-11-26T04:30:01Z"), 81_234_567)), facts.process());
        assertEquals(15, facts.dropped());
        assertNull(ReadLog.of(
                        "#Fields: date time cs-method cs-uri-stem sc-status time-taken\n2026-11-26 04:30:01 GET /a 200 12\n"
                                + "#Dropped: 2026-11-26 04:30:01 1\n",
                        LogOptions.NONE)
                .read()
                .recorder());
    }

    @Test
    void files_that_come_as_one_count_what_each_of_them_dropped() {
        var second = new ArrayList<>(HEADER);
        second.add(KNOWN);
        second.add("#Dropped: 2026-11-26 04:30:02.000000 3");
        ReadLog log = read(HEADER, KNOWN, "#Dropped: 2026-11-26 04:30:01.000000 4", String.join("\n", second));
        assertEquals(7, log.read().recorder().dropped());
        assertEquals(2, log.requests().size());
    }

    @Test
    void files_of_the_recorder_and_of_a_server_may_have_the_same_requests() {
        LogRead recorded = read(HEADER, KNOWN).read();
        LogRead other = ReadLog.of(
                        "#Fields: date time cs-method cs-uri-stem sc-status time-taken\n2026-11-26 04:30:01 GET /a 200 12\n",
                        LogOptions.NONE)
                .read();
        for (LogRead both : List.of(recorded.plus(other), other.plus(recorded)))
            assertTrue(both.doubts().toString().contains("Requests that are in both count twice."), both::toString);
        assertEquals(
                List.of(), recorded.plus(read(HEADER).read()).plus(recorded).doubts());
    }

    @Test
    void its_unit_is_not_that_of_an_option() {
        String text = String.join("\n", HEADER) + "\n" + KNOWN + "\n";
        var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(text, LogOptions.of("", "ms")));
        assertEquals("This log says its unit itself, so leave out -DdurationUnit=ms.", refused.getMessage());
    }

    @Test
    void a_night_without_requests_and_a_file_without_any_are_read() {
        var night = new ArrayList<>(HEADER);
        for (int i = 0; i < 6_000; i++) night.add("#Process: 2026-11-26 04:30:01.000000 cpu-us=" + i);
        assertEquals(1, read(night, KNOWN).requests().size());
        LogRead empty = read(night).read();
        assertEquals(0, empty.requests());
        assertEquals(6_000, empty.recorder().process().size());
        LogRead both = empty.plus(read(HEADER, KNOWN).read());
        assertEquals(1, both.requests());
        assertTrue(both.words().startsWith("Read as the log of Async Servlet Lab's recorder."), both::words);
    }

    @Test
    void the_attributes_are_read_from_a_servers_own_log() {
        String format =
                "%h %{yyyy-MM-dd HH:mm:ss.SSS}t \"%r\" %s %D %{asynclab.time}r %{asynclab.wait}r %{asynclab.wait.from}r"
                        + " %{asynclab.cpu}r %{asynclab.conn.wait}r %{asynclab.conn.held}r";
        String line = "127.0.0.1 2026-11-26 04:30:00.300 \"GET /a HTTP/1.1\" 200 76 75308 441 pool 1078 10 10712\n";
        for (String server : List.of("tomcat-9:" + format, "jetty:" + format.replace("}r", "}attr"))) {
            LoggedRequest request = ReadLog.of(line.repeat(9), LogOptions.of(server, null))
                    .requests()
                    .get(0);
            assertEquals(new RequestParts(true, true, 1_078, 10, 10_712, false), request.parts(), server);
            assertEquals(75_308, request.durationMicros());
            assertEquals(441, request.waitedMicros());
        }
    }
}
