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
    private boolean skipping;

    LineSplitter(Consumer<String> lines, Runnable tooLong) {
        this.lines = lines;
        this.tooLong = tooLong;
    }

    void accept(byte[] bytes, int from, int length) {
        int start = from;
        int end = from + length;
        for (int i = from; i < end; i++) {
            if (bytes[i] != '\n') continue;
            line(bytes, start, i);
            start = i + 1;
        }
        keep(bytes, start, end);
    }

    void finish() {
        if (begun.size() > 0 || skipping) line(new byte[0], 0, 0);
    }

    private void keep(byte[] bytes, int from, int to) {
        if (!skipping && begun.size() + to - from <= MOST_BYTES) {
            begun.write(bytes, from, to - from);
        } else {
            skipping = true;
            begun.reset();
        }
    }

    private void line(byte[] bytes, int from, int to) {
        boolean whole = begun.size() == 0 && !skipping && to - from <= MOST_BYTES;
        if (!whole) keep(bytes, from, to);
        if (skipping) tooLong.run();
        else lines.accept(whole ? text(bytes, from, to) : text(begun.toByteArray(), 0, begun.size()));
        begun.reset();
        skipping = false;
    }

    private static String text(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
