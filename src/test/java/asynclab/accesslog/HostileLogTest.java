package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.format.UnreadableLog;
import asynclab.logs.LogFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that no server wrote, and files that are larger than memory: nothing crashes, everything is counted. */
class HostileLogTest {

    private static final String LINE =
            "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a?b=c HTTP/1.1\" 200 5 \"-\" \"agent \\\" x\" 30\n";
    private static final List<String> FIXTURES = List.of(
            "tomcat-9-1.log tomcat-9-3.log jetty-12.log nginx-1.log nginx-3.log apache-2.log own-text.log own-json.log jmeter.csv"
                    .split(" "));

    @TempDir
    Path folder;

    private final List<LoggedRequest> requests = new ArrayList<>();

    private LogRead read(byte[] bytes, int chunk) {
        requests.clear();
        var reader = new LogReader(LogOptions.NONE, requests::add);
        for (int at = 0; at < bytes.length; at += chunk) reader.accept(bytes, at, Math.min(chunk, bytes.length - at));
        return reader.finish();
    }

    private LogRead read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return read(bytes, bytes.length);
    }

    @Test
    void a_hundred_thousand_mutated_lines_are_each_a_request_or_counted() throws IOException {
        var random = new Random(21);
        for (String fixture : FIXTURES) {
            byte[] real = Files.readAllBytes(Path.of("src/test/resources/accesslog", fixture));
            List<String> lines =
                    new String(real, StandardCharsets.UTF_8).lines().toList();
            var text = new StringBuilder();
            for (int i = 0; i < 50_000; i++) // more than a fifth of lost requests would refuse the log
            text.append(lines.get(i % lines.size())).append('\n');
            for (int i = 0; i < 100_000 / FIXTURES.size(); i++)
                text.append(mutated(lines.get(random.nextInt(lines.size())), random))
                        .append('\n');
            LogRead read = read(text.toString());
            assertEquals(requests.size(), read.requests(), fixture);
            long headers = text.toString().lines().filter(lines.get(0)::equals).count();
            assertEquals(
                    read.lines(),
                    read.requests() + apart(read) + read.badLines() + (fixture.endsWith("csv") ? headers : 0),
                    fixture);
            assertTrue(read.badLines() > 100, fixture + " was hardly mutated");
            assertTrue(read.samples().stream().allMatch(sample -> sample.length() <= 201), fixture);
            for (LoggedRequest request : requests)
                assertTrue(
                        request.durationMicros() >= 0 && request.durationMicros() <= 86_400_000_000L,
                        request.toString());
        }
    }

    /** Each would take minutes or gigabytes, if time or memory grew with the square of a line. */
    @Test
    void long_names_long_words_and_many_facts_take_no_more_than_they_are_long() {
        String facts = "#Server: " + "a=1 a=2 ".repeat(8_000) + "\n";
        String head =
                "#Version: 1.0\n#Software: asynclab-recorder 1\n#Fields: date time cs-method cs-uri-stem sc-status x-time-us\n";
        LogRead recorded = read(head + facts.repeat(16) + "2026-11-26 05:45:22.665733 GET /a 200 5\n");
        assertEquals("2", recorded.recorder().last("a"));
        assertTrue(recorded.recorder().server().get("a").size() <= 1_000);

        var json = new StringBuilder();
        for (int line = 0; line < 16; line++) {
            json.append("{\"time\":\"2026-11-21T10:15:30Z\",\"path\":\"/a\",\"took_ms\":5,\"")
                    .append("a".repeat(30_000))
                    .append("\":{");
            for (int i = 0; i < 4_000; i++)
                json.append(i == 0 ? "" : ",").append("\"").append(i).append("\":1");
            json.append("}}\n");
        }
        read(json.toString());
        assertEquals(16, requests.size());

        var words = new StringBuilder();
        for (int i = 0; i < 16; i++)
            words.append("2026-11-21T10:15:3" + i % 10 + ".123Z x GET /" + "a".repeat(60_000) + " 0.1"
                    + (37 * i % 90 + 10) + " x\n");
        read(words.toString());
        assertEquals(16, requests.size());
    }

    private static long apart(LogRead read) {
        return read.apart().values().stream()
                .mapToLong(LogRead.Counted::requests)
                .sum();
    }

    private static String mutated(String line, Random random) {
        var text = new StringBuilder(line);
        for (int i = random.nextInt(4); i >= 0 && text.length() > 2; i--) {
            int at = random.nextInt(text.length() - 1);
            switch (random.nextInt(6)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.setCharAt(at, (char) random.nextInt(0x300));
                case 2 -> text.insert(at, "\"[]{}\\,:0-%<script>\u0000\uffff ".charAt(random.nextInt(22)));
                case 3 -> text.setLength(at + 1);
                case 4 -> text.insert(at, "9".repeat(random.nextInt(400)));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(20))));
            }
        }
        return text.toString().replace("\n", " ").replace("\r", " ");
    }

    @Test
    void the_pieces_in_which_a_log_arrives_do_not_matter() throws IOException {
        byte[] real = Files.readAllBytes(Path.of("src/test/resources/accesslog/tomcat-9-2.log"));
        LogRead whole = read(real, real.length);
        List<LoggedRequest> all = List.copyOf(requests);
        for (int chunk : new int[] {1, 7, 100, 4_096}) {
            assertEquals(whole, read(real, chunk));
            assertEquals(all, requests);
        }
        read((LINE + LINE).replace("\n", "\r\n"));
        assertEquals(2, requests.size());
        assertEquals(30_000, requests.get(1).durationMicros());
        read(LINE + LINE.strip());
        assertEquals(2, requests.size(), "the last line may lack its end");
    }

    /** Excel and PowerShell write it before a CSV. */
    @Test
    void a_byte_order_mark_is_no_part_of_the_first_line() {
        String csv = "\uFEFFtimeStamp,elapsed,label,responseCode\n1638325618694,120,/a,200\n";
        read(csv.getBytes(StandardCharsets.UTF_8), 1);
        assertEquals(120_000, requests.get(0).durationMicros());
    }

    /** 50 MB: many times the limit of a line. A gigabyte differs only in time. */
    @Test
    void a_file_that_is_one_long_line_is_not_kept() {
        var reader = new LogReader(LogOptions.NONE, requests::add);
        byte[] line = LINE.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20; i++) reader.accept(line, 0, line.length);
        byte[] chunk = new byte[1 << 20];
        Arrays.fill(chunk, (byte) 'x');
        for (int i = 0; i < 50; i++) reader.accept(chunk, 0, chunk.length);
        chunk[5] = '\n';
        reader.accept(chunk, 0, 6);
        for (int i = 0; i < 5; i++) reader.accept(chunk, 6, chunk.length - 6); // a line of five megabytes
        reader.accept(chunk, 5, 1);
        reader.accept(line, 0, line.length);
        LogRead read = reader.finish();
        assertEquals(21, requests.size());
        assertEquals(2L, read.bad().get("longer than 65,536 bytes"));
        assertEquals(23, read.lines());
    }

    @Test
    void a_log_that_is_one_array_in_one_line_is_refused_with_what_helps() {
        String array = "[" + "{\"path\":\"/a\"},".repeat(10_000) + "{}]\n";
        String message = assertThrows(UnreadableLog.class, () -> read(array)).getMessage();
        assertTrue(message.contains("jq -c '.[]' access.json"), message);
    }

    @Test
    void a_gzip_bomb_is_stopped_at_the_limit_and_broken_gzip_in_a_sentence() throws IOException {
        Path bomb = folder.resolve("bomb.log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            byte[] lines = LINE.repeat(10_000).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 50; i++) out.write(lines);
        }
        assertTrue(Files.size(bomb) < 300_000);
        assertEquals("bomb.log.gz: the log is over 10,000,000 bytes long when unpacked", refused(bomb, 10_000_000));
        assertTrue(requests.size() < 10_000_000 / LINE.length() + 1);

        byte[] half = Arrays.copyOf(Files.readAllBytes(bomb), 1_000);
        String broken = refused(Files.write(folder.resolve("broken"), half), 1_000_000);
        assertTrue(broken.startsWith("broken: the gz data is broken"), broken);
    }

    /** What is said of a file. Its requests are kept. @param mostBytes that are read of it */
    private String refused(Path file, long mostBytes) {
        requests.clear();
        return assertThrows(
                        UnreadableLog.class,
                        () -> LogFiles.read(
                                List.of(file), LogOptions.NONE, mostBytes, requests::add, (lines, size) -> {}))
                .getMessage();
    }

    @Test
    void files_in_any_order_packed_or_not_are_one_log() throws IOException {
        Path first = Files.writeString(folder.resolve("access.log"), LINE.replace("10:15", "11:15") + "bad\n");
        Path second = folder.resolve("access.log.1.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(second))) {
            out.write(LINE.repeat(2).getBytes(StandardCharsets.UTF_8));
        }
        var progress = new ArrayList<Long>();
        LogRead read = LogFiles.read(
                List.of(first, second),
                LogOptions.of("tomcat-9", null),
                1_000,
                requests::add,
                (lines, bytes) -> progress.add(lines));
        assertEquals(3, read.requests());
        assertEquals(4, read.lines());
        assertEquals("1 of 4 lines are not counted: 1 not requests.", read.badWords());
        assertEquals(3_600, (read.lastMicros() - read.firstMicros()) / 1e6, 1);
        assertEquals(2, progress.size());
        assertEquals("empty: The log is empty.", refused(Files.createFile(folder.resolve("empty")), 1));
    }

    @Test
    void times_that_go_backwards_are_requests_and_durations_of_a_year_are_not() {
        LogRead read = read(LINE.repeat(20)
                + LINE.replace("2026", "2025")
                + LINE.replace(" 30\n", " 31536000000\n")
                + LINE.replace(" 30\n", " 99999999999999999999\n")
                + LINE.replace(" 30\n", " -5\n")
                + LINE.replace("21/Nov/2026", "99/Nov/2026")
                + LINE.replace("/a?b=c", "/<script>\u0007\u001b[31m"));
        assertEquals(22, requests.size());
        assertEquals(3L, read.bad().get("without a valid duration from 0 to one day"));
        assertEquals(1L, read.bad().get("without a valid time"));
        assertTrue(read.firstMicros() < read.lastMicros() - 360L * 86_400_000_000L);
        assertEquals("/<script>\u0007\u001b[31m", requests.get(21).path(), "a page escapes it, the reader does not");
    }
}
