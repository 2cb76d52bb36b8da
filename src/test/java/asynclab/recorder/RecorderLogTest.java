package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the log, and its files. */
class RecorderLogTest {

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();

    private RecorderLog log(Path file, long bytes, int files) {
        return new RecorderLog(file, bytes, files, new ServerFacts("Played/1.0"), said::add);
    }

    private static RecordedRequest request(String uri) {
        return new RecordedRequest(
                new Arrival(1_800_000_000_000_042L, 0, 7, Arrival.From.POOL, -1, true),
                "GET",
                uri,
                200,
                1_234,
                new RecordedRequest.ThreadWork(-1, -1, -1, -1),
                new RecordedRequest.Connections(5, 6, 2),
                1,
                false,
                true,
                RecordedRequest.RequestOutcome.ANSWERED);
    }

    private String line(String uri) throws IOException {
        Path file = folder.resolve("one.log");
        RecorderLog log = log(file, 10_000, 2);
        log.write(request(uri));
        log.close(0);
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_request_is_a_line_with_dashes_for_what_is_unknown() throws IOException {
        assertEquals(
                "2027-01-15 08:00:00.000042 GET /a/c 200 1234 7 pool - - - 5 6 2 - 1 no virtual answered",
                line("/a;jsessionid=1/c"));
    }

    @Test
    void a_blank_cannot_begin_another_field() throws IOException {
        assertTrue(line("/a b\n\u00e9").contains(" /a%20b%0A%C3%A9 200 "));
    }

    /** Jetty 9.4 and 10 pass a quote on. A reader would take it as the begin of a quoted field. */
    @Test
    void a_quote_begins_no_quoted_field() throws IOException {
        assertTrue(line("/a\"b").contains(" /a%22b 200 "));
    }

    @Test
    void a_request_without_a_path_is_a_line() throws IOException {
        assertTrue(line(null).contains(" GET - 200 "));
    }

    @Test
    void a_file_begins_with_the_header_and_a_second_start_adds_another() throws IOException {
        line("/");
        line("/");
        List<String> heads = Files.readAllLines(folder.resolve("one.log")).stream()
                .filter(line -> line.startsWith("#Version") || line.startsWith("#Server"))
                .toList();
        assertEquals(4, heads.size());
        assertTrue(heads.get(1).startsWith("#Server: container=\"Played/1.0\" java="), heads::toString);
    }

    @Test
    void a_second_recorder_of_the_same_file_writes_another() throws IOException {
        Path file = folder.resolve("same.log");
        RecorderLog first = log(file, 10_000, 2);
        RecorderLog second = log(file, 10_000, 2);
        first.write(request("/first"));
        second.write(request("/second"));
        first.close(0);
        second.close(0);
        assertTrue(Files.readString(file).contains(" /first "));
        assertFalse(Files.readString(file).contains(" /second "));
        assertTrue(Files.readString(folder.resolve("same-2.log")).contains(" /second "));
        assertEquals(1, said.size());
    }

    /** On Linux a process that closes a file loses its locks of it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_second_recorder_leaves_the_lock_of_the_first() throws IOException {
        Path file = folder.resolve("locked.log");
        RecorderLog first = log(file, 10_000, 2);
        RecorderLog second = log(file, 10_000, 2);
        first.write(request("/first"));
        String locked = ":" + Files.getAttribute(file, "unix:ino") + " ";
        var locks = Path.of("/proc/locks");
        assumeTrue(
                Files.isReadable(locks) && Files.readString(locks).contains(locked), "the system does not show locks");
        second.write(request("/second"));
        second.close(0);
        assertTrue(Files.readString(locks).contains(locked), locked);
        first.close(0);
        RecorderLog third = log(file, 10_000, 2);
        third.write(request("/third"));
        third.close(0);
        assertTrue(Files.readString(file).contains(" /third "));
    }

    @Test
    void the_folder_may_be_a_link() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("real")));
        RecorderLog log = log(link.resolve("one.log"), 10_000, 2);
        log.write(request("/"));
        log.close(0);
        assertTrue(Files.exists(folder.resolve("real/one.log")));
        assertEquals(List.of(), said);
    }

    @Test
    void full_files_are_kept_up_to_their_number() throws IOException {
        Path file = folder.resolve("many.log");
        RecorderLog log = log(file, 10_000, 3);
        for (int i = 0; i < 1_000; i++) log.write(request("/" + i));
        log.close(0);
        assertTrue(Files.readString(file).contains("/999 "));
        for (String name : List.of("many.log", "many.log.1", "many.log.2")) {
            assertTrue(Files.readString(folder.resolve(name)).startsWith("#Version: 1.0\n"), name);
            assertTrue(Files.size(folder.resolve(name)) < 11_000, name);
        }
        assertFalse(Files.exists(folder.resolve("many.log.3")));
    }

    /** Jetty's pool has all of its threads for requests when the connectors have stopped. */
    @Test
    void what_the_server_is_like_when_it_has_stopped_is_not_written() throws IOException {
        Path file = folder.resolve("stopped.log");
        var facts = new ServerFacts("Played/1.0");
        var log = new RecorderLog(file, 10_000, 2, facts, said::add);
        log.write(request("/"));
        log.second(0);
        facts.requestsOn(true, null);
        log.second(0);
        log.close(0);
        assertFalse(Files.readString(file).contains("threads=virtual"), Files.readString(file));
    }

    @Test
    void what_was_dropped_is_written_once_a_second() throws IOException {
        Path file = folder.resolve("dropped.log");
        RecorderLog log = log(file, 10_000, 2);
        log.write(request("/"));
        log.second(5);
        log.second(5);
        log.close(5);
        List<String> dropped = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("#Dropped: "))
                .toList();
        assertEquals(1, dropped.size());
        assertTrue(dropped.get(0).endsWith(" 5"), dropped::toString);
    }

    /** The first file is full after its seventh request. */
    @Test
    void nothing_that_was_dropped_is_lost_between_two_files() throws IOException {
        Path file = folder.resolve("rotated.log");
        RecorderLog log = log(file, 2_700, 3);
        log.write(request("/a"));
        log.second(2);
        for (int i = 0; i < 6; i++) log.write(request("/" + "b".repeat(300)));
        assertFalse(Files.exists(file));
        log.write(request("/c"));
        log.second(7);
        log.close(7);
        var counted = new ArrayList<String>();
        try (var files = Files.list(folder)) {
            for (Path each : files.toList())
                for (String line : Files.readAllLines(each))
                    if (line.startsWith("#Dropped: ")) counted.add(line.substring(line.lastIndexOf(' ') + 1));
        }
        counted.sort(null);
        assertEquals(List.of("2", "5"), counted);
    }

    @Test
    void a_log_that_cannot_be_written_is_said_once() throws IOException {
        Path noFolder = Files.writeString(folder.resolve("file"), "");
        RecorderLog log = log(noFolder.resolve("recorder.log"), 10_000, 2);
        for (int i = 0; i < 3; i++) log.write(request("/"));
        log.close(0);
        assertEquals(3, log.lost());
        assertEquals(1, said.size());
        assertTrue(said.get(0).contains("cannot be written"), said::toString);
    }
}
