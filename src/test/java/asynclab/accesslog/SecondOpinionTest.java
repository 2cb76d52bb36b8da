package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.logs.LogFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nl.basjes.parse.core.Field;
import nl.basjes.parse.core.Parser;
import nl.basjes.parse.httpdlog.HttpdLoglineParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another parser of access logs, nl.basjes.parse.httpdlog, reads the same fields of the same lines. */
class SecondOpinionTest {

    /** What the other parser finds in a line. It knows no units: it calls every %D microseconds. */
    public static final class Opinion {

        private String epochMillis;
        private String duration;
        private String firstLine;
        private String status;

        @Field("TIME.EPOCH:request.receive.time.epoch")
        public void time(String name, String value) {
            epochMillis = value;
        }

        @Field("MICROSECONDS:response.server.processing.time")
        public void duration(String name, String value) {
            duration = value;
        }

        @Field("HTTP.FIRSTLINE:request.firstline")
        public void firstLine(String name, String value) {
            firstLine = value;
        }

        @Field("STRING:request.status.last")
        public void status(String name, String value) {
            status = value;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    apache-1.log      | apache    | 1    | `%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %D`
                    tomcat-9-1.log    | tomcat-9  | 1000 | `%h %l %u %t "%r" %>s %b %D`
                    tomcat-10.1-1.log | apache    | 1    | `%h %l %u %t "%r" %>s %b %D`
                    """)
    void both_read_the_same_of_a_line(String file, String server, long microsOfUnit, String format) throws Exception {
        Path log = Path.of("src/test/resources/accesslog", file);
        var requests = new ArrayList<LoggedRequest>();
        LogFiles.read(
                List.of(log),
                LogOptions.of(server + ":" + format, ""),
                LogFiles.MOST_BYTES,
                requests::add,
                lines -> {});
        Parser<Opinion> parser = new HttpdLoglineParser<>(Opinion.class, format);
        List<String> lines = Files.readAllLines(log).stream()
                .filter(line -> line.contains("HTTP/")) // what is no request is counted apart
                .toList();
        assertEquals(lines.size(), requests.size());
        for (int i = 0; i < lines.size(); i++) {
            Opinion other = parser.parse(new Opinion(), lines.get(i));
            LoggedRequest ours = requests.get(i);
            assertEquals(Long.parseLong(other.duration) * microsOfUnit, ours.durationMicros());
            assertEquals(other.status, String.valueOf(ours.status()));
            assertTrue(
                    ours.path().isEmpty() || other.firstLine.startsWith(ours.method() + " " + ours.path()),
                    lines.get(i));
            long stamp = ours.startMicros() + (server.equals("apache") ? 0 : ours.durationMicros());
            assertEquals(Long.parseLong(other.epochMillis) / 1_000, Math.floorDiv(stamp, 1_000_000L), lines.get(i));
        }
    }
}
