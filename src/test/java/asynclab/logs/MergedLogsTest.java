package asynclab.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.format.UnreadableLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rotated files, and those of several servers, are read in the order of their times. */
class MergedLogsTest {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final LogOptions OPTIONS = LogOptions.of("tomcat-9", null);
    private static final long MOST_BYTES = 10_000_000;

    @TempDir
    Path folder;

    /** Ten requests a second. */
    private Path file(String name, int fromSecond, int seconds) throws IOException {
        var lines = new ArrayList<String>();
        for (int i = 0; i < 10 * seconds; i++)
            lines.add("192.0.2.1 - - [" + STAMP.format(Instant.ofEpochSecond(1_700_000_000 + fromSecond + i / 10))
                    + "] \"GET /" + name + " HTTP/1.1\" 200 5 \"-\" \"x\" 30");
        return Files.write(folder.resolve(name), lines);
    }

    @Test
    void requests_come_in_the_order_of_time_and_none_is_lost() throws IOException {
        List<Path> files = List.of(
                file("a.log", 1_200, 600), // rotated: the last one comes first
                file("b.log", 0, 600),
                file("c.log", 500, 700),
                file("d.log", 500, 700));
        var merged = new ArrayList<LoggedRequest>();
        var progress = new long[1];
        LogRead read = MergedLogs.read(
                files, OPTIONS, MOST_BYTES, merged::add, (lines, bytes) -> progress[0] = Math.max(progress[0], bytes));
        var inFiles = new ArrayList<LoggedRequest>();
        assertEquals(LogFiles.read(files, OPTIONS, MOST_BYTES, inFiles::add, (lines, bytes) -> {}), read);
        assertEquals(26_000, merged.size());
        assertEquals(Set.copyOf(inFiles), Set.copyOf(merged));
        long latest = 0;
        for (LoggedRequest request : merged) {
            latest = Math.max(latest, request.startMicros());
            long late = (latest - request.startMicros()) / 1_000_000;
            assertTrue(
                    late <= 110, () -> request + " comes " + late + " s late"); // a batch of a file, and its disorder
        }
        long size = 0;
        for (Path file : files) size += Files.size(file);
        assertEquals(size, progress[0]);
    }

    @Test
    void a_file_that_cannot_be_read_is_named() throws IOException {
        Path bad = file("bad.log", 10, 1_000);
        Files.writeString(bad, "no request\n192.0.2.1 GET /x\n".repeat(10_000), StandardOpenOption.APPEND);
        List<Path> files = List.of(file("good.log", 0, 1_000), bad);
        var refused = assertThrows(
                UnreadableLog.class,
                () -> MergedLogs.read(files, OPTIONS, MOST_BYTES, request -> {}, (lines, bytes) -> {}));
        assertTrue(refused.getMessage().startsWith("bad.log: "), refused::getMessage);
    }

    @Test
    void only_several_large_files_are_merged() throws IOException {
        Path small = file("small.log", 0, 1);
        Path large = Files.write(folder.resolve("large.log"), new byte[40_000_001]);
        assertEquals(false, MergedLogs.areLarge(List.of(small, small)));
        assertEquals(false, MergedLogs.areLarge(List.of(large)));
        assertEquals(true, MergedLogs.areLarge(List.of(small, large)));
        assertEquals(false, MergedLogs.areLarge(List.of(large, folder)));
    }
}
