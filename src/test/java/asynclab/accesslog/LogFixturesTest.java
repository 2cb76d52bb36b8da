package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.format.FormatTable;
import asynclab.accesslog.format.KnownFormat;
import asynclab.accesslog.format.KnownFormat.Trait;
import asynclab.accesslog.format.UnreadableLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Logs whose paths say the truth: {@code /hold/MILLISECONDS/BYTES} was held for so long. In the project's own logs it is {@code
 * ?ms=MILLISECONDS}. {@code real} has what servers wrote, {@code shape} what their documentation shows. So a number that is no duration, or
 * another unit, is seen at once. So is a path that is read wrong.
 */
class LogFixturesTest {

    private static final Path LOGS = Path.of("src/test/resources/accesslog");
    private static final Pattern HELD = Pattern.compile("(?:/hold/(?=\\d+/\\d)|\\?ms=)(\\d+)");
    /** The paths of the other requests of which a log may not say that they failed. */
    private static final Pattern NOT_HELD = Pattern.compile("/missing/page|/static/a\\.js|/moved|^\\*$");
    /** A request has two lines here. The one with the duration has no path. */
    private static final String WITHOUT_PATHS = "fastify.log";

    private static final double LONGER_MILLIS = 350; // a server that starts, and a busy machine
    private static final double ROUNDED_MILLIS = 3;
    private static final double SECOND_MILLIS = 1_000;

    /** A log of the index. */
    private record Fixture(Path file, String[] cells) {

        @Override
        public String toString() {
            return file.getFileName().toString();
        }
    }

    private static Stream<Fixture> fixtures(String folder) throws IOException {
        return Files.readAllLines(LOGS.resolve(folder).resolve("index.csv")).stream()
                .skip(1)
                .map(line -> line.split("\\|", -1))
                .map(cells -> new Fixture(LOGS.resolve(folder).resolve(cells[0]), cells));
    }

    static Stream<Fixture> real() throws IOException {
        return fixtures("real");
    }

    static Stream<Fixture> pasted() throws IOException {
        return real().filter(fixture -> fixture.cells[8].equals("yes"));
    }

    static Stream<Fixture> shapes() throws IOException {
        return fixtures("shape");
    }

    /** The lines alone: read right, or with a doubt that stands in the verdict, or refused. Never wrong and sure. */
    @ParameterizedTest
    @MethodSource("real")
    void a_log_of_a_real_server_is_read_right_or_doubted_or_refused(Fixture fixture) throws IOException {
        String expected = fixture.cells[7];
        if (expected.equals("refused")) {
            var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(fixture.file, null));
            assertFalse(refused.getMessage().contains("Exception"), refused.getMessage());
            return;
        }
        ReadLog log = ReadLog.of(fixture.file, null);
        assertEquals(
                expected.equals("doubt"),
                !log.read().doubts().isEmpty(),
                () -> log.read().words() + log.read().doubts());
        assertHeld(fixture, log);
    }

    /** The format string as it stands in the server's configuration file. */
    @ParameterizedTest
    @MethodSource("pasted")
    void a_pasted_format_string_reads_its_log(Fixture fixture) throws IOException {
        ReadLog log = ReadLog.of(fixture.file, fixture.cells[2]);
        assertHeld(fixture, log);
    }

    /** A known format is recognised by its lines; others are read by a format string in their server's language, or refused. */
    @ParameterizedTest
    @MethodSource("shapes")
    void a_log_of_a_documented_shape_is_read_right_or_refused(Fixture fixture) throws IOException {
        String expected = fixture.cells[1];
        if (expected.equals("refused")) {
            var refused = assertThrows(UnreadableLog.class, () -> ReadLog.of(fixture.file, null));
            assertTrue(refused.getMessage().contains(fixture.cells[2]), refused.getMessage());
            return;
        }
        assertHeld(fixture, ReadLog.of(fixture.file, expected));
        KnownFormat known = FormatTable.table().format(expected);
        if (known == null || known.traits().contains(Trait.SHARED)) return;
        ReadLog alone = ReadLog.of(fixture.file, null);
        assertTrue(
                alone.read().words().startsWith("Read as " + known.title() + "."),
                alone.read().words());
        assertHeld(fixture, alone);
    }

    /** A request that has not failed must say how long it was held, or be one of the few others. So nothing is left out. */
    private static void assertHeld(Fixture fixture, ReadLog log) {
        assertFalse(log.requests().isEmpty(), log.read().words());
        if (fixture.toString().equals(WITHOUT_PATHS)) {
            assertTrue(
                    log.requests().stream().allMatch(request -> request.path().isEmpty()));
            return;
        }
        double before = log.read().wholeSeconds() ? SECOND_MILLIS : ROUNDED_MILLIS;
        double after = log.read().wholeSeconds() ? SECOND_MILLIS : LONGER_MILLIS;
        int compared = 0;
        for (LoggedRequest request : log.requests()) {
            boolean cutShort = request.status() >= 400;
            if (cutShort || NOT_HELD.matcher(request.path()).find()) continue;
            Matcher held = HELD.matcher(request.path());
            assertTrue(
                    held.find(),
                    () -> "the path of " + request + " is wrong. " + log.read().words());
            double millis = request.durationMicros() / 1e3;
            double planned = Double.parseDouble(held.group(1));
            assertTrue(
                    millis >= planned - before && millis <= planned + after,
                    () -> request + " " + log.read().words());
            compared++;
        }
        assertTrue(compared > 0, () -> "nothing was compared. " + log.read().words());
    }

    @Test
    void every_entry_of_the_table_says_where_it_comes_from_and_has_a_log() throws IOException {
        List<String> logs =
                shapes().map(fixture -> fixture.cells[1].split(":")[0]).toList();
        for (KnownFormat known : FormatTable.table().formats()) {
            assertTrue(known.source().contains("/"), known.name());
            if (known.refuse() == null && !known.name().equals("jmeter"))
                assertTrue(logs.contains(known.name()), known.name() + " has no log");
        }
        FormatTable.table()
                .dialects()
                .forEach(dialect -> assertFalse(dialect.source().isBlank(), dialect.name()));
    }
}
