package asynclab.logs;

import static asynclab.document.Texts.text;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LogReader;
import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.options.TrafficOptions;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.commons.compress.MemoryLimitException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveException;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.ArchiveStreamFactory;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.io.ByteOrderMark;
import org.apache.commons.io.input.BOMInputStream;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.commons.io.input.ReaderInputStream;

/**
 * Reads the files of a log, in any order, as text or packed: gz, bz2, xz, and the files within zip, tar and tar.gz. The first bytes tell, not the
 * name. UTF-16 is read if it has a byte order mark. Each file may have a format of its own.
 */
public final class LogFiles {

    /** Hears the lines so far, and the bytes of the files so far as they are on the disk, once for each chunk. */
    @FunctionalInterface
    public interface ReadProgress {
        void reads(long lines, long bytes);
    }

    /** The most bytes that are read of one log, unpacked: a small file can unpack to more than a disk holds. */
    public static final long MOST_BYTES = 100_000_000_000L;

    private static final int MOST_KILOBYTES = 200_000; // that a packed file may want to be unpacked
    private static final int CHUNK_BYTES = 65_536;
    private static final int FIRST_BYTES = 512; // the header of a tar archive

    private final LogOptions options;
    private final long mostBytes;
    private final Consumer<LoggedRequest> requests;
    private final ReadProgress progress;
    private LogRead all;
    private long bytes;
    private long packedBefore;
    private LongSupplier packedBytes; // of the file that is being read

    private LogFiles(LogOptions options, long mostBytes, Consumer<LoggedRequest> requests, ReadProgress progress) {
        this.options = options;
        this.mostBytes = mostBytes;
        this.requests = requests;
        this.progress = progress;
    }

    /**
     * Reads the files.
     *
     * @param requests gets each request, file by file, in the order of the lines
     * @throws UnreadableLog if a file cannot be read as a log, or if all are larger than {@code mostBytes} when unpacked; the message
     *     names the file
     * @throws IOException if a file cannot be read
     */
    public static LogRead read(
            List<Path> files,
            LogOptions options,
            long mostBytes,
            Consumer<LoggedRequest> requests,
            ReadProgress progress)
            throws IOException {
        var log = new LogFiles(options, mostBytes, requests, progress);
        for (Path file : files) {
            log.read(file);
            log.packedBefore += log.packedBytes.getAsLong();
        }
        if (log.all == null) throw new UnreadableLog("No log file is given.");
        return log.all;
    }

    private void read(Path file) throws IOException {
        String name = name(file);
        String packed = null;
        try (var counting = BoundedInputStream.builder()
                        .setInputStream(opened(file))
                        .get(); // without a bound it only counts
                InputStream in = new BufferedInputStream(counting, CHUNK_BYTES)) {
            packedBytes = counting::getCount;
            if (isPlain(in)) {
                readText(in);
                return;
            }
            packed = compressor(in);
            InputStream unpacked = packed == null ? in : unpacked(packed, in);
            String archive = archive(unpacked);
            if (archive == null) readText(utf8(unpacked));
            else readEntries(archive, unpacked, name);
        } catch (UnreadableLog unreadable) {
            throw new UnreadableLog(name + ": " + unreadable.getMessage());
        } catch (EOFException | CompressorException | ArchiveException broken) {
            throw new UnreadableLog(name + ": the " + (packed == null ? "archive" : packed + " data") + " is broken: "
                    + broken.getMessage());
        } catch (MemoryLimitException large) {
            throw new UnreadableLog(
                    name + ": to unpack the " + packed + " data takes too much memory. Unpack it first.");
        } catch (IOException broken) {
            if (packed == null) throw broken;
            throw new UnreadableLog(name + ": the " + packed + " data is broken: " + broken.getMessage());
        }
    }

    /** A pipe has no position, which a stream of {@link Files} would ask for. */
    private static InputStream opened(Path file) throws IOException {
        return file.equals(TrafficOptions.STANDARD_INPUT) ? System.in : new FileInputStream(file.toFile());
    }

    /** The name of a log without its folders. */
    static String name(Path file) {
        return file.equals(TrafficOptions.STANDARD_INPUT)
                ? "standard input"
                : file.getFileName().toString();
    }

    /** Whether the file begins with plain ASCII text, as most logs do: it is not packed then, and the library is not loaded. */
    private static boolean isPlain(InputStream in) throws IOException {
        in.mark(FIRST_BYTES);
        byte[] first = in.readNBytes(FIRST_BYTES);
        in.reset();
        for (byte b : first)
            if (b < ' ' && b != '\t' && b != '\r' && b != '\n') return false; // above 127 a byte is negative
        return true;
    }

    /** How it is packed; null if it is not. */
    private static String compressor(InputStream in) {
        try {
            return CompressorStreamFactory.detect(in);
        } catch (CompressorException none) {
            return null;
        }
    }

    private static InputStream unpacked(String packed, InputStream in) throws CompressorException {
        String command =
                switch (packed) {
                    case CompressorStreamFactory.ZSTANDARD -> "zstd";
                    case CompressorStreamFactory.LZ4_FRAMED, CompressorStreamFactory.LZ4_BLOCK -> "lz4";
                    default -> null;
                };
        if (command != null)
            throw new UnreadableLog("it is packed with " + command + ". Unpack it first: " + command + " -d FILE");
        return new BufferedInputStream(
                new CompressorStreamFactory(true, MOST_KILOBYTES).createCompressorInputStream(packed, in), CHUNK_BYTES);
    }

    /** Which archive it is; null if it is none. */
    private static String archive(InputStream in) {
        try {
            return ArchiveStreamFactory.detect(in);
        } catch (ArchiveException none) {
            return null;
        }
    }

    private void readEntries(String archive, InputStream in, String name) throws IOException, ArchiveException {
        ArchiveInputStream<? extends ArchiveEntry> entries =
                new ArchiveStreamFactory().createArchiveInputStream(archive, in);
        int files = 0;
        for (ArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            if (entry.isDirectory() || entry.getName().contains("__MACOSX")) {
                if (entries.canReadEntryData(entry)) skip(entries);
                continue;
            }
            if (!entries.canReadEntryData(entry))
                throw new UnreadableLog(entry.getName() + " is encrypted or packed in a way that is not known here.");
            files++;
            readText(utf8(entries));
        }
        if (files == 0) throw new UnreadableLog("The archive " + name + " has no file.");
    }

    /** What is skipped is unpacked, too, so it counts. */
    private void skip(InputStream entry) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int size = entry.read(chunk); size >= 0; size = entry.read(chunk)) count(size);
    }

    private void count(int size) {
        bytes += size;
        if (bytes > mostBytes) throw new UnreadableLog(text("the log is over %,d bytes long when unpacked", mostBytes));
    }

    private void readText(InputStream text) throws IOException {
        var reader = new LogReader(options, requests);
        long before = all == null ? 0 : all.lines();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int size = text.read(chunk); size >= 0; size = text.read(chunk)) {
            count(size);
            reader.accept(chunk, 0, size);
            progress.reads(before + reader.lines(), packedBefore + packedBytes.getAsLong());
        }
        LogRead one = reader.finish();
        all = all == null ? one : all.plus(one);
    }

    /** The text as UTF-8. The reader of a log takes off the byte order mark of UTF-8. */
    private static InputStream utf8(InputStream in) throws IOException {
        BOMInputStream marked = BOMInputStream.builder()
                .setInputStream(in)
                .setByteOrderMarks(ByteOrderMark.UTF_16LE, ByteOrderMark.UTF_16BE)
                .get();
        String charset = marked.getBOMCharsetName();
        if (charset == null) return marked;
        return ReaderInputStream.builder()
                .setReader(new InputStreamReader(marked, charset))
                .setCharset(StandardCharsets.UTF_8)
                .get();
    }
}
