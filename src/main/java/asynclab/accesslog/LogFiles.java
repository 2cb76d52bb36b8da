package asynclab.accesslog;

import asynclab.accesslog.format.UnreadableLog;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads the files of a log, in any order, plain or gzipped. The first two bytes tell, not the name. Each file may have a format of its own. */
public final class LogFiles {

    /** The most bytes that are read of one log, unzipped: a small file can unzip to more than a disk holds. */
    public static final long MOST_BYTES = 100_000_000_000L;

    private static final int CHUNK_BYTES = 65_536;

    private LogFiles() {}

    /**
     * Reads the files.
     *
     * @param requests gets each request, file by file, in the order of the lines
     * @param progress gets the lines read so far, from time to time
     * @throws UnreadableLog if a file cannot be read as a log, or if all are larger than {@code mostBytes} when unzipped; the message
     *     names the file
     * @throws IOException if a file cannot be read
     */
    public static LogRead read(
            List<Path> files,
            LogOptions options,
            long mostBytes,
            Consumer<LoggedRequest> requests,
            LongConsumer progress)
            throws IOException {
        LogRead all = null;
        long bytes = 0;
        byte[] chunk = new byte[CHUNK_BYTES];
        for (Path file : files) {
            var reader = new LogReader(options, requests);
            long before = all == null ? 0 : all.lines();
            try (InputStream in = open(file)) {
                for (int size = in.read(chunk); size >= 0; size = in.read(chunk)) {
                    bytes += size;
                    if (bytes > mostBytes)
                        throw new UnreadableLog(
                                String.format(Locale.ROOT, "the log is over %,d bytes long when unzipped", mostBytes));
                    reader.accept(chunk, 0, size);
                    progress.accept(before + reader.lines());
                }
                LogRead one = reader.finish();
                all = all == null ? one : all.plus(one);
            } catch (UnreadableLog unreadable) {
                throw new UnreadableLog(file.getFileName() + ": " + unreadable.getMessage());
            } catch (ZipException | EOFException broken) {
                throw new UnreadableLog(file.getFileName() + ": the gzip data is broken: " + broken.getMessage());
            }
        }
        if (all == null) throw new UnreadableLog("No log file is given.");
        return all;
    }

    private static InputStream open(Path file) throws IOException {
        var in = new BufferedInputStream(Files.newInputStream(file), CHUNK_BYTES);
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return gzip ? new GZIPInputStream(in, CHUNK_BYTES) : in;
    }
}
