package asynclab.logs;

import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.logs.LogFiles.ReadProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * Reads several large files in the order of their times: files of a log that a server has rotated, and logs that several servers wrote at
 * the same time. A file is open only from its first request to its last one, and has a thread of its own.
 */
final class MergedLogs {

    /** Smaller logs are kept as a whole, so their order does not matter. Packed, a log has a tenth of its size. */
    private static final long LARGE_BYTES = 40_000_000;

    private static final int BATCH = 1_000;
    private static final int BATCHES_AHEAD = 2;

    private MergedLogs() {}

    /** Whether the order of the files may matter. */
    static boolean areLarge(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            if (!Files.isRegularFile(file)) return false; // it cannot be opened twice
            bytes += Files.size(file);
        }
        return files.size() > 1 && bytes > LARGE_BYTES;
    }

    /**
     * Reads the files as {@link LogFiles#read} does.
     *
     * @param mostBytes of each file
     * @param requests gets each request, on this thread
     */
    static LogRead read(
            List<Path> files,
            LogOptions options,
            long mostBytes,
            Consumer<LoggedRequest> requests,
            ReadProgress progress)
            throws IOException {
        var parts = new ArrayList<OneFile>();
        for (Path file : files) parts.add(new OneFile(file, options, mostBytes));
        Queue<OneFile> closed = new ArrayDeque<>(parts.stream()
                .sorted(Comparator.comparingLong(part -> part.reachedMicros))
                .toList());
        var open = new PriorityQueue<OneFile>(Comparator.comparingLong(part -> part.reachedMicros));
        try {
            while (!closed.isEmpty() || !open.isEmpty()) {
                boolean opens =
                        open.isEmpty() || !closed.isEmpty() && closed.peek().reachedMicros <= open.peek().reachedMicros;
                OneFile part = opens ? closed.remove().open() : open.remove();
                if (part.passOn(requests)) open.add(part);
                progress.reads(
                        parts.stream().mapToLong(it -> it.lines).sum(),
                        parts.stream().mapToLong(it -> it.bytes).sum());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading", e);
        } finally {
            parts.forEach(part -> part.thread.interrupt());
        }
        return parts.stream().map(part -> part.read).reduce(LogRead::plus).orElseThrow();
    }

    /** Ends the reading of a file, whose rest is not needed. */
    private static final class Enough extends RuntimeException {

        private static final long serialVersionUID = 1;

        Enough() {
            super(null, null, false, false);
        }
    }

    /** One of the files. */
    private static final class OneFile {

        private final Path file;
        private final LogOptions options;
        private final long mostBytes;
        private final Thread thread = new Thread(this::run, "log");
        private final BlockingQueue<List<LoggedRequest>> batches = new ArrayBlockingQueue<>(BATCHES_AHEAD);
        private List<LoggedRequest> batch = new ArrayList<>(); // of the own thread
        private volatile long lines;
        private volatile long bytes;
        private LogRead read; // before the empty batch
        private Throwable failed; // the same
        private long reachedMicros = Long.MAX_VALUE; // the last start that was passed on, at first the first one of all

        /** Reads up to the first request. */
        OneFile(Path file, LogOptions options, long mostBytes) throws IOException {
            this.file = file;
            this.options = options;
            this.mostBytes = mostBytes;
            thread.setDaemon(true);
            try {
                LogFiles.read(
                        List.of(file),
                        options,
                        mostBytes,
                        request -> {
                            reachedMicros = request.startMicros();
                            throw new Enough();
                        },
                        (ownLines, ownBytes) -> {});
            } catch (Enough found) { // the first request
            }
        }

        OneFile open() {
            thread.start();
            return this;
        }

        private void run() {
            try {
                read = LogFiles.read(List.of(file), options, mostBytes, this::add, (ownLines, ownBytes) -> {
                    lines = ownLines;
                    bytes = ownBytes;
                });
                if (!batch.isEmpty()) batches.put(batch);
                batches.put(List.of());
            } catch (Enough | InterruptedException ended) { // nobody waits for the rest
            } catch (IOException | RuntimeException | Error broken) {
                fail(broken);
            }
        }

        private void fail(Throwable broken) {
            failed = broken;
            try {
                batches.put(List.of());
            } catch (InterruptedException ended) { // nobody waits
            }
        }

        private void add(LoggedRequest request) {
            batch.add(request);
            if (batch.size() < BATCH) return;
            try {
                batches.put(batch);
            } catch (InterruptedException ended) {
                throw new Enough();
            }
            batch = new ArrayList<>(BATCH);
        }

        /** @return false at the end of the file */
        boolean passOn(Consumer<LoggedRequest> requests) throws IOException, InterruptedException {
            List<LoggedRequest> next = batches.take();
            for (LoggedRequest request : next) {
                requests.accept(request);
                reachedMicros = Math.max(reachedMicros, request.startMicros());
            }
            if (failed instanceof UnreadableLog unreadable) throw unreadable;
            if (failed != null) throw new IOException("reading " + file + " failed", failed);
            return !next.isEmpty();
        }
    }
}
