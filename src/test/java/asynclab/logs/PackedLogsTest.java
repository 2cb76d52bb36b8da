package asynclab.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogReader;
import asynclab.accesslog.format.UnreadableLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs as they lie on a disk: packed, in archives, in UTF-16. */
class PackedLogsTest {

    private static final byte[] LINES =
            "192.0.2.1 - - [20/Nov/2026:10:00:01 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\" 30\n"
                    .repeat(30)
                    .getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private long requests(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("log"), bytes);
        return LogFiles.read(
                        List.of(file), LogOptions.of("tomcat-9", null), 1_000_000, request -> {}, (lines, size) -> {})
                .requests();
    }

    private String refused(byte[] bytes) {
        return assertThrows(UnreadableLog.class, () -> requests(bytes)).getMessage();
    }

    private static byte[] packed(String name, byte[] bytes) throws IOException, CompressorException {
        var out = new ByteArrayOutputStream();
        try (OutputStream packing = new CompressorStreamFactory().createCompressorOutputStream(name, out)) {
            packing.write(bytes);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "bzip2", "xz"})
    void a_packed_file_is_read_and_a_broken_one_named(String name) throws Exception {
        byte[] whole = packed(name, LINES);
        assertEquals(30, requests(whole));
        byte[] half = Arrays.copyOf(whole, whole.length / 2);
        assertTrue(refused(half).startsWith("log: the " + name + " data is broken"), refused(half));
    }

    @Test
    void the_files_of_an_archive_are_one_log() throws Exception {
        var zip = new ByteArrayOutputStream();
        try (var out = new ZipArchiveOutputStream(zip)) {
            for (String name : List.of("logs/", "logs/access.log", "logs/access.log.1")) {
                out.putArchiveEntry(new ZipArchiveEntry(name));
                if (!name.endsWith("/")) out.write(LINES);
                out.closeArchiveEntry();
            }
        }
        assertEquals(60, requests(zip.toByteArray()));
        var tar = new ByteArrayOutputStream();
        try (var out = new TarArchiveOutputStream(tar)) {
            for (String name : List.of("access.log", "access.log.1")) {
                var entry = new TarArchiveEntry(name);
                entry.setSize(LINES.length);
                out.putArchiveEntry(entry);
                out.write(LINES);
                out.closeArchiveEntry();
            }
        }
        assertEquals(60, requests(packed("gz", tar.toByteArray())));
    }

    @Test
    void utf_16_with_a_byte_order_mark_is_read() throws IOException {
        String text = new String(LINES, StandardCharsets.UTF_8);
        assertEquals(30, requests(("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE)));
        assertEquals(30, requests(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8)));
    }

    /** Where there is no library, as in the application, or no way: the message names the program that unpacks it. */
    @Test
    void what_cannot_be_unpacked_is_refused_by_name() throws Exception {
        byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        assertTrue(refused(zstd).contains("packed with zstd. Unpack it first: zstd -d"), refused(zstd));
        for (String name : List.of("gz", "bzip2", "xz")) {
            byte[] bytes = packed(name, LINES);
            var reader = new LogReader(LogOptions.NONE, request -> {});
            String message = assertThrows(UnreadableLog.class, () -> {
                        reader.accept(bytes, 0, bytes.length);
                        reader.finish();
                    })
                    .getMessage();
            assertTrue(message.contains("Unpack it first") || message.contains("packed with"), name + message);
        }
        assertTrue(refused(new String(LINES, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16LE))
                .contains("iconv"));
    }
}
