package asynclab.accesslog;

import asynclab.accesslog.format.Formats;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat.BadLine;
import asynclab.accesslog.format.LogFormat.StampMoment;
import asynclab.accesslog.format.UnreadableLog;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads one log, piece by piece as it arrives, and gives each request to a consumer. It keeps at most two megabytes: the first
 * lines, until the format is known, and the line that has not ended. Bad lines are counted and never fatal. Not thread-safe.
 */
public final class LogReader {

    private static final int FIRST_LINES = 5_000;
    private static final int FIRST_BYTES = 1_000_000;
    private static final long MOST_MICROS = TimeUnit.DAYS.toMicros(1);
    private static final int SAMPLE_CHARS = 200;

    private final LogOptions options;
    private final Consumer<LoggedRequest> requests;
    private final LineSplitter splitter = new LineSplitter(this::line, () -> bad(BadLine.TOO_LONG, ""));
    private final Map<BadLine, Long> bad = new EnumMap<>(BadLine.class);
    private final List<String> samples = new ArrayList<>();
    private final LogFields fields = new LogFields();
    private List<String> firstLines = new ArrayList<>();
    private int firstBytes;
    private LogMeaning reading;
    private double microsOfUnit;
    private long lines;
    private long given;
    private long firstMicros = Long.MAX_VALUE;
    private long lastMicros = Long.MIN_VALUE;

    /** @param requests gets each request, in the order of the lines */
    public LogReader(LogOptions options, Consumer<LoggedRequest> requests) {
        this.options = options;
        this.requests = requests;
    }

    /**
     * Takes the next bytes of the log. Text is UTF-8; invalid bytes are replaced.
     *
     * @throws UnreadableLog if the format is not recognised, or if the format string is wrong
     */
    public void accept(byte[] bytes, int from, int length) {
        splitter.accept(bytes, from, length);
    }

    /**
     * Ends the log. The last line may lack its line end.
     *
     * @throws UnreadableLog if the log is empty or its format is not recognised
     */
    public LogRead finish() {
        splitter.finish();
        if (reading == null) recognise();
        return new LogRead(
                reading.words(),
                lines,
                given,
                bad.entrySet().stream()
                        .collect(Collectors.toMap(entry -> entry.getKey().words(), Map.Entry::getValue)),
                samples,
                reading.resolutionMicros(),
                reading.unitDoubtful(),
                given == 0 ? 0 : firstMicros,
                given == 0 ? 0 : lastMicros);
    }

    /** The lines so far. */
    public long lines() {
        return lines;
    }

    private void line(String line) {
        if (line.isBlank()) return;
        if (reading != null) {
            read(line);
            return;
        }
        firstLines.add(line);
        firstBytes += line.length();
        if (firstLines.size() >= FIRST_LINES || firstBytes >= FIRST_BYTES) recognise();
    }

    private void recognise() {
        reading = LogMeaning.of(Formats.of(options.format(), firstLines), firstLines, options.durationUnit());
        microsOfUnit = reading.unit().toNanos(1) / 1e3;
        List<String> waiting = firstLines;
        firstLines = null;
        waiting.forEach(this::read);
    }

    private void read(String line) {
        lines++;
        BadLine why = reading.format().parse(line, fields);
        double micros = fields.duration() * microsOfUnit;
        if (why == null && micros > MOST_MICROS) why = BadLine.DURATION;
        if (why != null) {
            if (!reading.format().isHeader(line)) count(why, line);
            return;
        }
        long duration = Math.round(micros);
        long stamp = fields.stampMicros() + (reading.resolutionMicros() == TimeUnit.SECONDS.toMicros(1) ? within() : 0);
        long start = reading.moment() == StampMoment.START ? stamp : stamp - duration;
        firstMicros = Math.min(firstMicros, start);
        lastMicros = Math.max(lastMicros, start);
        given++;
        requests.accept(new LoggedRequest(start, duration, fields.method(), fields.path(), fields.status()));
    }

    /**
     * A moment within a second, in microseconds: uniform, by a hash of the line's number (SplitMix64). Independent arrivals lie like
     * that, so the bursts within a second are as usual, neither none nor all at once.
     */
    private long within() {
        long z = (options.seed() + lines) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(z ^ (z >>> 31), TimeUnit.SECONDS.toMicros(1));
    }

    private void bad(BadLine why, String line) {
        lines++;
        count(why, line);
    }

    private void count(BadLine why, String line) {
        bad.merge(why, 1L, Long::sum);
        if (samples.size() < LogRead.MOST_SAMPLES && !line.isEmpty())
            samples.add(line.length() <= SAMPLE_CHARS ? line : line.substring(0, SAMPLE_CHARS) + "…");
    }
}
