package asynclab.accesslog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Splits bytes at line ends. A line longer than 64 KiB is reported and not kept. Not thread-safe. */
final class LineSplitter {

    static final int MOST_BYTES = 65_536;

    private final Consumer<String> lines;
    private final Runnable tooLong;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private boolean hasBegun; // a line of which some bytes are kept, or were too many
    private boolean skipping;

    LineSplitter(Consumer<String> lines, Runnable tooLong) {
        this.lines = lines;
        this.tooLong = tooLong;
    }

    void accept(byte[] bytes, int from, int length) {
        var chars = new String(bytes, from, length, StandardCharsets.ISO_8859_1); // its indexOf is faster than a loop
        int start = 0;
        for (int end = chars.indexOf('\n'); end >= 0; end = chars.indexOf('\n', start)) {
            line(bytes, from + start, from + end);
            start = end + 1;
        }
        keep(bytes, from + start, from + length);
    }

    void finish() {
        if (hasBegun) line(new byte[0], 0, 0);
    }

    private void keep(byte[] bytes, int from, int to) {
        if (from == to) return;
        hasBegun = true;
        if (!skipping && begun.size() + to - from <= MOST_BYTES) {
            begun.write(bytes, from, to - from);
        } else {
            skipping = true;
            begun.reset();
        }
    }

    private void line(byte[] bytes, int from, int to) {
        if (!hasBegun && to - from <= MOST_BYTES) {
            lines.accept(text(bytes, from, to));
            return;
        }
        keep(bytes, from, to);
        if (skipping) tooLong.run();
        else lines.accept(text(begun.toByteArray(), 0, begun.size()));
        begun.reset();
        hasBegun = false;
        skipping = false;
    }

    /** Why the first line of a packed file cannot be read, and what helps; null if it is text. */
    static String packedAs(String first) {
        if (first.startsWith("\u001f")) return "The log is gzipped. Unpack it first: gzip -dc access.log.gz";
        if (first.startsWith("PK\u0003\u0004")) return "The log is a zip archive. Unpack it first: unzip -p access.zip";
        if (first.startsWith("BZh")) return "The log is packed with bzip2. Unpack it first: bzip2 -dc access.log.bz2";
        if (first.startsWith("\uFFFD7zXZ")) return "The log is packed with xz. Unpack it first: xz -dc access.log.xz";
        if (first.startsWith("(\uFFFD/\uFFFD"))
            return "The log is packed with zstd. Unpack it first: zstd -dc access.log.zst";
        if (first.startsWith("\uFFFD\uFFFD") || first.indexOf('\0') >= 0)
            return "The log is no UTF-8 text. If it is UTF-16: iconv -f UTF-16 -t UTF-8 access.log";
        return null;
    }

    private static String text(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
