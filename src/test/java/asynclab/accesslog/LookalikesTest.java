package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
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
        String words = log.read().words();
        assertTrue(words.contains("The time is the " + (start ? "start" : "end")), words);
        assertEquals(List.of(), log.read().doubts());
        assertEquals(40_000, log.requests().get(0).durationMicros());
        String named = ReadLog.of(lines.toString(), LogOptions.of("reactor-netty", null))
                .read()
                .words();
        assertTrue(named.contains("The time is the start"), named);
    }
}
