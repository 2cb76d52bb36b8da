package asynclab.run.result.figures;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The states of each server thread in the first minute of a run, or in a shorter time if a picture cannot show more spans. They
 * come from samples, and are stored in an arm's {@code -threads.csv}. A thread that has the same state in two successive samples
 * counts as in this state between them. So the time of a change is exact to one sampling period. A shorter state may be missing.
 */
public final class ThreadLanes {

    private static final long SHOWN_MILLIS = 60_000;
    private static final int MOST_SPANS = 3_000; // a picture of more spans is unreadable, and its page is slow
    private static final List<String> COLUMNS = List.of("thread", "state", "request", "path", "fromMs", "toMs");

    private ThreadLanes() {}

    /** The activity of a thread. The server's {@code StatsMXBean} explains each state. */
    public enum LaneState {
        SERVING,
        IDLE,
        RESERVED,
        SELECTOR,
        ACCEPTOR,
        WORKING,
        SCHEDULER_WAITING,
        SCHEDULER_RUNNING;

        boolean isScheduler() {
            return this == SCHEDULER_WAITING || this == SCHEDULER_RUNNING;
        }
    }

    /**
     * A reading of all threads.
     *
     * @param atMs the time by the clock of the lab
     * @param rows those of the server's {@code sampleThreads}
     */
    public record Sample(long atMs, List<String> rows) {}

    /**
     * A thread in one state.
     *
     * @param request the number of its request, from 1, in the order in which threads took them; 0 without one
     * @param path the path of its request; - without a request
     * @param fromMs the start, in milliseconds from the first request of the run
     */
    public record LaneSpan(String thread, LaneState state, long request, String path, long fromMs, long toMs) {

        /** The span of a row that begins and ends at this time. */
        static LaneSpan of(String[] row, long atMs) {
            return new LaneSpan(row[4], LaneState.valueOf(row[1]), Long.parseLong(row[2]), row[3], atMs, atMs);
        }

        boolean goesOnWith(LaneSpan next) {
            return state == next.state && request == next.request;
        }

        LaneSpan until(long endMs) {
            return new LaneSpan(thread, state, request, path, fromMs, endMs);
        }

        private LaneSpan within(long endMs, int earlierRequests) {
            return new LaneSpan(
                    thread,
                    state,
                    Math.max(0, request - earlierRequests),
                    path,
                    Math.max(0, fromMs),
                    Math.min(endMs, toMs));
        }
    }

    /**
     * Merges samples into spans, thread by thread, with the scheduler threads last.
     *
     * @param originMs the start of the first request
     * @param endMs the end of the last request
     * @param earlierRequests the number of requests of the warm-up, which came before
     */
    public static List<LaneSpan> merge(List<Sample> samples, double originMs, double endMs, int earlierRequests) {
        Map<Long, List<LaneSpan>> byThread = new TreeMap<>();
        Map<Long, LaneSpan> open = new HashMap<>();
        for (Sample sample : samples) {
            Map<Long, LaneSpan> now = new HashMap<>();
            for (String row : sample.rows()) {
                String[] cells = row.split(" ", 5);
                now.put(Long.valueOf(cells[0]), LaneSpan.of(cells, sample.atMs() - Math.round(originMs)));
            }
            long atMs = sample.atMs() - Math.round(originMs);
            open.forEach((id, was) -> {
                LaneSpan next = now.get(id);
                if (next != null && was.goesOnWith(next)) now.put(id, was.until(atMs));
                else byThread.computeIfAbsent(id, thread -> new ArrayList<>()).add(was.until(atMs));
            });
            open = now;
        }
        open.forEach((id, last) ->
                byThread.computeIfAbsent(id, thread -> new ArrayList<>()).add(last));
        long shownMs = Math.min(readableMillis(byThread.values()), (long) Math.ceil(endMs - originMs));
        return Stream.of(false, true)
                .flatMap(scheduler -> byThread.values().stream()
                        .filter(spans -> spans.get(0).state().isScheduler() == scheduler))
                .flatMap(List::stream)
                .map(span -> span.within(shownMs, earlierRequests))
                .filter(span -> span.toMs() > span.fromMs())
                .toList();
    }

    private static long readableMillis(Collection<List<LaneSpan>> threads) {
        return threads.stream()
                .flatMap(List::stream)
                .map(LaneSpan::fromMs)
                .filter(from -> from > 0)
                .sorted()
                .skip(MOST_SPANS)
                .findFirst()
                .map(from -> Math.min(from, SHOWN_MILLIS))
                .orElse(SHOWN_MILLIS);
    }

    public static void write(Path file, List<LaneSpan> spans) throws IOException {
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
            csv.writeRecord(COLUMNS);
            for (LaneSpan span : spans)
                csv.writeRecord(
                        span.thread,
                        span.state.name(),
                        Long.toString(span.request),
                        span.path,
                        Long.toString(span.fromMs),
                        Long.toString(span.toMs));
        }
    }

    /** The stored spans. Empty if there is no such file, because the pool was too large or the result is older than these files. */
    public static List<LaneSpan> read(Path file) throws IOException {
        if (!Files.exists(file)) return List.of();
        try (var rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            return rows.stream().map(ThreadLanes::span).toList();
        }
    }

    private static LaneSpan span(NamedCsvRecord row) {
        return new LaneSpan(
                row.getField("thread"),
                LaneState.valueOf(row.getField("state")),
                Long.parseLong(row.getField("request")),
                row.getField("path"),
                Long.parseLong(row.getField("fromMs")),
                Long.parseLong(row.getField("toMs")));
    }
}
