package asynclab.cli;

import static asynclab.document.Texts.text;

import asynclab.document.TerminalText;
import asynclab.logs.LogProgress;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Prints progress on standard error if a command takes longer than two seconds. On a terminal it rewrites one line. Otherwise it prints
 * a line every ten seconds.
 */
final class ProgressLine implements LogProgress, AutoCloseable {

    private static final long QUIET_NANOS = 2_000_000_000L;
    private static final long REWRITE_NANOS = 200_000_000L;
    private static final long LINE_NANOS = 10_000_000_000L;
    private static final String CLEARED = "\r\u001b[K";

    private final PrintWriter err;
    private final Terminal terminal;
    private final long totalBytes;
    private final LongSupplier clock;
    private final long started;
    private long told;
    private boolean written;

    /**
     * @param totalBytes of the files; 0 if they are unknown
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    ProgressLine(PrintWriter err, Terminal terminal, long totalBytes, LongSupplier clock) {
        this.err = err;
        this.terminal = terminal;
        this.totalBytes = totalBytes;
        this.clock = clock;
        started = clock.getAsLong();
        told = Long.MIN_VALUE;
    }

    @Override
    public void reads(long lines, long bytes) {
        long now = clock.getAsLong();
        if (isDue(now)) tell(now, text("%,d lines read", lines) + left(now, bytes));
    }

    private String left(long now, long bytes) {
        if (totalBytes == 0 || bytes == 0) return "";
        double seconds = (now - started) / 1e9 * Math.max(0, totalBytes - bytes) / bytes;
        return text(", %.0f %% of the bytes, about %.0f s left to read", 100.0 * bytes / totalBytes, seconds);
    }

    @Override
    public void says(String sentence) {
        long now = clock.getAsLong();
        if (isDue(now)) tell(now, sentence);
    }

    private boolean isDue(long now) {
        return now - started >= QUIET_NANOS
                && (told == Long.MIN_VALUE || now - told >= (terminal.rewrites() ? REWRITE_NANOS : LINE_NANOS));
    }

    private void tell(long now, String words) {
        told = now;
        written = true;
        String line = text("%.0f s: %s", (now - started) / 1e9, TerminalText.printable(words));
        if (!terminal.rewrites()) err.println(line);
        else err.print(CLEARED + line.substring(0, Math.min(line.length(), terminal.width() - 1)));
        err.flush();
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (written && terminal.rewrites()) {
            err.print(CLEARED);
            err.flush();
        }
    }
}
